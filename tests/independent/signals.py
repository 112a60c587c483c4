"""Sends signals at random moments to runs whose tally is complete: each answer must be whole, or the exit code must say
that the command was interrupted.

    python3 tests/independent/signals.py target/release/pioche 400
"""

import collections
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

COMMAND = "simulate bataille --deals 1500000 --tally t --resume --json j.json --force"
EXIT_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 129}


def contents(folder):
    return {name: open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)}


def start(program, folder):
    command = [program, *COMMAND.split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=folder, env={}, **pipes)


def main(program, count):
    generator = random.Random(20)
    folder = tempfile.mkdtemp()
    start(program, folder).communicate()
    begin = time.time()
    answer, _ = start(program, folder).communicate()
    duration = time.time() - begin
    files = contents(folder)
    seen = collections.Counter()
    faults = 0
    for _ in range(count):
        os.remove(os.path.join(folder, "j.json"))
        sent = generator.choice(list(EXIT_CODES))
        child = start(program, folder)
        time.sleep(generator.uniform(0, 1.1 * duration))
        child.send_signal(sent)
        output, _ = child.communicate()
        left = contents(folder)
        is_whole = output == answer and left == files
        # The negative code is that of a signal before the program has its handlers.
        is_interrupted = child.returncode in (EXIT_CODES[sent], -sent)
        has_other_files = set(left) - set(files) or left["t"] != files["t"]
        seen["whole" if is_whole else "interrupted" if is_interrupted else "FAULT"] += 1
        if has_other_files or not (is_interrupted or child.returncode == 0 and is_whole):
            faults += 1
            print("fault:", sent.name, child.returncode, sorted(left))
        open(os.path.join(folder, "j.json"), "ab").close()
    print(f"{count} signals in {duration:.2f} s of a run:", dict(seen), "faults:", faults)
    return faults > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
