//! Runs a query, and prints or writes its result.

use std::{io::Write as _, path::Path, sync::Arc};

use datafusion::{
    arrow::util::pretty::pretty_format_batches_with_schema,
    execution::context::SQLOptions,
    physical_plan::SendableRecordBatchStream,
    prelude::{DataFrame, SessionContext},
};
use futures::StreamExt as _;
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::properties::WriterProperties,
};
use urlspec_outputs::{Failure, Opening, finish};

use crate::{
    cli::Cli,
    inputs::{self, refused},
    url_function,
};

pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Refused(format!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let context = SessionContext::new().enable_url_table();
        url_function::all().for_each(|function| context.register_udf(function));
        // Refuse statements that write files. Only `--out` writes a file, which it never leaves incomplete.
        let options =
            SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let result = context.sql_with_options(&cli.query, options).await.map_err(refused)?;
        match &cli.out {
            Some(out) => write(&context, result, out).await,
            None => print(result).await,
        }
    })
}

/// Prints the result as a table.
async fn print(result: DataFrame) -> Result<(), Failure> {
    let schema = Arc::new(result.schema().as_arrow().clone());
    let batches = result.collect().await.map_err(refused)?;
    let table = pretty_format_batches_with_schema(schema, &batches);
    let table = table.map_err(|error| Failure::Refused(error.to_string()))?;
    urlspec_outputs::print(|out| writeln!(out, "{table}"))
}

/// Writes the result to the Parquet file `out`.
async fn write(context: &SessionContext, result: DataFrame, out: &Path) -> Result<(), Failure> {
    inputs::check(context, result.logical_plan(), out).await?;
    let mut output = Opening::beside(None).open(Some(out))?;
    let schema = Arc::new(result.schema().as_arrow().clone());
    let writing = |error: ParquetError| Failure::Refused(format!("cannot write {}: {error}", out.display()));
    let properties = WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::default()));
    let mut writer = ArrowWriter::try_new(Vec::new(), schema, Some(properties.build())).map_err(writing)?;
    let mut batches: SendableRecordBatchStream = result.execute_stream().await.map_err(refused)?;
    while let Some(batch) = batches.next().await {
        writer.write(&batch.map_err(refused)?).map_err(writing)?;
        let made = writer.inner_mut();
        output.write(made)?;
        made.clear();
    }
    output.write(&writer.into_inner().map_err(writing)?)?;
    finish([output], false)
}
