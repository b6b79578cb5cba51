#!/usr/bin/env python3
"""A projection of one's own: the titles of all notes and when each was last changed, in SQLite.

    daybook audit --json --follow | ./projection.py notes.sqlite
    ./projection.py notes.sqlite https://daybook.example.org/v1/workspaces/ID TOKEN

Records come one by one, in order: lines of JSON on standard input, or server-sent events of a service. With each, the
number of the last record is kept in the same transaction, so that it can be stopped at any moment and goes on where it was.
"""
import json
import sqlite3
import sys
import urllib.request


def begin(path):
    """Opens the database, and says which record it has seen last."""
    database = sqlite3.connect(path)
    database.execute("create table if not exists notes (id text primary key, title text, changed text, edits integer)")
    database.execute("create table if not exists seen (one integer primary key check (one = 1), sequence integer)")
    database.execute("insert or ignore into seen values (1, 0)")
    database.commit()
    return database, database.execute("select sequence from seen").fetchone()[0]


def fold(database, row):
    """Takes in one record. An event that was erased has no fields any more."""
    event = row["event"] or {}
    note = row["entity"]
    if row["kind"] == "note created":
        database.execute("insert or replace into notes values (?, ?, ?, 0)", (note, event.get("title", ""), row["time"]))
    elif row["kind"] == "note retitled":
        database.execute("update notes set title = ?, changed = ? where id = ?", (event.get("title", ""), row["time"], note))
    elif row["kind"] == "note edited":
        database.execute("update notes set changed = ?, edits = edits + 1 where id = ?", (row["time"], note))
    database.execute("update seen set sequence = ?", (row["seq"],))


def rows(address, token, last):
    """The records after `last`: of a service, else of standard input."""
    lines = sys.stdin
    if address:
        request = urllib.request.Request(f"{address}/audit/events?after={last}", headers={"Authorization": f"Bearer {token}"})
        lines = (line.decode() for line in urllib.request.urlopen(request))
    for line in lines:
        line = line.removeprefix("data: ")
        if line.startswith("{"):
            yield json.loads(line)


database, last = begin(sys.argv[1])
for row in rows(*(sys.argv[2:4] or [None, None]), last):
    if row["seq"] > last:
        with database:
            fold(database, row)
        last = row["seq"]
for title, changed, edits in database.execute("select title, changed, edits from notes order by changed desc"):
    print(f"{changed}  {title} ({edits} edits)")
