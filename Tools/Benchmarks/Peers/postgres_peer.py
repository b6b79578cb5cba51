"""PostgreSQL with a table like message-db's: global position, stream, position in the stream, type, data.

`synchronous_commit` and `fsync` are on, as they are unless somebody turns them off. Its server refuses to run as root.
"""
import os
import pwd
import subprocess

import psycopg

from server import Server, disk_bytes, free_port

VERSION = "PostgreSQL"

TABLE = """
CREATE TABLE messages (
    global_position bigserial PRIMARY KEY,
    entity bytea NOT NULL,
    type integer NOT NULL,
    data bytea NOT NULL
);
CREATE INDEX messages_entity ON messages (entity, global_position);
"""


def programs():
    base = "/usr/lib/postgresql"
    return os.path.join(base, sorted(os.listdir(base))[-1], "bin")


class Peer:
    def __init__(self, directory):
        directory = os.path.abspath(directory)
        self.path = os.path.join(directory, "store")
        self.port = free_port()
        options = {}
        os.makedirs(self.path, 0o700)
        if os.getuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.path, user.pw_uid, user.pw_gid)
            # It needs its way through the directories above, which say nothing but who may pass.
            for above in (os.path.dirname(directory), directory):
                os.chmod(above, 0o755)
            options = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        subprocess.run(
            [os.path.join(programs(), "initdb"), "-D", self.path, "-U", "bench", "-A", "trust", "-E", "UTF8"],
            check=True, stdout=subprocess.DEVNULL, cwd="/", **options)
        self.server = Server(
            [os.path.join(programs(), "postgres"), "-D", self.path, "-p", str(self.port), "-k", "",
             "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=256MB"],
            self.port, os.path.join(directory, "log"), cwd="/", **options)
        self.wait()
        with self.connect() as connection:
            connection.execute(TABLE)

    def version(self):
        with self.connect() as connection:
            return connection.execute("SHOW server_version").fetchone()[0].split()[0]

    def connect(self):
        return psycopg.connect(host="127.0.0.1", port=self.port, user="bench", dbname="postgres", autocommit=True)

    def wait(self):
        while True:
            try:
                return self.connect().close()
            except psycopg.OperationalError:
                if self.server.process.poll() is not None:
                    raise

    def open(self):
        return Client(self.connect())

    def read_all(self, fold):
        count = 0
        with self.connect() as connection, connection.transaction():
            with connection.cursor(name="all", binary=True) as cursor:
                cursor.itersize = 10_000
                cursor.execute("SELECT entity, type, data FROM messages ORDER BY global_position")
                for entity, kind, _ in cursor:
                    if fold:
                        fold(entity, kind)
                    count += 1
        return count

    def history(self, entity):
        if getattr(self, "reader", None) is None:
            self.reader = self.connect()
        return len(
            self.reader.execute(
                "SELECT type, data FROM messages WHERE entity = %s ORDER BY global_position", (entity,), binary=True
            ).fetchall())

    def restart(self):
        self.reader = None
        self.server.stop()
        self.server.start()
        self.wait()

    def head(self):
        with self.connect() as connection:
            return connection.execute("SELECT max(global_position) FROM messages").fetchone()[0]

    def disk_bytes(self):
        with self.connect() as connection:
            connection.execute("CHECKPOINT")
            return connection.execute("SELECT pg_total_relation_size('messages')").fetchone()[0]

    def memory_bytes(self):
        return self.server.memory_bytes()

    def stop(self):
        self.server.stop()


class Client:
    INSERT = "INSERT INTO messages (entity, type, data) VALUES (%s, %s, %s)"

    def __init__(self, connection):
        self.connection = connection

    def append(self, events):
        if len(events) == 1:
            kind, entity, payload = events[0]
            self.connection.execute(self.INSERT, (entity, kind, payload), prepare=True)
            return
        with self.connection.transaction(), self.connection.cursor() as cursor:
            with cursor.copy("COPY messages (entity, type, data) FROM STDIN (FORMAT binary)") as copy:
                copy.set_types(["bytea", "int4", "bytea"])
                for kind, entity, payload in events:
                    copy.write_row((entity, kind, payload))

    def close(self):
        self.connection.close()
