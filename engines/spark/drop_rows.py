"""canonicalize.py with a fault: the last row of each batch is dropped. prove.py must notice."""

import sys

import canonicalize

whole = canonicalize.append
canonicalize.append = lambda batch, column, calls: whole(batch.slice(0, batch.num_rows - 1), column, calls)
canonicalize.run(sys.argv[1:])
