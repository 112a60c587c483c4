"""Bataille by the rules of families: `pioche` beside a plain program in C.

    python3 tests/independent/family_rules.py target/release/pioche [--games 100000]

Compiles `family_rules.c`, which shares nothing with the engine, plays both by each rule with uniform shuffles of 13 values,
and prints the shares of games that do not end, the mean lengths and the time per game on one thread. Exit 1 if a share or a
mean differs by more than three standard errors of the difference.
"""

import argparse
import json
import math
import os
import resource
import subprocess
import sys
import tempfile

PICKUPS = ["laid", "winner-first", "loser-first", "random"]

# Cards face down, order of picking up, whether the last card counts.
RULES = [
    (1, "laid", False),
    (2, "laid", False),
    (3, "laid", False),
    (0, "laid", False),
    (1, "random", False),
    (1, "random", True),
    (3, "random", False),
    (3, "random", True),
    (3, "laid", True),
    (1, "winner-first", False),
    (3, "winner-first", True),
    (2, "loser-first", True),
    (0, "random", False),
]


def cpu_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pioche")
    parser.add_argument("--games", type=int, default=100_000)
    options = parser.parse_args()
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "family_rules.c")
    misses = 0
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "family_rules")
        subprocess.run(["cc", "-O3", "-o", program, source, "-lm"], check=True)
        print(f"{'face down, pick-up, last card':32} {'not ended':>20} {'mean rounds':>20} {'z':>12} {'ns/game':>16}")
        for face_down, pickup, last_card in RULES:
            is_long = face_down == 0 and pickup == "laid"
            games = max(options.games // 50, 64) if is_long else options.games
            limit = 20_000 if is_long else 1_000_000
            arguments = [face_down, PICKUPS.index(pickup), int(last_card), games, 1, limit, 13]
            _, line = cpu_seconds([program, *map(str, arguments)])
            numbers = [float(word) for word in line.split()]
            command = [options.pioche, "simulate", "bataille", "--shuffle", "uniform", "--format", "json"]
            command += ["--face-down", str(face_down), "--pickup", pickup, "--threads", "1", "--quiet"]
            command += ["--out-of-cards", "last-card" if last_card else "count"]
            if is_long:
                command += ["--turns", str(limit)]
            startup, _ = cpu_seconds([*command, "--outcome", "draw", "--deals", "64"])
            seconds, output = cpu_seconds([*command, "--deals", str(games)])
            run = json.loads(output)["runs"][0]
            shares = {row["outcome"]: row for row in json.loads(output)["rows"]} | run["summary"]
            # Endless games and those that reach a limit; the limits differ but for long games.
            undecided = ["cut_off"] if is_long else ["endless", "unresolved"]
            ours = sum(shares[outcome]["count"] for outcome in undecided)
            theirs = numbers[4] + numbers[5]
            share = (ours + theirs) / (2 * games)
            share_error = math.sqrt(2 * share * (1 - share) / games)
            share_z = (ours - theirs) / games / share_error if share_error else 0.0
            length = run["summary"].get("rounds")
            mean_z = 0.0
            mean = math.nan
            if length and length["count"] > 100:
                mean = length["mean"]
                mean_z = (mean - numbers[6]) / math.hypot(length["standard_deviation"] / math.sqrt(length["count"]), numbers[7])
            misses += abs(share_z) > 3
            misses += abs(mean_z) > 3
            name = f"{face_down} {pickup} {'last-card' if last_card else 'count'}"
            nanoseconds = (seconds - startup) / games * 1e9
            print(
                f"{name:32} {ours / games:9.2%} {theirs / games:9.2%} {mean:10.1f} {numbers[6]:9.1f}"
                f" {share_z:6.1f} {mean_z:5.1f} {nanoseconds:8.0f} {numbers[11]:8.0f}",
                flush=True,
            )
    sys.exit(misses > 0)


if __name__ == "__main__":
    main()
