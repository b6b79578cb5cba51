"""What was asked of the engine's speed, beside what one run measured: targets.py FIGURES, as a Markdown table.

Each figure is the median of its rounds; what depends on the machine is measured by turns with the machine, in the same run.
"""
import statistics
import sys

from table import read, text

# What is asked, the name of its figure, the least or the most, and how it reads.
TARGETS = [
    ("one caller, of the machine's bare fdatasync rate", "append, 1 caller, part of fdatasync", "least", 0.8, "%"),
    ("p99 of a durable commit, of the bare fdatasync's p99", "append, 1 caller, p99 of fdatasync", "most", 2, "×"),
    ("64 callers, durable commits/s", "append, 64 callers", "least", 150_000, ""),
    ("batches of 1,000, records/s", "append, batches of 1,000", "least", 1_500_000, ""),
    ("history of one entity, ms", "history of one entity, ms", "most", 0.1, ""),
    ("history of one entity, asked again, ms", "history of one entity, asked again, ms", "most", 0.01, ""),
    ("bytes per event of 120, sealed, each committed alone", "bytes per event on disk, committed alone", "most", 60, ""),
    ("bytes per event of 120, sealed, in batches", "bytes per event on disk", "most", 60, ""),
    ("verify, of SHA-256 on one core", "verify, part of SHA-256 on one core", "least", 0.8, "%"),
    ("verify, of SHA-256 on both cores", "verify, part of SHA-256 on both cores", "least", 0.8, "%"),
]


def words(value, form):
    return {"%": f"{value * 100:.0f} %", "×": f"{value:.2f} ×"}.get(form) or text(value)


def main():
    figures = read(sys.argv[1])
    for name in ("the machine: fdatasync", "the machine: fdatasync, p99 ms", "the machine: SHA-256, one core, MB/s",
                 "the machine: SHA-256, both cores, MB/s"):
        rounds = figures[name]
        print(f"{name}: {text(statistics.median(rounds))} ({text(rounds[0])} – {text(rounds[-1])})  ")
    print("\n| | asked | measured (rounds) | |\n|---|---|---|---|")
    for what, name, side, limit, form in TARGETS:
        rounds = figures[name]
        value = statistics.median(rounds)
        met = value >= limit if side == "least" else value <= limit
        spread = f" ({words(rounds[0], form)} – {words(rounds[-1], form)})" if len(rounds) > 1 else ""
        print(f"| {what} | {'≥' if side == 'least' else '≤'} {words(limit, form)} | {words(value, form)}{spread} |"
              f" {'met' if met else '**missed**'} |")


if __name__ == "__main__":
    main()
