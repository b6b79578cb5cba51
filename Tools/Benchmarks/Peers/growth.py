"""Draws what things cost as a journal grows: growth.py FIGURES DIRECTORY MACHINE SIZE…

FIGURES holds SIZE.journal and SIZE.workspace as Tools/Benchmarks/growth wrote them. Writes DIRECTORY/Growth.svg, and in
DIRECTORY/Growth.md everything between the two marks.
"""
import math
import os
import re
import statistics
import sys

from table import read, text

# Name, its figure, and how milliseconds come of it: a rate stands for the time that all events take.
COSTS = [
    ("journal: append in batches of 1,000", "append, batches of 1,000", "rate"),
    ("journal: verify", "verify, MB/s hashed", "hashed"),
    ("journal: read all in order", "read all in order", "rate"),
    ("journal: open", "cold open, ms", "ms"),
    ("journal: history of one entity", "history of one entity, ms", "ms"),
    ("workspace: open without a snapshot", "workspace: open without a snapshot, ms", "ms"),
    ("workspace: open from a snapshot", "workspace: open from a snapshot, ms", "ms"),
]
# What is not a time: bytes and megabytes.
SIZES = [
    ("journal: bytes per event, in batches", "bytes per event on disk"),
    ("workspace: bytes per event", "workspace: bytes per event on disk"),
    ("workspace: snapshot, MB", "workspace: snapshot, MB"),
    ("workspace: memory of the views, MB", "workspace: memory of the views, MB"),
    ("workspace: command alone, p99 ms", ("workspace: command, p99 and most, ms", 0)),
    ("workspace: command alone, most ms", ("workspace: command, p99 and most, ms", 1)),
    ("workspace: command beside a snapshot, p99 ms", ("workspace: command beside a snapshot, p99 and most, ms", 0)),
    ("workspace: command beside a snapshot, most ms", ("workspace: command beside a snapshot, p99 and most, ms", 1)),
]
HASHED_BYTES = 146
COLOURS = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#8c564b", "#e377c2", "#ff7f0e"]


def milliseconds(value, form, size):
    if form == "rate":
        return size / value * 1000
    if form == "hashed":
        return size * HASHED_BYTES / (value * 1e6) * 1000
    return value


def words(milliseconds):
    return f"{milliseconds / 1000:.2f} s" if milliseconds >= 1000 else f"{text(milliseconds)} ms"


def costs(figures):
    """For each cost its median at each size; nothing where it was not measured."""
    rows = []
    for name, figure, form in COSTS:
        points = [
            (size, milliseconds(statistics.median(found[figure]), form, size))
            for size, found in figures.items() if figure in found]
        if points:
            rows.append((name, points))
    return rows


def plot(rows, sizes):
    width, height, left, right, top, bottom = 860, 560, 70, 270, 20, 50
    low = math.floor(math.log10(min(value for _, points in rows for _, value in points)))
    high = math.ceil(math.log10(max(value for _, points in rows for _, value in points)))
    first, last = math.log10(sizes[0]), math.log10(sizes[-1])

    def x(size):
        return left + (math.log10(size) - first) / (last - first) * (width - left - right)

    def y(value):
        return height - bottom - (math.log10(value) - low) / (high - low) * (height - top - bottom)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>']
    for power in range(low, high + 1):
        at = y(10**power)
        label = words(10**power).replace(".00", "")
        out.append(f'<line x1="{left}" y1="{at:.1f}" x2="{width - right}" y2="{at:.1f}" stroke="#e0e0e0"/>')
        out.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{label}</text>')
    for size in sizes:
        out.append(
            f'<line x1="{x(size):.1f}" y1="{top}" x2="{x(size):.1f}" y2="{height - bottom}" stroke="#e0e0e0"/>')
        out.append(f'<text x="{x(size):.1f}" y="{height - bottom + 20}" text-anchor="middle">{size:,}</text>')
    out.append(
        f'<text x="{(left + width - right) / 2}" y="{height - 10}" text-anchor="middle">events (both axes logarithmic; '
        'dashed: linear)</text>')
    start = 10**low * 3
    out.append(
        f'<line x1="{x(sizes[0]):.1f}" y1="{y(start):.1f}" x2="{x(sizes[-1]):.1f}" '
        f'y2="{y(start * sizes[-1] / sizes[0]):.1f}" stroke="#888888" stroke-dasharray="5 4"/>')
    # Names at the right end, pushed apart where lines end close together.
    ends = sorted((y(points[-1][1]), index) for index, (_, points) in enumerate(rows))
    places, before = {}, -math.inf
    for at, index in ends:
        before = max(at, before + 15)
        places[index] = before
    for index, (name, points) in enumerate(rows):
        colour = COLOURS[index % len(COLOURS)]
        path = " ".join(f"{x(size):.1f},{y(value):.1f}" for size, value in points)
        out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for size, value in points:
            out.append(f'<circle cx="{x(size):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>')
        out.append(
            f'<text x="{width - right + 12}" y="{places[index] + 4:.1f}" fill="{colour}">{name}: '
            f'{words(points[-1][1])}</text>')
    out.append("</svg>\n")
    return "\n".join(out)


def table(figures, rows, machine):
    sizes = list(figures)
    lines = [machine, "", "| | " + " | ".join(f"{size:,}" for size in sizes) + " | growth per tenfold, last |"]
    lines.append("|---|" + "---|" * (len(sizes) + 1))
    for name, points in rows:
        found = dict(points)
        cells = [words(found[size]) if size in found else "–" for size in sizes]
        growth = "–"
        if len(points) > 1:
            (before, cost_before), (after, cost_after) = points[-2:]
            growth = f"×{(cost_after / cost_before) ** (1 / math.log10(after / before)):.1f}"
        lines.append(f"| {name} | " + " | ".join(cells) + f" | {growth} |")
    for name, figure in SIZES:
        figure, place = figure if isinstance(figure, tuple) else (figure, None)
        cells = []
        for size in sizes:
            values = figures[size].get(figure)
            cells.append("–" if not values else text(statistics.median(values) if place is None else values[place]))
        lines.append(f"| {name} | " + " | ".join(cells) + " | |")
    picture = "![Time of each operation against the number of events, both logarithmic](Growth.svg)"
    return "\n".join(lines + ["", picture])


def main():
    folder, directory, machine = sys.argv[1:4]
    sizes = [int(size) for size in sys.argv[4:]]
    figures = {size: read(f"{folder}/{size}.journal") | read(f"{folder}/{size}.workspace") for size in sizes}
    rows = costs(figures)
    with open(os.path.join(directory, "Growth.svg"), "w") as file:
        file.write(plot(rows, sizes))
    page = os.path.join(directory, "Growth.md")
    with open(page) as file:
        before = file.read()
    marks = re.compile("(<!-- measured -->\n).*(<!-- end -->)", re.DOTALL)
    with open(page, "w") as file:
        file.write(marks.sub(lambda found: found[1] + table(figures, rows, machine) + "\n" + found[2], before))
    print(table(figures, rows, machine))


main()
