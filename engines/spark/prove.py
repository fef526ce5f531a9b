"""Runs the job on a cluster of its own (a master and two workers on this machine), kills parts of it, and compares.

    python prove.py WORK --rows 1000000

Every run must end with all rows of its input, and with the same checksum over all columns as a single process without
Spark. WORK is the folder to create. Only processes that this program started are killed.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

import pyarrow as pa
import pyarrow.dataset
import pyspark

import checksum
import make_input
from urlspec.jobs import canonicalize
from urlspec.spark import append

HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent / "python"))
from top_domains import top_domains  # noqa: E402

SPARK = pathlib.Path(pyspark.__file__).parent
FUNCTIONS = [
    *("url_parse", "url_canon", "url_registrable_domain", "url_error"),
    *("q=url_query_param('q')", "agreed=url_agree('whatwg,curl')"),
]
# The number of tasks that must have ended before a process is killed.
AFTER = 3


class Failed(Exception):
    """Raised if a check fails."""


def require(holds, sentence):
    if not holds:
        raise Failed(sentence)


def free_port():
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return any_port.getsockname()[1]


def processes():
    """The parent and the command of each process."""
    found = {}
    for entry in pathlib.Path("/proc").iterdir():
        # A process may end while it is examined.
        with contextlib.suppress(OSError, ValueError):
            stat = (entry / "stat").read_text().rpartition(")")[2].split()
            found[int(entry.name)] = (int(stat[1]), (entry / "cmdline").read_text().replace("\0", " "))
    return found


def below(root):
    """The processes that `root` started, directly or indirectly, with their commands."""
    known, tree = processes(), [root]
    for pid in tree:
        tree += [child for child, (parent, _) in known.items() if parent == pid]
    return {pid: known[pid][1] for pid in tree[1:] if pid in known}


class Cluster:
    """A master and two workers, each a process in a session of its own."""

    def __init__(self, work, stack):
        self.work, self.port = work, free_port()
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(SPARK),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_NO_DAEMONIZE": "1",
            "PYSPARK_PYTHON": sys.executable,
            "PYTHONPATH": "",
        }
        stack.callback(self.stop)
        self.running = {}
        self.start("master", "Master", "--port", self.port)
        self.wait_for("master", "I have been elected leader")
        for name in ["worker1", "worker2"]:
            self.start_worker(name)

    def start(self, name, kind, *arguments):
        command = [SPARK / "bin/spark-class", "-Xmx256m", f"org.apache.spark.deploy.{kind.lower()}.{kind}"]
        command += ["--host", "127.0.0.1", "--webui-port", free_port(), *arguments]
        log = open(self.work / f"{name}.log", "w")
        self.running[name] = subprocess.Popen(
            [str(part) for part in command], stdout=log, stderr=log, env=self.environment, start_new_session=True
        )

    def start_worker(self, name):
        own = ["--port", free_port(), "--cores", 1, "--memory", "2g", "--work-dir", self.work / name]
        self.start(name, "Worker", *own, f"spark://127.0.0.1:{self.port}")
        self.wait_for(name, "Successfully registered")

    def wait_for(self, name, text):
        for _ in range(240):
            if text in (self.work / f"{name}.log").read_text():
                return
            if self.running[name].poll() is not None:
                break
            time.sleep(0.25)
        raise Failed(f"the {name} did not start: see {self.work / name}.log")

    def kill_executor(self):
        worker = self.running["worker2"].pid
        executors = [pid for pid, command in below(worker).items() if "CoarseGrainedExecutorBackend" in command]
        for pid in executors:
            os.kill(pid, signal.SIGKILL)
        return executors

    def kill_worker(self):
        worker = self.running["worker2"]
        killed = [worker.pid, *below(worker.pid)]
        for pid in killed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        worker.wait()
        return killed

    def stop(self):
        for name, process in self.running.items():
            for pid in [process.pid, *below(process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGTERM)
            process.wait()


class Proof:
    def __init__(self, options, cluster, expected):
        self.work, self.deadline = options.work, time.monotonic() + options.minutes * 60
        self.cluster, self.expected = cluster, expected
        self.done = 0

    def command(self, script, *arguments):
        """The command that submits `script`."""
        command = [
            *(SPARK / "bin/spark-submit", "--master", f"spark://127.0.0.1:{self.cluster.port}"),
            *("--driver-memory", "700m", "--executor-memory", "1g", "--executor-cores", "1"),
            *("--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.driver.bindAddress=127.0.0.1"),
            *("--conf", "spark.ui.enabled=false"),
            # Many tasks, so that some are lost when a process is killed.
            *("--conf", "spark.sql.files.maxPartitionBytes=2m", "--conf", "spark.sql.files.openCostInBytes=1m"),
            *(HERE / script, *arguments),
        ]
        return [str(part) for part in command]

    def example(self, source):
        """Runs `spark_top_domains.py`, which must print the same as `top_domains.py`."""
        command = self.command("spark_top_domains.py", source)
        with open(self.work / "top_domains.log", "w") as log:
            left = self.deadline - time.monotonic()
            answer = subprocess.run(
                command, stdout=subprocess.PIPE, stderr=log, env=self.cluster.environment, timeout=left, text=True
            ).stdout
        expected = "".join(f"{domain} {count}\n" for domain, count in top_domains(source))
        # Spark may have printed warnings before the answer.
        require(expected and answer.endswith(expected), f"spark_top_domains.py: {answer!r} is not {expected!r}")
        print(f"ok  top domains as in Python, first {expected.splitlines()[0]}", flush=True)

    def unfinished(self):
        """The folders of incomplete results."""
        return list(self.work.glob(".urlspec-*"))

    def job(self, name, source, *, script=canonicalize.__file__, kill=None, ends=True):
        """Runs a job; after some tasks calls `kill`. Returns the folder of its output."""
        target, log = self.work / name, self.work / f"{name}.log"
        command = self.command(script, source, target, "--functions", *FUNCTIONS)
        began, killed = time.monotonic(), None
        with open(log, "a") as out:
            process = subprocess.Popen(
                command, stdout=out, stderr=out, env=self.cluster.environment, start_new_session=True
            )
        try:
            while process.poll() is None:
                time.sleep(0.1)
                ended = len(list(self.work.glob(".urlspec-unfinished-*/_temporary/0/task_*")))
                if kill is not None and killed is None and ended >= AFTER:
                    killed = kill(process)
                    require(killed, f"{name}: there was nothing to kill")
                    print(f"  {ended} tasks had ended: kill -9 {' '.join(map(str, killed))}", flush=True)
                require(time.monotonic() <= self.deadline, f"{name}: the time is over")
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        require(kill is None or killed is not None, f"{name}: the job ended before anything was killed")
        require(ends == (process.returncode == 0), f"{name}: the job ended with {process.returncode}: see {log}")
        self.took = time.monotonic() - began
        return target

    def check(self, name, target, expected=None):
        expected, found = expected or self.expected, checksum.checksum(target)
        require(found == expected, f"{name}: {found} is not {expected}")
        require(not self.unfinished(), f"{name}: {self.unfinished()} was left")
        print(f"ok  {name}: {found[0]} rows, checksum {found[1]}, {self.took:.0f} s", flush=True)
        shutil.rmtree(target)
        self.done += 1

    def run(self, source, poisoned, of_poisoned):
        cluster = self.cluster
        self.check("undisturbed", self.job("undisturbed", source))
        self.example(source)

        target = self.job("executor", source, kill=lambda _: cluster.kill_executor())
        require("Lost executor" in (self.work / "executor.log").read_text(), "executor: none was lost")
        self.check("executor killed", target)

        self.check("worker killed", self.job("worker", source, kill=lambda _: cluster.kill_worker()))
        cluster.start_worker("worker2")

        def kill_driver(process):
            os.killpg(process.pid, signal.SIGKILL)
            return [process.pid]

        target = self.job("driver", source, kill=kill_driver, ends=False)
        require(not target.exists(), "driver: there is a result, which is not complete")
        [left] = self.unfinished()
        looks_whole = (left / "_SUCCESS").exists() or list(left.glob("*.parquet"))
        require(not looks_whole, "driver: what was left looks like a result")
        print("ok  driver killed: there is no result", flush=True)
        # The next job must keep the folder: another job may be writing it.
        self.job("driver", source)
        require(self.unfinished() == [left], "driver: the next job did not leave what it did not write")
        shutil.rmtree(left)
        self.check("driver run again", target)

        self.check("poison", self.job("poison", poisoned), of_poisoned)

        target = self.job("fault", poisoned, script="drop_rows.py")
        try:
            self.check("rows dropped", target, of_poisoned)
        except Failed as noticed:
            print(f"ok  the check fails where rows are dropped: {noticed}", flush=True)
        else:
            raise Failed("the check did not notice that rows were dropped")


def single_process(folder):
    """(rows, checksum) of the result of a single process without Spark on `folder`."""
    calls = [canonicalize.call_of(text) for text in FUNCTIONS]
    dataset = checksum.in_bytes(folder)
    batches = (append(batch, "url", calls) for batch in dataset.to_batches(batch_size=8192))
    first = append(pa.RecordBatch.from_pylist([], dataset.schema), "url", calls)
    schema = checksum.as_bytes(first.schema)
    return checksum.of_batches(schema, (batch.cast(schema) for batch in batches))


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("work", type=pathlib.Path)
    arguments.add_argument("--rows", type=int, default=1_000_000)
    arguments.add_argument("--minutes", type=float, default=15, help="fail if the jobs take longer together")
    options = arguments.parse_args()
    options.work = options.work.resolve()
    options.work.mkdir(parents=True)

    source, poisoned = options.work / "input", options.work / "poisoned"
    make_input.links(source, options.rows, files=20)
    poisoned.mkdir()
    for file in source.iterdir():
        os.link(file, poisoned / file.name)
    rows = options.rows + make_input.poison(poisoned, options.rows)

    began = time.process_time()
    expected, of_poisoned = single_process(source), single_process(poisoned)
    print(f"single process: {expected[0]} rows, checksum {expected[1]}; {time.process_time() - began:.0f} s of CPU for both")
    require((expected[0], of_poisoned[0]) == (options.rows, rows), "the single process lost rows")

    with contextlib.ExitStack() as stack:
        proof = Proof(options, Cluster(options.work, stack), expected)
        proof.run(source, poisoned, of_poisoned)
    print(f"{proof.done} jobs ended with all rows; killed: an executor, a worker, a driver")


if __name__ == "__main__":
    try:
        main()
    except (Failed, subprocess.TimeoutExpired) as error:
        sys.exit(f"error: {error}")
