"""Clients that watch a service by server-sent events: many, in a process of their own that only notes what came when."""
import multiprocessing
import os
import re
import select
import socket
import time
from bisect import bisect_left


class Watchers:
    """Opens a connection for each of `seats`, pairs of a path and a secret, and listens until `end`.

    A process of its own, so that reading 6,000 events a second makes nobody late whose time is being taken; and with no
    more work for each than a `recv` and a clock, since it shares the cores with the service.
    """

    def __init__(self, port, seats):
        self.seats = seats
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=listen, args=(port, seats, theirs), daemon=True)
        self.process.start()
        refused = self.pipe.recv()
        if refused:
            raise RuntimeError(f"{len(refused)} of {len(seats)} cannot watch: {refused[0]}")

    def end(self):
        """What each heard: pairs of a sequence number and when it came, ascending; and the seconds it all took."""
        self.pipe.send(None)
        heard, seconds = self.pipe.recv()
        self.process.join()
        return heard, seconds


def listen(port, seats, pipe):
    poll, sockets, refused = select.epoll(), {}, []
    for number, (path, secret) in enumerate(seats):
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {secret}\r\n\r\n".encode())
        head = b""
        # The head, and all of what every stream begins with: its `id` is no change that anybody made.
        while b"\n\n" not in head.partition(b"retry: ")[2]:
            more = line.recv(65536)
            head += more
            if not more or not head.startswith(b"HTTP/1.1 200"):
                break
        if not head.startswith(b"HTTP/1.1 200"):
            refused.append(head[:100])
        line.setblocking(False)
        poll.register(line.fileno(), select.EPOLLIN)
        sockets[line.fileno()] = (number, line)
    poll.register(pipe.fileno(), select.EPOLLIN)
    pipe.send(refused)
    parts, times = [[] for _ in seats], [[] for _ in seats]
    is_listening, clock = True, time.monotonic
    while is_listening:
        for descriptor, _ in poll.poll():
            if descriptor == pipe.fileno():
                is_listening = False
                continue
            now = clock()
            number, line = sockets[descriptor]
            part = line.recv(65536)
            if not part:
                poll.unregister(descriptor)
                continue
            parts[number].append(part)
            times[number].append(now)
    took = sum(os.times()[:2])
    pipe.send(([heard(*both) for both in zip(parts, times)], took))


def heard(parts, times):
    """Which sequence numbers came when: the moment at which the end of each had arrived."""
    ends, length = [], 0
    for part in parts:
        length += len(part)
        ends.append(length)
    return [(int(found[1]), times[bisect_left(ends, found.end())])
            for found in re.finditer(rb"id: (\d+)\n", b"".join(parts))]
