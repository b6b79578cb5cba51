"""The workloads, the same for each peer: what is asked, for how long, and what is written down.

A peer is an object with
    open()              another client of its own, with append(events) that returns when they are durable
    read_all()          reads every event in order, returns how many
    history(entity)     reads one entity's events, returns how many
    restart()           stops the server and starts it again; returns when it answers
    head()              how many events there are
    disk_bytes(), memory_bytes()
"""
import statistics
import threading
import time

ONE_SECONDS = 4
MANY_SECONDS = 5
CALLERS = 64
BATCH = 1000
# A system that takes longer than this for the batches is measured on what it did until then.
BATCHES_SECONDS = 120


def percentile(values, part):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * part))]


def timed_appends(client, events, numbers, until, latencies):
    for number in numbers:
        start = time.perf_counter()
        if start >= until:
            return
        client.append([events[number]])
        latencies.append(time.perf_counter() - start)


def measure(peer, events, say):
    """Runs every workload on a new, empty store; `say(workload, value)` gets each figure as it is known."""
    written = 0

    client = peer.open()
    latencies = []
    start = time.perf_counter()
    timed_appends(client, events, range(10_000_000), start + ONE_SECONDS, latencies)
    say("append, 1 caller", len(latencies) / (time.perf_counter() - start))
    say("append, 1 caller, p99 ms", percentile(latencies, 0.99) * 1000)
    written += len(latencies)

    clients = [peer.open() for _ in range(CALLERS)]
    done = [[] for _ in clients]
    failures = []
    start = time.perf_counter()

    def run(index):
        try:
            timed_appends(clients[index], events, range(index, 10_000_000, CALLERS), start + MANY_SECONDS, done[index])
        except Exception as failure:  # told below: a caller that failed is part of the result
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(CALLERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    count = sum(len(one) for one in done)
    say("append, 64 callers", count / (time.perf_counter() - start))
    written += count
    for one in clients:
        one.close()

    batches = [[events[number] for number in range(first, first + BATCH)] for first in range(0, events.count, BATCH)]
    start = time.perf_counter()
    appended = 0
    for batch in batches:
        client.append(batch)
        appended += len(batch)
        if time.perf_counter() - start > BATCHES_SECONDS:
            break
    say("append, batches of 1,000", appended / (time.perf_counter() - start))
    written += appended

    rates = []
    for _ in range(2):
        start = time.perf_counter()
        read = peer.read_all()
        rates.append(read / (time.perf_counter() - start))
        if read != written:
            raise SystemExit(f"{read} events were read, {written} were written")
    say("read all in order", max(rates))

    times = []
    for entity in events.entities(200):
        start = time.perf_counter()
        if peer.history(entity) == 0 and appended == events.count:
            raise SystemExit(f"entity {entity.hex()} has no history")
        times.append(time.perf_counter() - start)
    say("history of one entity, ms", statistics.median(times) * 1000)

    client.close()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        peer.restart()
        if peer.head() != written:
            raise SystemExit(f"{peer.head()} events are there after a restart, {written} were written")
        times.append(time.perf_counter() - start)
    say("cold open, ms", min(times) * 1000)
    say("bytes per event on disk", peer.disk_bytes() / written)
    say("memory, MB", peer.memory_bytes() / 1e6)
    say("events in the store", written)
