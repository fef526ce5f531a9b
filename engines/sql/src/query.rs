//! Runs a query, and prints its result or writes it to a file, which must not be a file that the query reads.

use std::{fs, io::Write as _, path::Path, sync::Arc};

use datafusion::{
    arrow::util::pretty::pretty_format_batches_with_schema,
    catalog::TableProvider,
    common::{plan_err, tree_node::TreeNodeRecursion},
    datasource::{
        listing::{ListingTable, ListingTableConfig, ListingTableConfigExt as _, ListingTableUrl},
        source_as_provider,
    },
    error::DataFusionError,
    execution::context::SQLOptions,
    logical_expr::LogicalPlan,
    object_store::{ObjectMeta, local::LocalFileSystem},
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
        if !cli.inputs.is_empty() {
            let table = table_of(&context, &cli.inputs).await.map_err(refused)?;
            context.register_table("input", Arc::new(table)).map_err(refused)?;
        }
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

/// Returns a table with the rows of all `paths`. Fails if one of them names no file.
async fn table_of(context: &SessionContext, paths: &[String]) -> Result<ListingTable, DataFusionError> {
    let state = context.state();
    let urls = paths.iter().map(ListingTableUrl::parse).collect::<Result<_, _>>()?;
    let mut config = ListingTableConfig::new_with_multi_paths(urls).infer_options(&state).await?;
    // DataFusion takes the partitions of the first path for those of all paths.
    if paths.len() == 1 {
        config = config.infer_partitions_from_path(&state).await?;
    }
    let table = ListingTable::try_new(config.infer_schema(&state).await?)?;
    for (path, url) in paths.iter().zip(table.table_paths()) {
        if files(context, &table, url).await?.is_empty() {
            return plan_err!("{path} has no files with the extension {}", table.options().file_extension);
        }
    }
    Ok(table)
}

/// Returns the files of a table that `url` names, as DataFusion lists them when it reads the table.
async fn files(
    context: &SessionContext,
    table: &ListingTable,
    url: &ListingTableUrl,
) -> Result<Vec<ObjectMeta>, DataFusionError> {
    let store = context.runtime_env().object_store(url.object_store())?;
    let extension = &table.options().file_extension;
    url.list_all_files(&context.state(), &store, extension).await?.try_collect().await
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
    let local = LocalFileSystem::new();
    for table in tables.iter().filter_map(|table| table.downcast_ref::<ListingTable>()) {
        for url in table.table_paths().iter().filter(|url| url.scheme() == "file") {
            for found in files(context, table, url).await? {
                let path = local.path_to_filesystem(&found.location)?;
                if Handle::from_path(path).is_ok_and(|found| found == *file) {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
