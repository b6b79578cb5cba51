"""NATS JetStream: file storage, `sync_interval: always`, a subject for each entity; through its Python client.

There is no append of several messages at once in that client: a batch is 1,000 messages on their way at the same time,
done when all are acknowledged.
"""
import asyncio
import os
import sys
import threading

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
        config = os.path.join(directory, "nats.conf")
        with open(config, "w") as file:
            file.write(
                f'listen: "127.0.0.1:{self.port}"\n'
                f'jetstream {{ store_dir: "{self.path}", sync_interval: always, max_memory_store: 0 }}\n')
        program = os.path.join(os.path.dirname(sys.executable), "nats-server")
        self.server = Server([program, "-c", config], self.port, os.path.join(directory, "log"))
        client = self.open()
        self.loop.run(
            client.stream.add_stream(StreamConfig(name="events", subjects=["e.>"], storage=StorageType.FILE)))
        client.close()

    def open(self):
        return Client(self.loop, self.port)

    def read(self, subject):
        async def consume(client):
            subscription = await client.stream.subscribe(
                subject, ordered_consumer=True,
                config=ConsumerConfig(deliver_policy=DeliverPolicy.ALL), pending_msgs_limit=-1, pending_bytes_limit=-1)
            count = 0
            while True:
                message = await subscription.next_msg(timeout=30)
                count += 1
                # The reply subject ends with: … stream sequence, consumer sequence, time, how many are still to come.
                if message.reply.split(".")[-1] == "0":
                    break
            await subscription.unsubscribe()
            return count

        client = self.open()
        count = self.loop.run(consume(client))
        client.close()
        return count

    def read_all(self):
        return self.read("e.>")

    def history(self, entity):
        return self.read("e." + entity.hex())

    def restart(self):
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


class Client:
    def __init__(self, loop, port):
        self.loop = loop
        self.connection = loop.run(nats.connect(f"nats://127.0.0.1:{port}"))
        self.stream = self.connection.jetstream(timeout=60, publish_async_max_pending=2000)

    def append(self, events):
        async def publish():
            if len(events) == 1:
                kind, entity, payload = events[0]
                await self.stream.publish("e." + entity.hex(), payload, headers={"kind": str(kind)})
                return
            waiting = [
                await self.stream.publish_async("e." + entity.hex(), payload, headers={"kind": str(kind)})
                for kind, entity, payload in events
            ]
            await asyncio.gather(*waiting)

        self.loop.run(publish())

    def close(self):
        self.loop.run(self.connection.close())
