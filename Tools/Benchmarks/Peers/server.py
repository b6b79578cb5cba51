"""A peer's server process: started in a directory of its own, asked until it answers, stopped."""
import os
import signal
import socket
import subprocess
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_for_port(port, process):
    for _ in range(6000):
        if process.poll() is not None:
            raise SystemExit(f"the server ended with {process.returncode}")
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.005)
    raise SystemExit("the server does not answer")


class Server:
    def __init__(self, arguments, port, log, **options):
        self.arguments, self.port, self.log, self.options = arguments, port, log, options
        self.start()

    def start(self):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(self.arguments, stdout=log, stderr=log, **self.options)
        wait_for_port(self.port, self.process)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def memory_bytes(self):
        """The most that was resident, of the process and its children together."""
        pids = [self.process.pid] + children(self.process.pid)
        return sum(resident(pid) for pid in pids)


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            direct = [int(word) for word in file.read().split()]
    except OSError:
        return []
    return direct + [grandchild for child in direct for grandchild in children(child)]


def resident(pid):
    try:
        with open(f"/proc/{pid}/status") as file:
            for line in file:
                if line.startswith("VmHWM"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def disk_bytes(path):
    """What the files below a directory take on disk, in bytes."""
    total = 0
    for folder, _, names in os.walk(path):
        for name in names:
            total += os.stat(os.path.join(folder, name)).st_blocks * 512
    return total
