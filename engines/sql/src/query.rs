//! Runs a query, and prints its result or writes it to a file, which must not be a file that the query reads.

use std::{fs, io::Write as _, path::Path, sync::Arc};

use datafusion::{
    arrow::util::pretty::pretty_format_batches_with_schema,
    catalog::TableProvider,
    common::tree_node::TreeNodeRecursion,
    datasource::{listing::ListingTable, source_as_provider},
    error::DataFusionError,
    execution::context::SQLOptions,
    logical_expr::LogicalPlan,
    object_store::local::LocalFileSystem,
    physical_plan::SendableRecordBatchStream,
    prelude::{DataFrame, SessionContext},
};
use futures::{StreamExt as _, TryStreamExt as _};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    errors::ParquetError,
    file::properties::WriterProperties,
};
use same_file::Handle;
use urlspec_outputs::{Failure, Opening, finish};

use crate::{Cli, url_function};

pub(crate) fn run(cli: &Cli) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Refused(format!("cannot start threads: {error}")))?;
    runtime.block_on(async {
        let context = SessionContext::new().enable_url_table();
        url_function::all().for_each(|function| context.register_udf(function));
        // Refuse statements that write files. Only `--out` may write a file, and never an incomplete one.
        let options =
            SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
        let result = context.sql_with_options(&cli.query, options).await.map_err(refused)?;
        match &cli.out {
            Some(out) => write(&context, result, out).await,
            None => print(result).await,
        }
    })
}

async fn print(result: DataFrame) -> Result<(), Failure> {
    let schema = Arc::new(result.schema().as_arrow().clone());
    let batches = result.collect().await.map_err(refused)?;
    let table = pretty_format_batches_with_schema(schema, &batches);
    let table = table.map_err(|error| Failure::Refused(error.to_string()))?;
    urlspec_outputs::print(|out| writeln!(out, "{table}"))
}

async fn write(context: &SessionContext, result: DataFrame, out: &Path) -> Result<(), Failure> {
    check_output(context, result.logical_plan(), out).await?;
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

/// Fails if `plan` reads the file `out`. A query may name the file by a path, a URL, a folder, a glob or a
/// link.
async fn check_output(context: &SessionContext, plan: &LogicalPlan, out: &Path) -> Result<(), Failure> {
    // A missing file cannot be an input. A file that is not regular, such as a pipe, is not replaced.
    if !fs::metadata(out).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let reading = |error| Failure::Refused(format!("cannot read {}: {error}", out.display()));
    let replaced = Handle::from_path(out).map_err(reading)?;
    if reads(context, plan, &replaced).await.map_err(refused)? {
        let sentence = format!("{} is read by the query: write to another file", out.display());
        return Err(Failure::Refused(sentence));
    }
    Ok(())
}

fn refused(error: DataFusionError) -> Failure {
    Failure::Refused(error.strip_backtrace())
}

async fn reads(context: &SessionContext, plan: &LogicalPlan, file: &Handle) -> Result<bool, DataFusionError> {
    let mut tables: Vec<Arc<dyn TableProvider>> = Vec::new();
    plan.apply_with_subqueries(|node| {
        if let LogicalPlan::TableScan(scan) = node {
            tables.push(source_as_provider(&scan.source)?);
        }
        Ok(TreeNodeRecursion::Continue)
    })?;
    let state = context.state();
    let local = LocalFileSystem::new();
    for table in tables.iter().filter_map(|table| table.downcast_ref::<ListingTable>()) {
        let extension = &table.options().file_extension;
        for url in table.table_paths().iter().filter(|url| url.scheme() == "file") {
            // List the files of the table as DataFusion does when it reads the table.
            let store = context.runtime_env().object_store(url.object_store())?;
            let mut files = url.list_all_files(&state, &store, extension).await?;
            while let Some(found) = files.try_next().await? {
                let path = local.path_to_filesystem(&found.location)?;
                if Handle::from_path(path).is_ok_and(|found| found == *file) {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
