"""The events that every system gets: a file of fixed-size entries that JournalBench wrote.

An entry is 4 bytes kind (little endian), 16 bytes entity, 120 bytes payload.
"""
import mmap
import struct

ENTRY = 140


class Events:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self.count = len(self.bytes) // ENTRY

    def __getitem__(self, number):
        """Kind as a number, entity and payload as bytes."""
        at = number % self.count * ENTRY
        entry = self.bytes[at : at + ENTRY]
        return struct.unpack_from("<I", entry)[0], entry[4:20], entry[20:]

    def entities(self, wanted):
        """So many entities, spread evenly over the file."""
        return [self[number][1] for number in range(0, self.count, max(1, self.count // wanted))][:wanted]
