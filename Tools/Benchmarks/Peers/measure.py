"""The workloads, the same for each peer: what is asked, for how long, and what is written down.

A peer is an object with
    open()              another client of its own, with append(events) that returns when they are durable
    read_all(fold)      reads every event in order and calls fold(entity, kind) for each where it is given; how many
    history(entity)     reads one entity's events, returns how many
    restart()           stops the server and starts it again; returns when it answers
    head()              how many events there are
    disk_bytes(), memory_bytes()
"""
import statistics
import threading
import time

ROUNDS = 3
ONE_SECONDS = 2
MANY_SECONDS = 2
CALLERS = 64
BATCH = 1000
# A system that takes longer than this for the batches is measured on what it did until then.
BATCHES_SECONDS = 60


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


def append_alone(peer, events, say):
    client = peer.open()
    written, rates, slowest = 0, [], []
    for _ in range(ROUNDS):
        latencies = []
        start = time.perf_counter()
        timed_appends(client, events, range(written, 10_000_000), start + ONE_SECONDS, latencies)
        rates.append(len(latencies) / (time.perf_counter() - start))
        slowest.append(percentile(latencies, 0.99) * 1000)
        written += len(latencies)
    say("append, 1 caller", *rates)
    say("append, 1 caller, p99 ms", *slowest)
    client.close()
    return written


def append_together(peer, events, say):
    clients = [peer.open() for _ in range(CALLERS)]
    written, rates = 0, []
    for _ in range(ROUNDS):
        done = [[] for _ in clients]
        failures = []
        start = time.perf_counter()

        def run(index):
            try:
                numbers = range(written + index, 10_000_000, CALLERS)
                timed_appends(clients[index], events, numbers, start + MANY_SECONDS, done[index])
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
        rates.append(count / (time.perf_counter() - start))
        written += count
    say("append, 64 callers", *rates)
    for client in clients:
        client.close()
    return written


def append_batches(peer, events, say):
    """All events once, or as many as there is time for; the rate of each third."""
    client = peer.open()
    began = time.perf_counter()
    appended, rates = 0, []
    for third in range(ROUNDS):
        until = events.count * (third + 1) // ROUNDS // BATCH * BATCH if third < ROUNDS - 1 else events.count
        start, before = time.perf_counter(), appended
        while appended < until and time.perf_counter() - began < BATCHES_SECONDS:
            last = min(appended + BATCH, events.count)
            client.append([events[number] for number in range(appended, last)])
            appended = last
        if appended > before:
            rates.append((appended - before) / (time.perf_counter() - start))
    say("append, batches of 1,000", *rates)
    client.close()
    return appended


def fold_into(tables):
    """What limit.c does: how many events each entity had, and its newest kind."""
    counts, kinds = tables

    def fold(entity, kind):
        counts[entity] = counts.get(entity, 0) + 1
        kinds[entity] = kind

    return fold


def read(peer, written, say):
    for workload in ("read all in order", "replay into two tables"):
        rates = []
        for _ in range(ROUNDS):
            tables = ({}, {})
            start = time.perf_counter()
            found = peer.read_all(fold_into(tables) if workload == "replay into two tables" else None)
            rates.append(found / (time.perf_counter() - start))
            if found != written:
                raise SystemExit(f"{found} events were read, {written} were written")
            if tables[0] and sum(tables[0].values()) != written:
                raise SystemExit("the tables do not hold every event")
            # Whoever takes this long does not become another system by being asked again.
            if found / rates[-1] > BATCHES_SECONDS / ROUNDS:
                break
        say(workload, *rates)


def histories(peer, events, appended, say):
    for what in ("history of one entity, ms", "history of one entity, asked again, ms"):
        times = []
        for entity in events.entities(200):
            start = time.perf_counter()
            if peer.history(entity) == 0 and appended == events.count:
                raise SystemExit(f"entity {entity.hex()} has no history")
            times.append((time.perf_counter() - start) * 1000)
        say(what, percentile(times, 0.1), statistics.median(times), percentile(times, 0.9))


def cold_opens(peer, written, say):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        peer.restart()
        if peer.head() != written:
            raise SystemExit(f"{peer.head()} events are there after a restart, {written} were written")
        times.append((time.perf_counter() - start) * 1000)
    say("cold open, ms", *times)


def measure(peer, events, say):
    """Runs every workload on a new, empty store; `say(workload, *values)` gets the figures as they are known."""
    written = append_alone(peer, events, say)
    written += append_together(peer, events, say)
    appended = append_batches(peer, events, say)
    written += appended
    read(peer, written, say)
    histories(peer, events, appended, say)
    memory = peer.memory_bytes()
    cold_opens(peer, written, say)
    say("memory, MB", max(memory, peer.memory_bytes()) / 1e6)
    say("bytes per event on disk", peer.disk_bytes() / written)
    say("events in the store", written)
