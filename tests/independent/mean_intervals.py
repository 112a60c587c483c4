#!/usr/bin/env python3
"""Coverage of the printed intervals of means, by mean and number of values, resampled from the committed histograms.

Run it in the root of the project (needs NumPy and SciPy): `python3 tests/independent/mean_intervals.py [LEVEL]`.
Samples of each size are drawn from each histogram of `results/tallies`. What counts is how often the intervals that are
printed contain the mean of the whole histogram. The rule is that of `Moments::mean_interval`.
"""
import sys

import numpy as np
from scipy.stats import t as student

LEVEL = float(sys.argv[1]) if len(sys.argv) > 1 else 0.95
GENERATOR = np.random.default_rng(11)
SIZES = [30, 40, 50, 60, 80, 100, 150, 200, 300, 500, 1000, 2500, 5000, 20000]
# The tally and the histogram of each mean.
MEANS = [
    ("alliances-32-none-perfect", "lead"),
    ("alliances-32-exchange", "gain"),
    ("alliances-32-none", "piles"),
    ("bataille-13-fixed-uniform-none", "period"),
    ("bataille-12-fixed-uniform-none", "period"),
    ("bataille-5-fixed-uniform-none", "period"),
    ("bataille-13-fixed-uniform-none", "rounds"),
    ("bataille-13-alternating-uniform-none", "rounds"),
    ("bataille-3-alternating-uniform-none", "rounds"),
    ("alak-9-line-captured-random-random-1000-9-line-captured", "plies"),
    ("alak-15-ring-captured-random-random-1000-15-ring-captured", "plies"),
]


def histogram(stem, name):
    """Returns the counts of the values 0, 1, 2, … of a histogram."""
    with open(f"results/tallies/{stem}.tally") as tally:
        for line in tally:
            if line.startswith(f"histogram {name} "):
                return np.array([int(count) for count in line.split()[2:]], float)
    raise SystemExit(f"{stem} has no histogram {name}")


def coverage(values, probabilities, size):
    """Returns the share of samples with an interval, and the share of these that contain the mean."""
    repetitions = 10000 if len(values) < 400 else 4000 if len(values) <= 3000 else 2000
    counts = GENERATOR.multinomial(size, probabilities, size=repetitions).astype(np.float32)
    mean = counts @ values / size
    variance = np.maximum(counts @ values**2 / size - mean**2, 0)
    deviation = np.sqrt(variance)
    third = np.array([row @ np.abs(values - m) ** 3 / size for row, m in zip(counts, mean)])
    with np.errstate(all="ignore"):
        absolute_skewness = np.nan_to_num(third / deviation**3, posinf=1e9)
        unusual = size - counts.max(axis=1)
        scarcity = np.minimum(1e9, np.maximum((28 + 5 * absolute_skewness**2) / size, 20 / unusual))
    printed = (scarcity <= 1) & (variance > 1e-12)
    standard_error = deviation / np.sqrt(size - 1)
    half_width = (student.ppf((1 + LEVEL) / 2, size - 1) + 1.6 * scarcity**2) * standard_error
    contains = np.abs(mean - probabilities @ values) <= half_width
    return printed.mean(), contains[printed].mean() if printed.sum() >= 40 else None


print("| mean | " + " | ".join(f"{size:,}" for size in SIZES) + " |")
print("|---|" + "--:|" * len(SIZES))
covered = []
for stem, name in MEANS:
    counts = histogram(stem, name)
    values = np.nonzero(counts)[0]
    probabilities = counts[values] / counts[values].sum()
    cells = []
    for size in SIZES:
        printed, share = coverage(values.astype(float), probabilities, size)
        cells.append("" if share is None else f"{100 * share:.1f}")
        if share is not None:
            covered.append((share, printed, stem, name, size))
    print(f"| {stem.split('-random')[0]}, {name} | " + " | ".join(cells) + " |")
overall = sum(share * printed for share, printed, *_ in covered) / sum(printed for _, printed, *_ in covered)
worst = min(covered)
print(f"\n{len(covered)} cells, {overall:.1%} overall, worst {worst[0]:.1%}: {worst[2]}, {worst[3]}, n = {worst[4]}")
