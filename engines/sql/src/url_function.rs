//! The functions of `url-columns` as functions of DataFusion.

use std::sync::Arc;

use datafusion::{
    arrow::datatypes::{DataType, Field, FieldRef},
    common::{Result, ScalarValue, exec_err, plan_err},
    error::DataFusionError,
    logical_expr::{
        ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility,
    },
};
use url_columns::{ArgumentKind, Call, CallError, Function};

/// Every function.
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
    /// The call with these arguments, of which those that are not constants are `None`; and whether the base is a column.
    fn call(&self, arguments: &[Option<&ScalarValue>]) -> Result<(Call, bool)> {
        let function = self.function;
        let mut constants = Vec::new();
        let (mut base, mut has_base_column) = (None, false);
        for (index, argument) in arguments.iter().enumerate().skip(1) {
            let text = argument.and_then(|value| value.try_as_str()).flatten();
            match (function.arguments().get(index).map(|argument| argument.kind), text) {
                (Some(ArgumentKind::ColumnOrConstant), Some(text)) => base = Some(text),
                (Some(ArgumentKind::ColumnOrConstant), None) => has_base_column = true,
                (_, Some(text)) => constants.push(text),
                (_, None) => {
                    return plan_err!("argument {} of {function} is a constant text", index + 1);
                }
            }
        }
        let refused = |error: CallError| DataFusionError::Plan(error.to_string());
        let missing = function.arguments().iter().zip(1..).any(|(argument, count)| {
            argument.kind == ArgumentKind::ColumnOrConstant && arguments.len() < count
        });
        if missing {
            let names: Vec<_> = function.arguments().iter().map(|argument| argument.name).collect();
            return plan_err!("{function} takes: {}", names.join(", "));
        }
        let call = Call::new(function, &constants).map_err(refused)?;
        let call = base.map_or(Ok(call.clone()), |base| call.with_base(base)).map_err(refused)?;
        Ok((call, has_base_column))
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
                return plan_err!("{} takes strings or bytes, not {data_type}", self.function);
            }
        }
        Ok(Arc::new(Field::new(self.name(), url_arrow::result_type(&call), true)))
    }

    fn invoke_with_args(&self, arguments: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constants: Vec<_> = arguments
            .args
            .iter()
            .map(|argument| match argument {
                ColumnarValue::Scalar(value) => Some(value),
                ColumnarValue::Array(_) => None,
            })
            .collect();
        let (call, has_base_column) = self.call(&constants)?;
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
            [] => exec_err!("{} takes a URL", self.function),
        }
    }
}
