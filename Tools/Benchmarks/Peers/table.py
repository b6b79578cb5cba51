"""Sets the figures of several systems beside each other, as Markdown: the first is us, the others also as our ratio."""
import sys

# Each workload, and whether more of it is better.
WORKLOADS = [
    ("append, 1 caller", "durable commits/s", True),
    ("append, 1 caller, p99 ms", "ms", False),
    ("append, 64 callers", "durable commits/s", True),
    ("append, batches of 1,000", "durable events/s", True),
    ("read all in order", "events/s", True),
    ("replay into views", "events/s", True),
    ("history of one entity, ms", "ms", False),
    ("cold open, ms", "ms", False),
    ("bytes per event on disk", "bytes", False),
    ("memory, MB", "MB", False),
]


def read(path):
    with open(path) as file:
        return dict(line.rstrip("\n").split("\t") for line in file)


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
    value = float(figures[what])
    if is_us or what not in ours:
        return text(value)
    mine = float(ours[what])
    ratio = mine / value if more_is_better else value / mine
    return f"{text(value)} (×{ratio:,.1f})" if ratio >= 0.1 else f"{text(value)} (×{ratio:.3f})"


def main():
    systems = [read(path) for path in sys.argv[1:]]
    print("| | " + " | ".join(system["version"] for system in systems) + " |")
    print("|---|" + "---|" * len(systems))
    for what, unit, more_is_better in WORKLOADS:
        if not any(what in system for system in systems):
            continue
        name = what.removesuffix(", ms").removesuffix(" ms").removesuffix(", MB")
        cells = [cell(what, system, systems[0], more_is_better, index == 0) for index, system in enumerate(systems)]
        print(f"| {name}, {unit} | " + " | ".join(cells) + " |")
    print("\nIn brackets: how many times better the first is than this one (below 1: worse).")


main()
