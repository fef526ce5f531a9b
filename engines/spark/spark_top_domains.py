"""The registrable domains with the most URLs in a crawl list: `spark-submit spark_top_domains.py PATH [COUNT]`.

PATH is a Parquet file with a column `url`, or a folder of them. Prints the same as engines/python/top_domains.py.
"""

import sys

from pyspark.sql import SparkSession, functions
from urlspec.spark import with_columns

if __name__ == "__main__":
    spark = SparkSession.builder.appName("top domains").getOrCreate()
    urls = spark.read.parquet(sys.argv[1]).select("url")
    domains = with_columns(urls, "url", domain="url_registrable_domain")
    counts = domains.where("domain is not null").groupBy("domain").agg(functions.count("*").alias("urls"))
    top = counts.orderBy(functions.desc("urls"), "domain").limit(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
    for domain, count in top.collect():
        print(domain, count)
    spark.stop()
