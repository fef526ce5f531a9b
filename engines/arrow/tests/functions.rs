//! Runs the test cases of functions that every engine runs (`functions.jsonl`), on every array layout.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::{error::Error, sync::Arc};

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, FixedSizeBinaryArray, Int8Array,
    Int32Array, LargeBinaryArray, LargeStringArray, NullArray, RunArray, StringArray, StringViewArray,
    StructArray,
    cast::AsArray as _,
    types::{Int32Type, UInt16Type, UInt32Type},
};
use arrow_schema::{ArrowError, DataType};
use serde_json::Value;
use url_arrow::{evaluate, evaluate_chunks, parse_batch, resolve, result_type};
use url_columns::{Call, Column, Function, UrlColumns};
use url_facade::{Parser, Url};
use url_testdata::functions::{Case, cases};

type GoOn<'a> = &'a mut dyn FnMut() -> Result<(), Box<dyn Error + Send + Sync>>;

fn json(array: &dyn Array, row: usize) -> Value {
    if array.is_null(row) {
        return Value::Null;
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        DataType::Boolean => array.as_boolean().value(row).into(),
        DataType::List(_) => {
            let list = array.as_list::<i32>().value(row);
            (0..list.len()).map(|text| json(&list, text)).collect()
        }
        DataType::Struct(fields) => {
            let array = array.as_struct();
            let fields = fields.iter().zip(array.columns());
            fields.map(|(field, column)| (field.name().clone(), json(column, row))).collect()
        }
        data_type => panic!("{data_type}"),
    }
}

fn call(function: &str, constants: &[String]) -> Call {
    let constants: Vec<_> = constants.iter().map(String::as_str).collect();
    Call::new(function.parse().unwrap(), &constants).unwrap()
}

/// Returns arrays in every layout with three rows: another URL, null, and `url`.
fn layouts(url: Option<&[u8]>) -> Vec<ArrayRef> {
    let rows = [Some(&b"http://other.test/"[..]), None, url];
    let two: BinaryArray = [rows[0], rows[2]].iter().collect();
    let five: BinaryArray = [rows[2], rows[0], rows[0], None, None].iter().collect();
    let mut arrays: Vec<ArrayRef> = vec![
        Arc::new(rows.iter().collect::<BinaryArray>()),
        Arc::new(rows.iter().collect::<LargeBinaryArray>()),
        Arc::new(rows.iter().copied().collect::<BinaryViewArray>()),
        Arc::new(DictionaryArray::new(Int32Array::from(vec![Some(0), None, Some(1)]), Arc::new(two))),
        Arc::new(DictionaryArray::new(Int8Array::from(vec![1, 3, 0]), Arc::new(five))),
    ];
    let values: BinaryArray = rows.iter().collect();
    let runs = RunArray::<Int32Type>::try_new(&Int32Array::from(vec![2, 3, 5]), &values).unwrap();
    arrays.push(Arc::new(runs.slice(1, 3)));
    if let Some(url) = url.filter(|url| !url.is_empty()) {
        let size = i32::try_from(url.len()).unwrap();
        let other = vec![b'x'; url.len()];
        let same = [Some(other.as_slice()), None, Some(url)].into_iter();
        let same = FixedSizeBinaryArray::try_from_sparse_iter_with_size(same, size).unwrap();
        arrays.push(Arc::new(same));
    }
    if let Ok(url) = url.map(str::from_utf8).transpose() {
        let rows = [Some("http://other.test/"), None, url];
        arrays.push(Arc::new(rows.iter().collect::<StringArray>()));
        arrays.push(Arc::new(rows.iter().collect::<LargeStringArray>()));
        arrays.push(Arc::new(rows.iter().copied().collect::<StringViewArray>()));
        let longer = [&[Some("x"); 5], rows.as_slice(), &[None]].concat();
        arrays.push(Arc::new(StringArray::from(longer).slice(5, 3)));
    }
    arrays
}

fn check(case: &Case) {
    let call = call(&case.function, &case.constants);
    for array in layouts(case.url.as_deref()) {
        let results = match &case.base {
            Some(base) => {
                let constant = evaluate(&call.clone().with_base(base).unwrap(), &array).unwrap();
                assert_eq!(json(&constant, 2), case.expected, "{case:?} {}", array.data_type());
                let bases = StringArray::from(vec![base.as_str(); 3]);
                resolve(&call, &array, &bases).unwrap()
            }
            None => evaluate(&call, &array).unwrap(),
        };
        assert_eq!((results.len(), results.data_type()), (3, &result_type(&call)));
        assert_eq!(json(&results, 1), Value::Null, "{case:?}");
        assert_eq!(json(&results, 2), case.expected, "{case:?} {}", array.data_type());
        if let Some(rows) = results.as_struct_opt() {
            let batch = parse_batch(&call, &array).unwrap();
            assert_eq!((batch.num_rows(), batch.columns()), (3, rows.columns()));
            assert!(batch.columns().iter().all(|column| column.is_null(1)), "{case:?}");
        }
    }
}

#[test]
fn every_case_has_its_result_in_every_layout() {
    cases().unwrap().iter().for_each(check);
}

#[test]
fn no_rows_and_only_nulls_have_results() {
    for case in cases().unwrap() {
        let call = call(&case.function, &case.constants);
        let nulls: [ArrayRef; 2] = [Arc::new(NullArray::new(3)), Arc::new(StringArray::new_null(3))];
        for array in nulls {
            let results = evaluate(&call, &array).unwrap();
            assert_eq!((results.len(), results.null_count()), (3, 3), "{case:?}");
        }
        let results = evaluate(&call, &StringArray::from(Vec::<&str>::new())).unwrap();
        assert_eq!((results.len(), results.data_type()), (0, &result_type(&call)));
        let none = StringViewArray::from(Vec::<&str>::new());
        assert_eq!(evaluate_chunks(&call, &none, || Ok(())).unwrap().len(), 1);
    }
}

#[test]
fn arrays_of_other_types_are_refused() {
    let call = call("url_host", &[]);
    let numbers = Int32Array::from(vec![1]);
    assert_eq!(
        evaluate(&call, &numbers).unwrap_err().to_string(),
        "Invalid argument error: URLs must be strings or bytes, not Int32"
    );
    let nested = StructArray::new_empty_fields(1, None);
    assert!(matches!(evaluate(&call, &nested), Err(ArrowError::InvalidArgumentError(_))));
    let batch = parse_batch(&call, &StringArray::from(vec!["x"]));
    assert!(matches!(batch, Err(ArrowError::InvalidArgumentError(_))));
    let two = StringArray::from(vec!["x", "y"]);
    let resolve = resolve(&call, &two, &two.slice(0, 1)).unwrap_err();
    assert_eq!(resolve.to_string(), "Invalid argument error: 2 URLs and 1 bases");
}

#[test]
fn columns_are_the_requested_ones() {
    let call = Call::new(Function::Parse, &[]).unwrap();
    let columns = [Column::Port, Column::RegistrableDomain, Column::Reason, Column::Href];
    let call = call.with_columns(&columns);
    let row = |i: usize| match i % 4 {
        0 => Some(format!("http://a.b{i}.test:{}/", i % 1000 + 1)),
        1 => Some(format!("http://{i}.{i}.{i}.{i}.{i}/")),
        2 => None,
        _ => Some(format!("data:{i}")),
    };
    let urls: StringArray = (0..20_000).map(row).collect();
    let batch = parse_batch(&call, &urls).unwrap();
    assert_eq!((batch.num_rows(), batch.num_columns()), (20_000, 4));
    for i in 0..20_000 {
        let expected = match i % 4 {
            0 => [(i % 1000 + 1).into(), format!("b{i}.test").into(), Value::Null, row(i).into()],
            1 => [Value::Null, Value::Null, "ipv4-too-many-parts".into(), Value::Null],
            2 => [const { Value::Null }; 4],
            _ => [Value::Null, Value::Null, Value::Null, row(i).into()],
        };
        assert_eq!(columns.map(|column| json(&batch[column.name()], i)), expected, "row {i}");
    }
}

/// Asserts that `evaluate` returns the error of its argument `keep_going`, and does not call it again.
fn assert_stopped(evaluate: impl Fn(GoOn<'_>) -> Result<Vec<ArrayRef>, ArrowError>) {
    for stops_at in [1, 3] {
        let mut asked = 0;
        let result = evaluate(&mut || {
            asked += 1;
            if asked == stops_at { Err("that is enough".into()) } else { Ok(()) }
        });
        assert_eq!(result.unwrap_err().to_string(), "External error: that is enough");
        assert_eq!(asked, stops_at, "nothing was evaluated after the error");
    }
}

#[test]
fn an_evaluation_can_be_stopped() {
    let strings = StringArray::from(vec!["http://a.test/"; 10_000]);
    let dictionary: DictionaryArray<Int32Type> = strings.iter().collect();
    let distinct = DictionaryArray::new(Int32Array::from_iter_values(0..10_000), Arc::new(strings.clone()));
    let resolve = Call::new(Function::Resolve, &[]).unwrap();
    let calls = ["url_host", "url_port", "url_parse", "url_error"].map(|name| call(name, &[]));
    for call in &calls {
        assert_stopped(|keep_going| evaluate_chunks(call, &strings, keep_going));
        assert_stopped(|keep_going| evaluate_chunks(call, &distinct, keep_going));
    }
    assert_stopped(|keep_going| url_arrow::resolve_chunks(&resolve, &strings, &strings, keep_going));
    // The dictionary has one value, and `keep_going` is only called after 256 values.
    assert_eq!(evaluate_chunks(&calls[0], &dictionary, || Err("x".into())).unwrap()[0].len(), 10_000);
}

#[test]
fn text_past_two_gib_is_split() {
    // Every result begins with this base of one megabyte.
    let base = format!("http://a.test/{}/", "b".repeat(1_000_000));
    let call = Call::new(Function::Resolve, &[]).unwrap().with_base(&base).unwrap();
    let urls = StringArray::from(vec!["c"; 2200]);
    let chunks = evaluate_chunks(&call, &urls, || Ok(())).unwrap();
    let lengths: Vec<_> = chunks.iter().map(Array::len).collect();
    assert_eq!((lengths.len(), lengths.iter().sum::<usize>()), (2, 2200));
    for chunk in &chunks {
        let chunk = chunk.as_string::<i32>();
        let last = chunk.len() - 1;
        assert!(chunk.value_length(last) > 1_000_000 && chunk.value(last).ends_with("/c"));
    }
    drop(chunks);
    assert!(matches!(evaluate(&call, &urls), Err(ArrowError::OffsetOverflowError(_))));
    let encoded = DictionaryArray::new(Int32Array::from(vec![0; 2200]), Arc::new(urls.slice(0, 1)));
    let lengths = evaluate_chunks(&call, &encoded, || Ok(())).unwrap();
    assert_eq!(lengths.iter().map(Array::len).collect::<Vec<_>>(), [1100, 1100]);
}

/// If the text would exceed 2 GiB, `push` fails and does not add the URL. A shorter URL can still be added.
#[test]
fn columns_past_two_gib_are_refused() {
    let base = Url::parse(&format!("http://a.test/{}/", "b".repeat(1 << 20))).unwrap();
    let mut urls = UrlColumns::new(Parser::default().with_base(&base));
    assert!(urls.extend(vec![Some("c"); 3000]).is_err());
    let (rows, len) = (urls.len(), urls.text().len());
    assert_eq!((rows, len), (2047, 2047 * (base.as_str().len() + 1)));
    assert!(urls.push(Some("d")).is_err());
    urls.push(Some("http://c.test/")).unwrap();
    assert_eq!((urls.href(rows), urls.len()), (Some("http://c.test/"), rows + 1));
}
