"""Reads a daybook with the protocol-buffer library and nothing of ours, and holds it against what Daybook says.

    decode.py events SCHEMA              lines of "MESSAGE<tab>HEX<tab>JSON" on the standard input
    decode.py stream SCHEMA FORMAT AUDIT what `lz4 -dc` gives of a segment on the standard input; FORMAT is FORMAT.md,
                                         AUDIT the rows of the audit, one JSON object a line

Says what differs, line by line; if nothing does, says how many were the same. protoc must be on PATH.
"""

import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

DOMAINS = {1: "Registry", 2: "Note", 3: "Board", 4: "Capture", 5: "Studio", 6: "Account"}
differences = []
folders = []


def compiled(text, name):
    """The module that protoc makes of a schema."""
    folders.append(tempfile.TemporaryDirectory())  # Goes away with the program.
    folder = folders[-1].name
    pathlib.Path(folder, name + ".proto").write_text(text)
    subprocess.run(["protoc", "-I", folder, "--python_out", folder, name + ".proto"], check=True)
    sys.path.insert(0, folder)
    return importlib.import_module(name + "_pb2")


class Schema:
    """A schema with what stands in its comments: names of choices, and what the record's header says."""

    def __init__(self, path):
        text = pathlib.Path(path).read_text()
        self.module = compiled(text, "events_" + str(abs(hash(path))))
        self.choices, self.subjects, message = {}, {}, None
        for line in text.splitlines():
            if found := re.match(r"message (\w+) \{", line):
                message = found[1]
            elif found := re.match(r"\s+// (\w+): the record's entity\.", line):
                self.subjects.setdefault(message, set()).add(found[1])
            elif found := re.match(r"\s+(?:optional |repeated )?uint64 (\w+) = \d+[^;]*;\s+// (.*)", line):
                meanings = (one.split(" ", 1) for one in found[2].split(", "))
                self.choices[message, found[1]] = {int(number): name for number, name in meanings}

    def decode(self, name, payload):
        message = getattr(self.module, name)()
        message.ParseFromString(payload)
        if message.SerializeToString(deterministic=True) != payload:
            differences.append(f"{name}: written again it has other bytes than {payload.hex()}")
        return message

    def compare(self, message, said, place):
        """Field by field: what the library found, and what our JSON says."""
        name = message.DESCRIPTOR.name
        found = {field.name: (field, value) for field, value in message.ListFields()}
        for missing in set(said) - set(found) - self.subjects.get(name, set()):
            differences.append(f"{place}.{missing}: only in our JSON: {said[missing]!r}")
        for key, (field, value) in found.items():
            if key not in said:
                differences.append(f"{place}.{key}: not in our JSON: {value!r}")
            elif field.label == field.LABEL_REPEATED:
                if len(value) != len(said[key]):
                    differences.append(f"{place}.{key}: {len(value)} elements, {len(said[key])} in our JSON")
                for index, (one, other) in enumerate(zip(value, said[key])):
                    self.compare_value(field, one, other, name, f"{place}.{key}[{index}]")
            else:
                self.compare_value(field, value, said[key], name, f"{place}.{key}")

    def compare_value(self, field, value, said, message, place):
        if field.message_type:
            return self.compare(value, said, place)
        if field.type == field.TYPE_BYTES:
            digits = value.hex()
            same = said.replace("-", "") == digits
            # A secret is shown by its beginning alone.
            same = same or said.endswith("…") and len(said) == 9 and digits.startswith(said[:-1])
        elif (message, field.name) in self.choices and not isinstance(said, int):
            same = self.choices[message, field.name].get(value) == said
        else:
            same = type(value) is type(said) and value == said
        if not same:
            differences.append(f"{place}: {value!r}, {said!r} in our JSON")


def once(pairs):
    """An object, in which no key may stand twice: most readers would keep the last and say nothing."""
    keys = [key for key, _ in pairs]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        differences.append(f"“{key}” stands twice in our JSON with {keys}")
    return dict(pairs)


def events(schema):
    schema = Schema(schema)
    count = 0
    for line in sys.stdin:
        name, payload, said = line.rstrip("\n").split("\t")
        schema.compare(schema.decode(name, bytes.fromhex(payload)), json.loads(said, object_pairs_hook=once), name)
        count += 1
    return count


def stream(schema, page, audit):
    schema = Schema(schema)
    entries = compiled(re.search(r"```proto\n(.*?)```", pathlib.Path(page).read_text(), re.S)[1], "entries")
    rows = (json.loads(line, object_pairs_hook=once) for line in pathlib.Path(audit).read_text().splitlines())
    data = sys.stdin.buffer.read()
    at, count, sequence, commit = 0, 0, 0, None
    while at < len(data):
        length = shift = 0
        while True:
            byte = data[at]
            at += 1
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        entry = entries.Entry()
        entry.ParseFromString(data[at : at + length])
        at += length
        if entry.HasField("first_sequence"):
            sequence = entry.first_sequence
        if entry.HasField("record_count"):
            commit = entry
        if not entry.HasField("kind"):
            continue
        row = next(rows)
        # The journal's own records, and those whose payload was erased, say no event.
        is_event = entry.kind > 0 and not entry.HasField("redacted_by")
        name = DOMAINS[entry.kind >> 8] + str(entry.kind & 0xFF) if is_event else f"kind {entry.kind}"
        place = f"{sequence} {name}"
        for key, value in [
            ("seq", sequence),
            ("entity", entry.entity.hex()),
            ("recordedActor", commit.actor.hex()),
            ("device", commit.device.hex()),
        ]:
            said = row[key].replace("-", "") if isinstance(row[key], str) else row[key]
            if said != value:
                differences.append(f"{place}: {key} is {value!r}, {said!r} in the audit")
        if is_event:
            schema.compare(schema.decode(name, entry.payload), row["event"], place)
        elif row.get("event") is not None:
            differences.append(f"{place}: the audit tells an event: {row['event']!r}")
        sequence += 1
        count += 1
    for row in rows:
        differences.append(f"{row['seq']}: only in the audit")
    return count


count = {"events": events, "stream": stream}[sys.argv[1]](*sys.argv[2:])
for difference in differences[:20]:
    print(difference)
print(f"{len(differences)} differences in {count}" if differences else f"{count} the same")
