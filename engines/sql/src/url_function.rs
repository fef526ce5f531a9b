//! Registers the functions of `url-columns` as SQL functions of DataFusion.

use std::sync::Arc;

use datafusion::{
    arrow::datatypes::{DataType, Field, FieldRef},
    common::{Result, ScalarValue, exec_err, plan_datafusion_err, plan_err},
    error::DataFusionError,
    logical_expr::{
        ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
    },
};
use url_columns::{Call, CallError, Function};

pub(crate) fn all() -> impl Iterator<Item = ScalarUDF> {
    let signature = || Signature::variadic_any(Volatility::Immutable);
    Function::ALL.iter().map(move |&function| UrlFunction { function, signature: signature() }.into())
}

#[derive(Debug, PartialEq, Eq, Hash)]
struct UrlFunction {
    function: Function,
    signature: Signature,
}

impl UrlFunction {
    /// Returns the call for these `arguments`, and true if one argument is a base that is a column. Each of
    /// `arguments` is a constant, or `None` for a column.
    fn call(&self, arguments: &[Option<&ScalarValue>]) -> Result<(Call, bool)> {
        let function = self.function;
        let texts = arguments.iter().map(|argument| argument.and_then(ScalarValue::try_as_str).flatten());
        let mut texts = texts.zip(1..).skip(1);
        let base = (function == Function::Resolve).then(|| texts.next());
        if base == Some(None) {
            return plan_err!("the arguments of {function} are url and base");
        }
        let base = base.flatten().map(|(text, _)| text);
        let constant = |(text, place): (Option<_>, i32)| {
            text.ok_or_else(|| plan_datafusion_err!("argument {place} of {function} must be a constant text"))
        };
        let refused = |error: CallError| DataFusionError::Plan(error.to_string());
        let call = Call::new(function, &texts.map(constant).collect::<Result<Vec<_>>>()?).map_err(refused)?;
        match base {
            Some(Some(base)) => Ok((call.with_base(base).map_err(refused)?, false)),
            base => Ok((call, base.is_some())),
        }
    }
}

impl ScalarUDFImpl for UrlFunction {
    fn name(&self) -> &str {
        self.function.name()
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(url_arrow::data_type(self.function.result()))
    }

    fn return_field_from_args(&self, arguments: ReturnFieldArgs<'_>) -> Result<FieldRef> {
        let (call, has_base_column) = self.call(arguments.scalar_arguments)?;
        let columns = if has_base_column { 2 } else { 1 };
        for field in arguments.arg_fields.iter().take(columns) {
            let data_type = field.data_type();
            if !url_arrow::is_supported(data_type) {
                return plan_err!("{} accepts strings or bytes, not {data_type}", self.function);
            }
        }
        Ok(Arc::new(Field::new(self.name(), url_arrow::result_type(&call), true)))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constants = arguments.args.iter().map(|argument| match argument {
            ColumnarValue::Scalar(value) => Some(value),
            ColumnarValue::Array(_) => None,
        });
        let (call, has_base_column) = self.call(&constants.collect::<Vec<_>>())?;
        match arguments.args.as_slice() {
            [urls, bases, ..] if has_base_column => {
                let [urls, bases] = [urls, bases].map(|value| value.to_array(arguments.number_rows));
                Ok(ColumnarValue::Array(url_arrow::resolve(&call, &urls?, &bases?)?))
            }
            [ColumnarValue::Array(urls), ..] => Ok(ColumnarValue::Array(url_arrow::evaluate(&call, urls)?)),
            [ColumnarValue::Scalar(url), ..] => {
                let result = url_arrow::evaluate(&call, &url.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&result, 0)?))
            }
            [] => exec_err!("{} requires a URL", self.function),
        }
    }
}
