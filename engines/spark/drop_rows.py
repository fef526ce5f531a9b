"""canonicalize.py with a deliberate fault, which prove.py must notice: it drops the last row of each batch."""

import sys

import canonicalize

whole = canonicalize.append
canonicalize.append = lambda batch, column, calls: whole(batch.slice(0, batch.num_rows - 1), column, calls)
canonicalize.run(sys.argv[1:])
