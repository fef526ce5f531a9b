//! Reads row groups, adds the columns to them, and writes them in their order.

use std::{fs::File, sync::Arc};

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, Field, Schema, SchemaRef};
use parquet::{
    arrow::{
        ArrowWriter,
        arrow_reader::{ArrowReaderMetadata, ParquetRecordBatchReaderBuilder},
        arrow_writer::{
            ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, ArrowWriterOptions,
            compute_leaves,
        },
    },
    basic::{Compression as Codec, ZstdLevel},
    errors::ParquetError,
    file::{properties::WriterProperties, writer::SerializedFileWriter},
};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use url_columns::Call;
use urlspec_outputs::{Failure, Opening, finish, identity_of};

use crate::{
    cli::{Cli, Compression},
    shared_file::SharedFile,
};

/// The number of rows that are read and evaluated at once: few enough that they stay in the processor's
/// cache.
const BATCH: usize = 8192;

/// The work on each row group.
struct Job {
    file: SharedFile,
    metadata: ArrowReaderMetadata,
    /// The index of the column with the URLs.
    column: usize,
    calls: Vec<Call>,
    evaluate: Evaluate,
    schema: SchemaRef,
}

/// Evaluates a call on a column: [`url_arrow::evaluate`]; the benchmark has a variant that only copies.
pub(crate) type Evaluate = fn(&Call, &dyn Array) -> Result<ArrayRef, ArrowError>;

/// The reason why a row group failed.
enum Fault {
    Read(ParquetError),
    Write(ParquetError),
}

pub(crate) fn run(cli: &Cli, evaluate: Evaluate) -> Result<(), Failure> {
    let (input, out) = (cli.input.display().to_string(), cli.out.display().to_string());
    let reading = |error: &dyn std::fmt::Display| Failure::Refused(format!("cannot read {input}: {error}"));
    let writing = |error: ParquetError| Failure::Refused(format!("cannot write {out}: {error}"));
    let file = File::open(&cli.input).map_err(|error| reading(&error))?;
    let identity = identity_of(&file);
    let file = SharedFile::new(file).map_err(|error| reading(&error))?;
    let metadata =
        ArrowReaderMetadata::load(&file, parquet::arrow::arrow_reader::ArrowReaderOptions::default())
            .map_err(|error| reading(&error))?;
    let job = Job::new(cli, evaluate, file, metadata)?;
    let mut output = Opening::beside(identity).open(Some(&cli.out))?;

    let properties = WriterProperties::builder().set_compression(codec(cli.compression)).build();
    let options = ArrowWriterOptions::new().with_properties(properties);
    let writer = ArrowWriter::try_new_with_options(Vec::new(), Arc::clone(&job.schema), options);
    let (mut writer, factory) = writer.and_then(ArrowWriter::into_serialized_writer).map_err(writing)?;
    let groups = job.metadata.metadata().num_row_groups();
    let at_once = rayon::current_num_threads();
    for first in (0..groups).step_by(at_once) {
        let window = first..groups.min(first + at_once);
        let encoded: Vec<_> = window.into_par_iter().map(|group| job.encode(group, &factory)).collect();
        for chunks in encoded {
            let chunks = chunks.map_err(|fault| match fault {
                Fault::Read(error) => reading(&error),
                Fault::Write(error) => writing(error),
            })?;
            put(chunks, &mut writer).map_err(writing)?;
            let made = writer.inner_mut();
            output.write(made)?;
            made.clear();
        }
    }
    output.write(&writer.into_inner().map_err(writing)?)?;
    finish([output], cli.fsync)
}

fn codec(compression: Compression) -> Codec {
    match compression {
        Compression::None => Codec::UNCOMPRESSED,
        Compression::Snappy => Codec::SNAPPY,
        Compression::Zstd => Codec::ZSTD(ZstdLevel::default()),
    }
}

/// Writes the columns of a row group.
fn put(
    chunks: Vec<ArrowColumnChunk>,
    writer: &mut SerializedFileWriter<Vec<u8>>,
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    chunks.into_iter().try_for_each(|chunk| chunk.append_to_row_group(&mut group))?;
    group.close().map(|_| ())
}

impl Job {
    fn new(
        cli: &Cli,
        evaluate: Evaluate,
        file: SharedFile,
        metadata: ArrowReaderMetadata,
    ) -> Result<Self, Failure> {
        let table = metadata.schema();
        let refused = |sentence| Err(Failure::Refused(sentence));
        let input = cli.input.display();
        let names: Vec<_> = table.fields().iter().map(|field| field.name().as_str()).collect();
        let places: Vec<_> = (0..names.len()).filter(|&place| names[place] == cli.column).collect();
        let &[column] = places.as_slice() else {
            return refused(match places.len() {
                0 => format!("{input} has no column {}: it has {}", cli.column, names.join(", ")),
                count => format!("{input} has {count} columns {}", cli.column),
            });
        };
        let data_type = table.field(column).data_type();
        if !url_arrow::is_supported(data_type) {
            return refused(format!(
                "the column {} contains {data_type}: URLs must be strings or bytes",
                cli.column
            ));
        }
        let mut fields = table.fields().to_vec();
        let mut calls = Vec::new();
        for (name, call) in &cli.functions.0 {
            if fields.iter().any(|field| field.name() == name) {
                return refused(format!(
                    "two columns would be named {name}: write another name before the function, as in x={}",
                    call.function()
                ));
            }
            let call = call.clone().with_max_len(cli.max_len);
            fields.push(Arc::new(Field::new(name, url_arrow::result_type(&call), true)));
            calls.push(call);
        }
        let schema = Arc::new(Schema::new_with_metadata(fields, table.metadata().clone()));
        Ok(Self { file, metadata, column, calls, evaluate, schema })
    }

    /// Reads the row group with the index `group`, and encodes it with the added columns.
    fn encode(
        &self,
        group: usize,
        factory: &ArrowRowGroupWriterFactory,
    ) -> Result<Vec<ArrowColumnChunk>, Fault> {
        let mut columns = factory.create_column_writers(group).map_err(Fault::Write)?;
        let reader =
            ParquetRecordBatchReaderBuilder::new_with_metadata(self.file.clone(), self.metadata.clone());
        let batches =
            reader.with_row_groups(vec![group]).with_batch_size(BATCH).build().map_err(Fault::Read)?;
        for batch in batches {
            let arrays =
                batch.and_then(|batch| self.arrays(&batch)).map_err(|error| Fault::Read(error.into()))?;
            let mut columns = columns.iter_mut();
            for (field, array) in self.schema.fields().iter().zip(arrays) {
                let leaves = compute_leaves(field, &array).map_err(Fault::Write)?;
                for (leaf, column) in leaves.iter().zip(columns.by_ref()) {
                    column.write(leaf).map_err(Fault::Write)?;
                }
            }
        }
        columns.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>().map_err(Fault::Write)
    }

    /// Returns the columns of `batch` with the added ones.
    fn arrays(&self, batch: &RecordBatch) -> Result<Vec<ArrayRef>, ArrowError> {
        let urls = batch.column(self.column);
        let added = self.calls.iter().map(|call| (self.evaluate)(call, urls));
        batch.columns().iter().cloned().map(Ok).chain(added).collect()
    }
}
