"""Runs a program at a terminal of its own and says what was seen there.

    terminal.py STEPS PROGRAM ARGUMENT...

STEPS is a JSON list of {"await": TEXT, "send": TEXT} or {"await": TEXT, "signal": NUMBER}: each waits until the program
has said TEXT and then types, or sends the signal. Prints {"status", "seen", "echo", "echoAfter"}: a negative status is the
signal that ended it, "echo" is whether the terminal showed what is typed at each step, "echoAfter" whether it does at the
end.
"""
import fcntl
import json
import os
import pty
import select
import subprocess
import sys
import termios
import time

steps = json.loads(sys.argv[1])
# The second end stays open here, so that the terminal outlives the program.
ours, theirs = pty.openpty()
process = subprocess.Popen(
    sys.argv[2:], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
deadline = time.monotonic() + 240
seen = b""


def look(seconds):
    global seen
    ready, _, _ = select.select([ours], [], [], seconds)
    if ready:
        seen += os.read(ours, 65536)
    return bool(ready)


def echoes():
    return bool(termios.tcgetattr(theirs)[3] & termios.ECHO)


def until(condition, what):
    while not condition():
        if time.monotonic() > deadline:
            process.kill()
            sys.exit("waited too long for %s; seen: %r" % (what, seen))
        look(0.05)


echo = []
start = 0
for step in steps:
    said = step["await"].encode()
    until(lambda: said in seen[start:] or process.poll() is not None, step["await"])
    start = seen.find(said, start) + len(said)
    echo.append(echoes())
    if "signal" in step:
        process.send_signal(step["signal"])
    else:
        os.write(ours, step["send"].encode())
until(lambda: process.poll() is not None, "its end")
while look(0):
    pass
print(json.dumps(
    {"status": process.returncode, "seen": seen.decode(errors="replace"), "echo": echo, "echoAfter": echoes()}))
