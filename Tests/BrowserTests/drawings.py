"""Pictures drawn for the tests, and a family whose works are there before a browser is."""

import base64
import math
import struct
import urllib.request
import uuid
import zlib
from datetime import date, timedelta

from harness import Person


def png(width: int, height: int, rows: bytes) -> bytes:
    """Rows of RGB, each after a zero, as a PNG."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")


def drawing(seed: int = 0, width: int = 320, height: int = 240) -> bytes:
    """A sun over hills, another one for every seed: its top is sky and its bottom grass, so that a turn is seen."""
    sky, grass, sun = SKIES[seed % len(SKIES)], GRASS[seed % len(GRASS)], SUNS[seed % len(SUNS)]
    x0, y0, radius = width * (0.2 + 0.1 * (seed % 7)), height * 0.3, height * (0.12 + 0.02 * (seed % 5))
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            hill = height * (0.7 + 0.08 * math.sin(x / width * 6 + seed))
            if (x - x0) ** 2 + (y - y0) ** 2 < radius**2:
                rows += bytes(sun)
            else:
                rows += bytes(grass if y > hill else sky)
    # Its last point is the seed: no two are the same bytes.
    rows[-3:] = bytes((seed >> 16 & 255, seed >> 8 & 255, seed & 255))
    return png(width, height, bytes(rows))


SKIES = [(173, 216, 230), (250, 230, 200), (214, 196, 232), (200, 230, 214), (248, 214, 214)]
GRASS = [(96, 150, 80), (60, 120, 110), (150, 120, 70), (120, 90, 140)]
SUNS = [(245, 196, 66), (226, 100, 70), (240, 240, 250)]


def file(name: str = "Sun.png", seed: int = 0, **size: int) -> dict:
    """A drawing as a person chooses it."""
    return {"name": name, "mimeType": "image/png", "buffer": drawing(seed, **size)}


class Family:
    """A person's children and their works, made over HTTP as another device makes them."""

    def __init__(self, person: Person, *names: str):
        self.person, self._sequence = person, 0
        self.children = {name: str(uuid.uuid4()) for name in names or ("Mia",)}
        for name, child in self.children.items():
            self.does({"type": "studio.addChild", "child": child, "name": name, "age": 5, "today": TODAY})
        self._digests: dict[int, tuple[str, int]] = {}

    def does(self, *commands: dict) -> None:
        """Does commands, each of which has to succeed."""
        for start in range(0, len(commands), 100):
            numbered = []
            for command in commands[start : start + 100]:
                self._sequence += 1
                numbered.append({"sequence": self._sequence, "command": command})
            answer = self.person.sends(*numbered)
            assert all(result["status"] == 200 for result in answer["results"]), answer

    def keeps(self, seed: int) -> tuple[str, int]:
        """Uploads a drawing, once, and returns its digest and size."""
        if seed not in self._digests:
            data = drawing(seed)
            self._digests[seed] = (upload(self.person, data), len(data))
        return self._digests[seed]

    def work(self, child: str = "Mia", seed: int = 0, **about: object) -> str:
        """A work of one picture. `about` is what is known of it, as in `NewArtwork`."""
        work = str(uuid.uuid4())
        self.does(self.uploaded(work, child, seed, **about))
        return work

    def uploaded(self, work: str, child: str, seed: int, *, image: str | None = None, **about: object) -> dict:
        """The command that makes a work."""
        digest, size = self.keeps(seed)
        facts = {
            "id": image or str(uuid.uuid4()),
            "file": {"name": f"Sun {seed}.png", "mediaType": "image/png", "sizeBytes": size, "digest": digest},
            **{"widthPixels": 320, "heightPixels": 240, "orientation": 1},
        }
        new = {"images": [facts], "uploaded": TODAY, "category": "drawing", **about}
        return {"type": "studio.uploadArtwork", "artwork": work, "child": self.children[child], "upload": new, "ifKnown": "kept"}

    def allows(self, purpose: str) -> None:
        self.does({"type": "studio.giveConsent", "purpose": purpose, "child": None})


TODAY = date.today().isoformat()


def days_ago(days: int) -> str:
    return (date.today() - timedelta(days=days)).isoformat()


def upload(person: Person, data: bytes) -> str:
    """Uploads bytes by tus and returns their digest."""
    address = f"{person.service.address}/v1/workspaces/{person.workspace}/uploads"
    headers = {"Tus-Resumable": "1.0.0", "Authorization": f"Bearer {person.token}"}
    begin = urllib.request.Request(address, b"", {**headers, "Upload-Length": str(len(data))}, method="POST")
    with urllib.request.urlopen(begin) as answer:
        place = answer.headers["Location"]
    send = {**headers, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream"}
    request = urllib.request.Request(person.service.address + place, data, send, method="PATCH")
    with urllib.request.urlopen(request) as answer:
        return answer.headers["Daybook-Digest"]


def drop(page, selector: str, *files: dict) -> None:
    """Drops files onto what `selector` finds, as the browser does when a person does."""
    page.evaluate(
        """([selector, files]) => {
            const data = new DataTransfer();
            for (const { name, type, bytes } of files) {
                data.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }));
            }
            const all = { bubbles: true, cancelable: true, dataTransfer: data };
            for (const type of ["dragenter", "dragover", "drop"]) document.querySelector(selector).dispatchEvent(new DragEvent(type, all));
        }""",
        [
            selector,
            [
                {"name": one["name"], "type": one["mimeType"], "bytes": base64.b64encode(one["buffer"]).decode()}
                for one in files
            ],
        ],
    )
