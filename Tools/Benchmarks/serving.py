"""What the sections of Tools/Benchmarks/service share: the served program, connections to it, and figures."""
import asyncio
import contextlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import uuid

PASSWORD = "a long enough phrase"
# Those that count what one address asks: here everybody comes from one. And connections wait for what is being made.
LIMITS = {
    "limits.requestsPerMinute": 1000000, "limits.signInsPerMinute": 1000000, "limits.passwordsWaiting": 4096,
    "limits.streams": 20000, "limits.connections": 30000, "limits.connectionsPerAddress": 30000,
    "limits.idleSeconds": 3600,
}


def processor_seconds(process):
    """What a process has taken of all cores."""
    fields = open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Service:
    """The program, serving `data`. What it logs goes to a file beside."""

    def __init__(self, program, data, settings=()):
        flags = [part for setting in [f"{name}={value}" for name, value in LIMITS.items()] + list(settings)
                 for part in ("--set", setting)]
        self.log = open(data + ".log", "ab")
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [program, "serve", "--data", data, "--port", "0", *flags], stdout=subprocess.PIPE, stderr=self.log)
        self.port = None
        for line in self.process.stdout:
            found = re.search(rb"https?://127\.0\.0\.1:(\d+)", line)
            if found:
                self.port = int(found[1])
                break
        self.listens = time.monotonic() - self.began
        if self.port is None:
            sys.exit("the service did not start; its log says:\n" + open(data + ".log").read()[-2000:])

    def resident(self, what="VmRSS"):
        """MiB now, or at most (VmHWM)."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(what + r":\s+(\d+)", status)[1]) / 1024

    def forget_peak(self):
        """From now on VmHWM is counted anew."""
        open(f"/proc/{self.process.pid}/clear_refs", "w").write("5")

    def processor_seconds(self):
        return processor_seconds(self.process.pid)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait()
        self.log.close()


class Connection(asyncio.Protocol):
    """One that is kept; requests on it one after the other. Cheap: the clients share the cores with the service."""

    def __init__(self, secret=None):
        self.secret, self.received, self.answer = secret, bytearray(), None

    async def open(self, port):
        self.transport, _ = await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", port)
        return self

    def data_received(self, data):
        self.received += data
        if self.answer is None or self.answer.done():
            return
        end = self.received.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self.received[:end]).lower()
        length = re.search(rb"\r\ncontent-length: (\d+)", head)
        if length is None and b"\r\ntransfer-encoding: chunked" in head:
            if not self.received.endswith(b"\r\n0\r\n\r\n"):
                return
            body = self.unchunked(self.received[end + 4:])
        else:
            whole = end + 4 + (int(length[1]) if length else 0)
            if len(self.received) < whole:
                return
            body = bytes(self.received[end + 4:whole])
        self.received.clear()
        self.answer.set_result((int(head[9:12]), body))

    @staticmethod
    def unchunked(body):
        parts = []
        while True:
            line = body.index(b"\r\n")
            size = int(body[:line], 16)
            if size == 0:
                return b"".join(parts)
            parts.append(bytes(body[line + 2:line + 2 + size]))
            body = body[line + 4 + size:]

    def connection_lost(self, error):
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(error or ConnectionResetError("closed by the service"))

    def close(self):
        self.transport.close()

    async def ask(self, method, path, body=None, kind="application/json"):
        """Status and body of the answer."""
        content = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(content)}\r\n"
        if body is not None:
            head += f"Content-Type: {kind}\r\n"
        if self.secret:
            head += f"Authorization: Bearer {self.secret}\r\n"
        self.answer = asyncio.get_running_loop().create_future()
        if self.transport.is_closing():
            raise ConnectionResetError("closed by the service")
        self.transport.write(head.encode() + b"\r\n" + content)
        return await self.answer

    async def done(self, method, path, body=None, kind="application/json"):
        """The answer as JSON, which must not be an error."""
        status, answer = await self.ask(method, path, body, kind)
        if status not in (200, 201, 202, 204):
            raise RuntimeError(f"{method} {path}: {status} {answer[:300]}")
        return json.loads(answer) if answer else None


def identifier():
    return str(uuid.UUID(int=random.getrandbits(128), version=4))


class Device:
    """Somebody signed in, with a connection, numbering their commands."""

    async def sign_in(self, port, email):
        self.number = 0
        self.line = await Connection().open(port)
        signed = await self.line.done("POST", "/v1/sign-in", {"email": email, "password": PASSWORD})
        self.secret = self.line.secret = signed["token"]
        return self

    async def reconnect(self, port):
        self.line = await Connection(self.secret).open(port)

    async def give(self, path, commands):
        """Has commands done, all of which must be; the last record, or None where it was so already."""
        first = self.number + 1
        self.number += len(commands)
        answer = await self.line.done("POST", path + "/commands", {
            "commands": [{"sequence": first + place, "command": command} for place, command in enumerate(commands)]})
        for result in answer["results"]:
            if result["outcome"] == "refused":
                raise RuntimeError(f"not done: {result}")
        return answer["results"][-1].get("last")


class Family:
    """An account with a workspace, several devices, and all that is known to be in it."""

    def __init__(self, name):
        self.name, self.email, self.notes, self.cards = name, f"{name}@example.org", [], []

    async def move_in(self, port, devices=1, notes=50, cards=50):
        line = await Connection().open(port)
        await line.done("POST", "/v1/sign-up", {"email": self.email, "password": PASSWORD})
        line.close()
        self.devices = [await Device().sign_in(port, self.email) for _ in range(devices)]
        self.home = (await self.devices[0].line.done("POST", "/v1/workspaces", {"name": self.name}))["id"]
        self.path = "/v1/workspaces/" + self.home
        self.board, self.columns = identifier(), [identifier(), identifier()]
        furniture = [{"type": "boards.openBoard", "board": self.board, "title": "House", "columns": [
            {"id": self.columns[0], "name": "To do"}, {"id": self.columns[1], "name": "Done"}]}]
        furniture += [self.note() for _ in range(notes)] + [self.card() for _ in range(cards)]
        await self.devices[0].give(self.path, furniture)
        return self

    def note(self):
        self.notes.append(identifier())
        return {"type": "notes.createNote", "note": self.notes[-1], "title": f"Note {len(self.notes)}",
                "body": "Prune the roses in March. " * 8}

    def card(self, **more):
        self.cards.append(identifier())
        return {"type": "boards.addCard", "card": self.cards[-1], "column": self.columns[0],
                "title": f"Card {len(self.cards)}", **more}

    @staticmethod
    def item():
        return {"type": "capture.captureItem", "item": identifier(), "content": "Call grandma tomorrow",
                "captured": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}

    def any_command(self):
        kind = random.random()
        if kind < 0.3:
            return self.note()
        if kind < 0.5:
            return self.card()
        if kind < 0.8:
            return {"type": "boards.moveCard", "card": random.choice(self.cards[:50]),
                    "column": random.choice(self.columns)}
        return self.item()

    def any_view(self):
        return self.path + random.choice([
            "/folders", "/notes?limit=50", "/boards", f"/boards/{self.board}", "/inbox?limit=50",
            f"/notes/{random.choice(self.notes[:50])}", f"/cards/{random.choice(self.cards[:50])}", "/recent",
            "/search?q=roses&limit=20"])


class Figures:
    """Durations in seconds, by what took them."""

    def __init__(self):
        self.took, self.errors, self.busy = {}, [], {}

    def add(self, what, seconds):
        self.took.setdefault(what, []).append(seconds)

    def at(self, what, part):
        """Milliseconds below which `part` of them lie."""
        took = sorted(self.took[what])
        return took[min(len(took) - 1, int(len(took) * part))] * 1000

    def table(self):
        lines = ["| | count | p50 | p99 | most | processor time each |", "|---|---|---|---|---|---|"]
        for what, took in self.took.items():
            busy = f"{self.busy[what] * 1000 / len(took):.1f} ms" if what in self.busy else ""
            lines.append(f"| {what} | {len(took):,} | {self.at(what, 0.5):.1f} ms | {self.at(what, 0.99):.1f} ms "
                         f"| {max(took) * 1000:.1f} ms | {busy} |")
        return "\n".join(lines)

    @contextlib.contextmanager
    def working(self, what, service):
        """All that the service does meanwhile, it does for these: what does not depend on who else uses the machine."""
        before = service.processor_seconds()
        yield
        self.busy[what] = service.processor_seconds() - before


async def timed(figures, what, line, path):
    """One view, and how long it took until its last byte was here."""
    began = time.monotonic()
    status, answer = await line.ask("GET", path)
    figures.add(what, time.monotonic() - began)
    if status != 200:
        raise RuntimeError(f"GET {path}: {status} {answer[:300]}")
