"""The settings of Spark for the tests that run in one process."""

import os
import sys

os.environ.update(
    PYSPARK_PYTHON=sys.executable,
    PYSPARK_SUBMIT_ARGS="--master local[1] --driver-memory 700m --conf spark.ui.enabled=false pyspark-shell",
    SPARK_LOCAL_IP="127.0.0.1",
)
