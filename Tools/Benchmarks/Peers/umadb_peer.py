"""UmaDB: its own server over gRPC, asked through its Python client. Every append is synced before it is answered."""
import os
import sys

import umadb

from server import Server, disk_bytes, free_port

VERSION = "UmaDB"


class Peer:
    def __init__(self, directory):
        self.path = os.path.join(directory, "store")
        self.port = free_port()
        os.makedirs(self.path)
        program = os.path.join(os.path.dirname(sys.executable), "umadb")
        self.server = Server(
            [program, "--listen", f"127.0.0.1:{self.port}", "--db-path", self.path], self.port,
            os.path.join(directory, "log"))

    def connect(self):
        return umadb.Client(f"http://127.0.0.1:{self.port}")

    def open(self):
        return Client(self.connect())

    def read_all(self, fold):
        count = 0
        client = self.connect()  # held: without it the reading is cancelled
        for found in client.read():
            event = found.event
            if len(event.data) != 120:
                raise SystemExit("an event came back with another size")
            if fold:
                fold(event.tags[0], event.event_type)
            count += 1
        return count

    def history(self, entity):
        query = umadb.Query([umadb.QueryItem(tags=[entity.hex()])])
        return sum(1 for _ in self.connect_once().read(query))

    def connect_once(self):
        if getattr(self, "client", None) is None:
            self.client = self.connect()
        return self.client

    def restart(self):
        self.client = None
        self.server.stop()
        self.server.start()

    def head(self):
        return self.connect().head() or 0

    def disk_bytes(self):
        return disk_bytes(self.path)

    def memory_bytes(self):
        return self.server.memory_bytes()

    def stop(self):
        self.server.stop()


class Client:
    def __init__(self, client):
        self.client = client

    def append(self, events):
        self.client.append(
            [umadb.Event(str(kind), payload, tags=[entity.hex()]) for kind, entity, payload in events])

    def close(self):
        self.client.close()
