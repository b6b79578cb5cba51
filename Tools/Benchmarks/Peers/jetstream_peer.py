"""NATS JetStream: file storage, `sync_interval: always`, a subject for each entity; through its Python client.

A batch is one of the server's atomic batches (`Nats-Batch-Id`, its decision record ADR-50), for which that client has no
call of its own: the messages go out with the headers that say so, and the answer to the last is the answer to all.
"""
import asyncio
import json
import os
import sys
import threading
import uuid

import nats
from nats.js.api import ConsumerConfig, DeliverPolicy, StorageType, StreamConfig

from server import Server, disk_bytes, free_port

VERSION = "NATS JetStream"


class Loop:
    """One event loop on a thread of its own: the client is asynchronous, the workloads are not."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def run(self, work):
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()


class Peer:
    def __init__(self, directory):
        self.path = os.path.join(directory, "store")
        self.port = free_port()
        self.loop = Loop()
        self.reader = None
        config = os.path.join(directory, "nats.conf")
        with open(config, "w") as file:
            file.write(
                f'listen: "127.0.0.1:{self.port}"\n'
                f'jetstream {{ store_dir: "{self.path}", sync_interval: always, max_memory_store: 0 }}\n')
        program = os.path.join(os.path.dirname(sys.executable), "nats-server")
        self.server = Server([program, "-c", config], self.port, os.path.join(directory, "log"))
        client = self.open()
        self.loop.run(
            client.stream.add_stream(
                StreamConfig(name="events", subjects=["e.>"], storage=StorageType.FILE, allow_atomic=True)))
        client.close()

    def open(self):
        return Client(self.loop, self.port)

    def read(self, client, subject, fold=None):
        async def consume():
            subscription = await client.stream.subscribe(
                subject, ordered_consumer=True,
                config=ConsumerConfig(deliver_policy=DeliverPolicy.ALL), pending_msgs_limit=-1, pending_bytes_limit=-1)
            count = 0
            while True:
                message = await subscription.next_msg(timeout=30)
                if fold:
                    fold(message.subject, message.headers["kind"])
                count += 1
                # The reply subject ends with: … stream sequence, consumer sequence, time, how many are still to come.
                if message.reply.split(".")[-1] == "0":
                    break
            await subscription.unsubscribe()
            return count

        return self.loop.run(consume())

    def read_all(self, fold):
        client = self.open()
        count = self.read(client, "e.>", fold)
        client.close()
        return count

    def history(self, entity):
        if self.reader is None:
            self.reader = self.open()
        return self.read(self.reader, "e." + entity.hex())

    def restart(self):
        if self.reader is not None:
            self.reader.close()
            self.reader = None
        self.server.stop()
        self.server.start()

    def head(self):
        client = self.open()
        count = self.loop.run(client.stream.stream_info("events")).state.messages
        client.close()
        return count

    def disk_bytes(self):
        return disk_bytes(self.path)

    def memory_bytes(self):
        return self.server.memory_bytes()

    def stop(self):
        self.server.stop()


def check(answer):
    if answer and "error" in json.loads(answer):
        raise SystemExit(f"JetStream says: {json.loads(answer)['error']}")


class Client:
    def __init__(self, loop, port):
        self.loop = loop
        self.connection = loop.run(nats.connect(f"nats://127.0.0.1:{port}"))
        self.stream = self.connection.jetstream(timeout=60)

    def append(self, events):
        async def publish():
            if len(events) == 1:
                kind, entity, payload = events[0]
                await self.stream.publish("e." + entity.hex(), payload, headers={"kind": str(kind)})
                return
            batch = uuid.uuid4().hex
            for place, (kind, entity, payload) in enumerate(events, 1):
                subject = "e." + entity.hex()
                headers = {"kind": str(kind), "Nats-Batch-Id": batch, "Nats-Batch-Sequence": str(place)}
                if place == len(events):
                    headers["Nats-Batch-Commit"] = "1"
                # The first is answered with whether the batch is taken at all, the last for all of them.
                if place == 1 or place == len(events):
                    answer = await self.connection.request(subject, payload, timeout=60, headers=headers)
                    check(answer.data)
                else:
                    await self.connection.publish(subject, payload, headers=headers)

        self.loop.run(publish())

    def close(self):
        self.loop.run(self.connection.close())
