"""The Python library `eventsourcing` on SQLite, in this process: its recorder, with `synchronous=FULL`.

What is measured is the recorder alone: no aggregates are built and no JSON is made, which would be slower still.
"""
import os
import uuid

from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

from server import disk_bytes, resident

VERSION = "eventsourcing on SQLite"


class Peer:
    def __init__(self, directory):
        self.path = os.path.join(directory, "store")
        os.makedirs(self.path)
        self.versions = {}
        self.restart()
        self.recorder.create_table()

    def restart(self):
        if getattr(self, "store", None) is not None:
            self.store.close()
        self.store = SQLiteDatastore(os.path.join(self.path, "events.db"), lock_timeout=60, pool_size=70)
        self.recorder = SQLiteApplicationRecorder(self.store)

    def open(self):
        return Client(self)

    def read_all(self, fold):
        count, start = 0, 1
        while True:
            found = self.recorder.select_notifications(start, 1000)
            if not found:
                return count
            if fold:
                for event in found:
                    fold(event.originator_id, event.topic)
            count += len(found)
            start = found[-1].id + 1

    def history(self, entity):
        return len(self.recorder.select_events(uuid.UUID(bytes=entity)))

    def head(self):
        return self.recorder.max_notification_id() or 0

    def disk_bytes(self):
        self.store.close()
        return disk_bytes(self.path)

    def memory_bytes(self):
        return resident(os.getpid())

    def stop(self):
        self.store.close()


class Client:
    def __init__(self, peer):
        self.peer = peer

    def append(self, events):
        stored = []
        for kind, entity, payload in events:
            version = self.peer.versions.get(entity, 0) + 1
            self.peer.versions[entity] = version
            stored.append(StoredEvent(uuid.UUID(bytes=entity), version, str(kind), payload))
        self.peer.recorder.insert_events(stored)

    def close(self):
        pass
