"""Sets the figures of several systems beside each other, as Markdown: the first is us, the others also as our ratio.

A file of figures has lines of name, tab, one figure for each round. In the table stands the median, and how far the
rounds lie apart where that is more than a tenth of it.
"""
import statistics
import sys

# Each workload, its unit, and whether more of it is better.
WORKLOADS = [
    ("append, 1 caller", "durable commits/s", True),
    ("append, 1 caller, p99 ms", "ms", False),
    ("append, 64 callers", "durable commits/s", True),
    ("append, batches of 1,000", "durable events/s", True),
    ("read all in order", "events/s", True),
    ("replay into two tables", "events/s", True),
    ("history of one entity, ms", "ms", False),
    ("history of one entity, asked again, ms", "ms", False),
    ("cold open, ms", "ms", False),
    ("bytes per event on disk", "", False),
    ("memory, MB", "MB", False),
    ("events in the store", "", None),
]
# More apart than this, and the table says so.
APART = 0.1


def read(path):
    with open(path) as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    return {name: figures[0] if name == "version" else sorted(map(float, figures)) for name, *figures in lines if figures}


def text(value):
    if value >= 1_000_000:
        return f"{value / 1_000_000:.2f} M"
    if value >= 10_000:
        return f"{value / 1000:.0f} k"
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def cell(what, figures, ours, more_is_better, is_us):
    if what not in figures:
        return "–"
    rounds = figures[what]
    value = statistics.median(rounds)
    words = text(value)
    if value and (rounds[-1] - rounds[0]) / value > APART:
        words += f" ({text(rounds[0])} – {text(rounds[-1])})"
    if is_us or what not in ours or more_is_better is None or not value:
        return words
    mine = statistics.median(ours[what])
    ratio = mine / value if more_is_better else value / mine
    return words + (f" **×{ratio:,.1f}**" if ratio >= 0.1 else f" **×{ratio:.3f}**")


def main():
    systems = [read(path) for path in sys.argv[1:]]
    print("| | " + " | ".join(system["version"] for system in systems) + " |")
    print("|---|" + "---|" * len(systems))
    for what, unit, more_is_better in WORKLOADS:
        if not any(what in system for system in systems):
            continue
        name = what.removesuffix(", ms").removesuffix(" ms").removesuffix(", MB").removesuffix(",")
        cells = [cell(what, system, systems[0], more_is_better, index == 0) for index, system in enumerate(systems)]
        print(f"| {name}{', ' + unit if unit else ''} | " + " | ".join(cells) + " |")
    print(
        "\nThe median of the rounds, in brackets the least and the most where they lie more than a tenth of it apart "
        "(for a history: of nine in ten). **×**: how many times better the first is than this one; below 1 it is worse.")


if __name__ == "__main__":
    main()
