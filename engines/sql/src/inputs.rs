//! The files that a query reads, which its output must not replace.

use std::{fs, path::Path, sync::Arc};

use datafusion::{
    catalog::TableProvider,
    common::tree_node::TreeNodeRecursion,
    datasource::{listing::ListingTable, source_as_provider},
    error::DataFusionError,
    logical_expr::LogicalPlan,
    object_store::local::LocalFileSystem,
    prelude::SessionContext,
};
use futures::TryStreamExt as _;
use same_file::Handle;
use urlspec_outputs::Failure;

/// Refuses the output `out` if it is a file that `plan` reads by a path, a URL, a folder, a glob or a link.
pub(crate) async fn check(context: &SessionContext, plan: &LogicalPlan, out: &Path) -> Result<(), Failure> {
    // A missing file cannot be an input, and a file that is not regular is written to, not replaced.
    if !fs::metadata(out).is_ok_and(|found| found.is_file()) {
        return Ok(());
    }
    let reading = |error| Failure::Refused(format!("cannot read {}: {error}", out.display()));
    let replaced = Handle::from_path(out).map_err(reading)?;
    if is_read(context, plan, &replaced).await.map_err(refused)? {
        let sentence = format!("{} is read by the query: write to another file", out.display());
        return Err(Failure::Refused(sentence));
    }
    Ok(())
}

/// Converts the error of a query to a failure of the program.
pub(crate) fn refused(error: DataFusionError) -> Failure {
    Failure::Refused(error.strip_backtrace())
}

/// Returns true if `plan` reads `file`.
async fn is_read(
    context: &SessionContext,
    plan: &LogicalPlan,
    file: &Handle,
) -> Result<bool, DataFusionError> {
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
            // List the files as the scan does.
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
