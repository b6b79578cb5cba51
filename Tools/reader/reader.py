"""Reads handwriting, printed pages, speech and the meaning of texts by models that were installed: one question from the standard input, one answer to
the standard output, and it ends. Whatever happens to it costs one answer (Sources/Intelligence/Intelligence.md).

It needs Python 3.9 and nothing besides, and reaches nothing: no network, no other program, no file but the ones that the
question names, whose bytes it checks before it uses them.

A question is a line of JSON and bytes behind it, an answer a line of JSON:

    {"do": "lines", "files": FILES, "widths": [W, …]}    and 48 × W bytes of grey for each, row by row
        {"lines": [{"text": …, "confidence": 0…1000}, …]}
    {"do": "page", "files": FILES, "width": W, "height": H}    and W × H bytes of grey
        {"lines": [{"text": …, "confidence": …, "box": [left, top, width, height], "others": [TEXT, …]}, …]}
    {"do": "speech", "files": FILES, "language": "en"}    and samples: 16 bits, 16 kHz, one channel
        {"text": …}
    {"do": "meaning", "files": FILES, "count": N}    and N texts in UTF-8, each with a zero byte behind it
        {"vectors": BASE64}: for each text 384 numbers of 8 bits with a sign; texts are alike whose vectors have one direction
    where it cannot:
        {"fault": "missing" or "damaged" or "question" or "machine", "what": …}

FILES is {NAME: {"path": …, "sha256": …}}.
"""

import array
import base64
import ctypes
import hashlib
import json
import os
import struct
import sys
import time
import unicodedata

LINE_HEIGHT = 48
THREADS = 2
# Of 32,768: below it nobody speaks.
SILENCE = 200


class Fault(Exception):
    def __init__(self, kind, what):
        super().__init__(what)
        self.kind = kind
        self.what = what


# The sandbox.


def forbid():
    """Takes the calls away that reach other machines and programs, for good. Without that nothing is read at all."""
    # socket, connect, bind, socketpair, fork, vfork, execve, ptrace, execveat, io_uring_setup; by the numbers of each processor.
    calls = {
        "x86_64": (0xC000003E, [41, 42, 49, 53, 57, 58, 59, 101, 322, 425]),
        "aarch64": (0xC00000B7, [198, 203, 200, 199, 221, 117, 281, 425]),
    }
    machine = os.uname().machine
    if machine not in calls:
        raise Fault("machine", "this kind of processor is not known: " + machine)
    architecture, numbers = calls[machine]
    # Classic BPF: a wrong architecture ends the process, a forbidden call fails with EPERM, all others are allowed.
    load, equal, give = 0x20, 0x15, 0x06
    program = [(load, 0, 0, 4), (equal, 1, 0, architecture), (give, 0, 0, 0x80000000), (load, 0, 0, 0)]
    for place, number in enumerate(numbers):
        program.append((equal, len(numbers) - place, 0, number))
    program += [(give, 0, 0, 0x7FFF0000), (give, 0, 0, 0x00050000 | 1)]
    code = b"".join(struct.pack("<HBBI", *step) for step in program)
    kept = ctypes.create_string_buffer(code, len(code))
    header = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(program), ctypes.addressof(kept)), 16)
    libc = ctypes.CDLL(None, use_errno=True)
    words = ctypes.c_ulong
    if libc.prctl(38, words(1), words(0), words(0), words(0)) != 0:
        raise Fault("machine", "privileges cannot be given up")
    if libc.prctl(22, words(2), ctypes.byref(header), words(0), words(0)) != 0:
        raise Fault("machine", "calls cannot be forbidden")


# Files.


class Files:
    """The files that a question names: read whole, and used only where they are what was installed."""

    def __init__(self, named):
        self.named = named

    def entry(self, name):
        try:
            return self.named[name]["path"], self.named[name]["sha256"]
        except (KeyError, TypeError):
            raise Fault("question", "no file is named " + name) from None

    def read(self, name):
        path, digest = self.entry(name)
        try:
            with open(path, "rb") as file:
                data = file.read()
        except OSError:
            raise Fault("missing", os.path.basename(path)) from None
        if hashlib.sha256(data).hexdigest() != digest:
            raise Fault("damaged", os.path.basename(path))
        return data

    def library(self, name):
        self.read(name)
        path, _ = self.entry(name)
        try:
            return ctypes.CDLL(path, mode=ctypes.RTLD_GLOBAL)
        except OSError as error:
            raise Fault("machine", str(error)) from None


# ONNX Runtime, by the table of functions of its C interface, which only ever grows.


class Runtime:
    CREATE_ENV, FROM_ARRAY, RUN, OPTIONS = 3, 8, 9, 10
    NO_ARENA, INTRA, INTER, INPUT_NAME, OUTPUT_NAME = 19, 24, 25, 36, 37
    TENSOR, DATA, DIMENSIONS_COUNT, DIMENSIONS, SHAPE, CPU, ALLOCATOR = 49, 51, 61, 62, 65, 69, 78
    MESSAGE, RELEASE_STATUS, RELEASE_VALUE, RELEASE_SHAPE = 2, 93, 96, 99

    def __init__(self, library):
        library.OrtGetApiBase.restype = ctypes.POINTER(ctypes.c_void_p)
        base = library.OrtGetApiBase()
        table = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)(base[0])(17)
        self.table = ctypes.cast(table, ctypes.POINTER(ctypes.c_void_p))
        self.environment = self.made(self.CREATE_ENV, ctypes.c_int(4), b"reader")
        self.memory = self.made(self.CPU, ctypes.c_int(1), ctypes.c_int(0))
        self.allocator = self.made(self.ALLOCATOR)

    def function(self, number, result=ctypes.c_void_p):
        function = ctypes.cast(self.table[number], ctypes.CFUNCTYPE(result))
        function.argtypes = None
        return function

    def call(self, number, *arguments):
        status = self.function(number)(*arguments)
        if status:
            text = self.function(self.MESSAGE, ctypes.c_char_p)(ctypes.c_void_p(status)) or b""
            message = text.decode("utf-8", "replace")
            self.function(self.RELEASE_STATUS, None)(ctypes.c_void_p(status))
            raise Fault("machine", message)

    def made(self, number, *arguments):
        result = ctypes.c_void_p()
        self.call(number, *arguments, ctypes.byref(result))
        return result


class Model:
    def __init__(self, runtime, data):
        self.runtime = runtime
        self.data = data
        options = runtime.made(runtime.OPTIONS)
        runtime.call(runtime.INTRA, options, ctypes.c_int(THREADS))
        runtime.call(runtime.INTER, options, ctypes.c_int(1))
        runtime.call(runtime.NO_ARENA, options)
        self.session = runtime.made(
            runtime.FROM_ARRAY, runtime.environment, ctypes.c_char_p(data), ctypes.c_size_t(len(data)), options
        )
        self.inputs = []
        self.outputs = []

    def name(self, which, index=0):
        name = self.runtime.made(which, self.session, ctypes.c_size_t(index), self.runtime.allocator)
        return ctypes.cast(name, ctypes.c_char_p)

    def run(self, values, shape, outputs=1):
        """Calls the model with an array of floats, or with a value that another run gave."""
        if shape is None:
            return self.answers([values], outputs)
        given = self.tensor(values, shape)
        try:
            return self.answers([given], outputs)
        finally:
            self.free(given)

    def tensor(self, values, shape):
        """An array of floats (`f`) or of whole numbers (`q`) as a value. The array has to stay for as long as it does."""
        runtime, kind = self.runtime, 7 if values.typecode == "q" else 1
        place = (ctypes.c_char * (values.itemsize * len(values))).from_buffer(values)
        sizes = (ctypes.c_int64 * len(shape))(*shape)
        return runtime.made(
            runtime.TENSOR, runtime.memory, place, ctypes.c_size_t(values.itemsize * len(values)), sizes,
            ctypes.c_size_t(len(shape)), ctypes.c_int(kind),
        )  # fmt: skip

    def names(self, which, known, count):
        while len(known) < count:
            known.append(self.name(which, len(known)))
        return (ctypes.c_char_p * count)(*[name.value for name in known[:count]])

    def answers(self, given, outputs):
        """Calls the model with values, in the order of its inputs."""
        runtime = self.runtime
        inputs = self.names(runtime.INPUT_NAME, self.inputs, len(given))
        values = (ctypes.c_void_p * len(given))(*[value.value for value in given])
        answers = (ctypes.c_void_p * outputs)()
        runtime.call(
            runtime.RUN, self.session, None, inputs, values, ctypes.c_size_t(len(given)),
            self.names(runtime.OUTPUT_NAME, self.outputs, outputs), ctypes.c_size_t(outputs), answers,
        )  # fmt: skip
        return [ctypes.c_void_p(answer) for answer in answers]

    def shape(self, value):
        runtime = self.runtime
        info = runtime.made(runtime.SHAPE, value)
        count = ctypes.c_size_t()
        runtime.call(runtime.DIMENSIONS_COUNT, info, ctypes.byref(count))
        sizes = (ctypes.c_int64 * count.value)()
        runtime.call(runtime.DIMENSIONS, info, sizes, count)
        runtime.function(runtime.RELEASE_SHAPE, None)(info)
        return list(sizes)

    def numbers(self, value, kind, count):
        place = self.runtime.made(self.runtime.DATA, value)
        return array.array(kind, ctypes.string_at(place, count * array.array(kind).itemsize))

    def free(self, value):
        self.runtime.function(self.runtime.RELEASE_VALUE, None)(value)


# Protocol buffers, as far as ONNX needs them here.


def varint(number):
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def field(number, content):
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    if isinstance(content, str):
        content = content.encode()
    return varint(number << 3 | 2) + varint(len(content)) + content


def fields(data):
    """The fields of a message: numbers with their bytes, or with a number."""
    at = 0

    def number():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 2:
            length = number()
            yield key >> 3, data[at : at + length]
            at += length
        elif key & 7 == 0:
            yield key >> 3, number()
        else:
            size = 8 if key & 7 == 1 else 4
            yield key >> 3, data[at : at + size]
            at += size


def best_of_each(count):
    """A model of two steps: for each column the number of its highest of `count` values, and that value. Looking through them here
    would take longer than all the rest."""

    def tensor(name, kind, ranks):
        shape = b"".join(field(1, field(2, rank)) if isinstance(rank, str) else field(1, field(1, rank)) for rank in ranks)
        return field(1, name) + field(2, field(1, field(1, kind) + field(2, shape)))

    def attribute(name, value, of):
        return field(5, field(1, name) + (field(3, value) if of == 2 else field(8, value)) + field(20, of))

    first = field(1, "p") + field(2, "i") + field(4, "ArgMax") + attribute("axis", 2, 2) + attribute("keepdims", 0, 2)
    second = field(1, "p") + field(2, "c") + field(4, "ReduceMax") + attribute("axes", 2, 7) + attribute("keepdims", 0, 2)
    graph = field(1, first) + field(1, second) + field(2, "best")
    graph += field(11, tensor("p", 1, ["n", "t", count])) + field(12, tensor("i", 7, ["n", "t"]))
    graph += field(12, tensor("c", 1, ["n", "t"]))
    return field(1, 7) + field(7, graph) + field(8, field(2, 13))


# Lines of writing: PP-OCR's recogniser, whose answer is read by the highest of each column (CTC).

GREY = [grey / 127.5 - 1 for grey in range(256)]


class LineReader:
    def __init__(self, files):
        self.runtime = Runtime(files.library("runtime"))
        data = files.read("recognise")
        self.letters = self.letters_of(data)
        self.model = Model(self.runtime, data)
        self.best = None

    @staticmethod
    def letters_of(data):
        for number, content in fields(data):
            if number == 14:
                entry = dict(fields(content))
                if entry.get(1) == b"character":
                    return entry[2].decode("utf-8").split("\n")
        raise Fault("damaged", "the recogniser names no characters")

    def read(self, width, grey):
        """The text of one line, `width` by 48 pixels, and how sure each of its letters is in the mean, in thousandths."""
        plane = array.array("f", map(GREY.__getitem__, grey))
        plane = plane + plane + plane
        (answer,) = self.model.run(plane, [1, 3, LINE_HEIGHT, width])
        _, columns, classes = self.model.shape(answer)
        if self.best is None:
            self.best = Model(self.runtime, best_of_each(classes))
        indices, heights = self.best.run(answer, None, outputs=2)
        letters = self.best.numbers(indices, "q", columns)
        sure = self.best.numbers(heights, "f", columns)
        for value in (answer, indices, heights):
            self.model.free(value)
        text, total, count, last = [], 0.0, 0, 0
        for letter, height in zip(letters, sure):
            if letter not in (0, last):
                text.append(self.letter(letter))
                total += height
                count += 1
            last = letter
        return "".join(text).strip(), round(1000 * total / count) if count else 0

    def letter(self, number):
        return self.letters[number - 1] if number <= len(self.letters) else " "


def lines(question, files, data):
    reader = LineReader(files)
    found, at = [], 0
    for width in question["widths"]:
        if not isinstance(width, int) or not 0 < width <= 8192 or at + width * LINE_HEIGHT > len(data):
            raise Fault("question", "a line of this width is not there")
        text, confidence = reader.read(width, data[at : at + width * LINE_HEIGHT])
        at += width * LINE_HEIGHT
        found.append({"text": text, "confidence": confidence})
    return {"lines": found}


# Pages: PP-OCR's line finder says of each pixel whether it belongs to a line.

# Of each line: the part of its height that is cut off above and below, and how much wider it is made. Measured in
# Sources/Intelligence/Intelligence.md.
READINGS = [(0, 1), (0.12, 1), (0, 1.25)]
# Seconds of processor time; a reader may take 60.
FURTHER_UNTIL = 25


def page(question, files, data):
    width, height = question["width"], question["height"]
    if not 0 < width <= 4096 or not 0 < height <= 4096 or width * height != len(data):
        raise Fault("question", "the picture has another size")
    reader = LineReader(files)
    finder = Model(reader.runtime, files.read("find"))
    boxes = boxes_of_lines(finder, width, height, data)
    found = []
    for left, top, right, bottom in boxes:
        readings = {}
        # As it stands; without the tails of the lines above and below; and wider, so that letters do not touch. A page of very many
        # lines is read once: what it says at all comes first.
        for shrunk, stretched in READINGS if time.process_time() < FURTHER_UNTIL else READINGS[:1]:
            margin = round((bottom - top) * shrunk)
            high, low = top + margin, bottom - margin
            line_width = max(16, min(2048, round((right - left) * LINE_HEIGHT * stretched / (low - high))))
            text, confidence = reader.read(line_width, scaled(data, width, right - left, low - high, left, high, line_width, LINE_HEIGHT))
            if text:
                readings[text] = max(confidence, readings.get(text, 0))
        if readings:
            # The surest, and of two that are as sure the first.
            text = max(readings, key=readings.get)
            others = [other for other in readings if other != text]
            found.append({"text": text, "confidence": readings[text], "box": [left, top, right - left, bottom - top], "others": others})
    return {"lines": found}


def boxes_of_lines(finder, width, height, data):
    across, down = max(32, width // 32 * 32), max(32, height // 32 * 32)
    grey = scaled(data, width, width, height, 0, 0, across, down)
    plane = array.array("f", map(GREY.__getitem__, grey))
    (answer,) = finder.run(plane + plane + plane, [1, 3, down, across])
    odds = finder.numbers(answer, "f", across * down)
    finder.free(answer)
    boxes = []
    for left, top, right, bottom in pieces(odds, across, down):
        # What is found is the core of a line: it is widened by as much as the finder was taught to leave out.
        grown = (right - left) * (bottom - top) * 1.6 / (2 * (right - left + bottom - top))
        box = (left - grown, top - grown, right + grown, bottom + grown)
        scale_x, scale_y = width / across, height / down
        left, right = max(0, int(box[0] * scale_x)), min(width, int(box[2] * scale_x) + 1)
        top, bottom = max(0, int(box[1] * scale_y)), min(height, int(box[3] * scale_y) + 1)
        if bottom - top >= 6 and right - left >= 6:
            boxes.append((left, top, right, bottom))
    boxes.sort(key=lambda box: (box[1] + box[3], box[0]))
    return in_order(boxes)[:1000]


def in_order(boxes):
    """From top to bottom; those of one row from left to right."""
    rows = []
    for box in boxes:
        middle = (box[1] + box[3]) / 2
        if rows and rows[-1][0][1] <= middle <= rows[-1][0][3]:
            rows[-1].append(box)
        else:
            rows.append([box])
    return [box for row in rows for box in sorted(row)]


def pieces(odds, width, height, least=0.3):
    """Boxes of the pixels that hang together, run by run of each row."""
    parents, boxes = [], []

    def root(number):
        while parents[number] != number:
            parents[number] = parents[parents[number]]
            number = parents[number]
        return number

    above = []
    for y in range(height):
        row = odds[y * width : (y + 1) * width]
        here = []
        if max(row) > least:
            x = 0
            while x < width:
                if row[x] <= least:
                    x += 1
                    continue
                start = x
                while x < width and row[x] > least:
                    x += 1
                number = len(parents)
                parents.append(number)
                boxes.append([start, y, x, y + 1])
                for other_start, other_end, other in above:
                    if other_start < x and start < other_end:
                        mine, theirs = root(number), root(other)
                        if mine != theirs:
                            parents[mine] = theirs
                            a, b = boxes[theirs], boxes[mine]
                            boxes[theirs] = [min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])]
                here.append((start, x, number))
        above = here
    return [tuple(boxes[n]) for n in range(len(parents)) if parents[n] == n and boxes[n][3] - boxes[n][1] >= 3]


def scaled(data, stride, width, height, left, top, across, down):
    """A part of a picture in another size: each pixel is the mean of four places."""
    out = bytearray(across * down)
    columns = [(left + int((x + 0.25) * width / across), left + int((x + 0.75) * width / across)) for x in range(across)]
    at = 0
    for y in range(down):
        first = (top + int((y + 0.25) * height / down)) * stride
        second = (top + int((y + 0.75) * height / down)) * stride
        for a, b in columns:
            out[at] = (data[first + a] + data[first + b] + data[second + a] + data[second + b] + 2) >> 2
            at += 1
    return out


# Speech: Whisper, by libwhisper 1.8.5. The layout of its parameters is that of the one library whose digest is known.


def speech(question, files, data):
    samples = array.array("h", data[: len(data) // 2 * 2])
    if not samples or max(max(samples), -min(samples)) < SILENCE:
        return {"text": ""}  # The model makes words of silence.
    # Threads that wait for each other give the processor to others.
    os.environ["OMP_WAIT_POLICY"] = "passive"
    for name in ("gomp", "ggml-base", "ggml-cpu", "ggml"):
        files.library(name)
    library = files.library("whisper")
    model = files.read("model")
    language = question["language"].encode()
    if library.whisper_lang_id(ctypes.c_char_p(language)) < 0:
        raise Fault("question", "the language " + question["language"] + " is not known")
    quiet = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)(lambda *_: None)
    library.whisper_log_set(quiet, None)
    context_parameters = (ctypes.c_uint64 * 6)
    parameters = (ctypes.c_uint64 * 38)

    class Context(ctypes.Structure):
        _fields_ = [("words", context_parameters)]

    class Full(ctypes.Structure):
        _fields_ = [("words", parameters)]

    library.whisper_context_default_params_by_ref.restype = ctypes.POINTER(Context)
    library.whisper_full_default_params_by_ref.restype = ctypes.POINTER(Full)
    library.whisper_init_from_buffer_with_params.restype = ctypes.c_void_p
    library.whisper_init_from_buffer_with_params.argtypes = [ctypes.c_char_p, ctypes.c_size_t, Context]
    library.whisper_full.argtypes = [ctypes.c_void_p, Full, ctypes.c_void_p, ctypes.c_int]
    library.whisper_full_get_segment_text.restype = ctypes.c_char_p
    library.whisper_full_get_segment_text.argtypes = [ctypes.c_void_p, ctypes.c_int]
    library.whisper_full_n_segments.argtypes = [ctypes.c_void_p]

    settings = library.whisper_context_default_params_by_ref().contents
    raw = (ctypes.c_uint8 * 48).from_buffer(settings)
    raw[0] = 0  # No other processor than this one.
    context = library.whisper_init_from_buffer_with_params(model, len(model), settings)
    if not context:
        raise Fault("damaged", "the model of speech")
    full = library.whisper_full_default_params_by_ref(0).contents
    raw = (ctypes.c_uint8 * 304).from_buffer(full)
    struct.pack_into("<i", raw, 4, THREADS)
    raw[21] = 1  # Nothing said before is known.
    raw[22] = 1  # Without times.
    raw[25] = raw[26] = raw[27] = 0  # Prints nothing.
    word = ctypes.create_string_buffer(language)
    struct.pack_into("<Q", raw, 104, ctypes.addressof(word))
    raw[114] = 1  # No signs for noises.
    # Less than a second is not listened to: it is filled up.
    values = array.array("f", [sample / 32768 for sample in samples] + [0.0] * max(0, 17600 - len(samples)))
    place = (ctypes.c_float * len(values)).from_buffer(values)
    if library.whisper_full(context, full, place, len(values)) != 0:
        raise Fault("machine", "the recording could not be listened to")
    parts = [
        (library.whisper_full_get_segment_text(context, number) or b"").decode("utf-8", "replace")
        for number in range(library.whisper_full_n_segments(context))
    ]
    return {"text": " ".join("".join(parts).split())}


# The meaning of texts: MiniLM, whose numbers of each piece of a word are taken in the mean.


class Pieces:
    """Splits texts as BERT does: lower case without accents, and words into the longest pieces that are known."""

    LONGEST, UNKNOWN, BEGIN, END = 100, b"[UNK]", b"[CLS]", b"[SEP]"

    def __init__(self, data):
        self.numbers = {piece: number for number, piece in enumerate(data.split(b"\n"))}
        for piece in (self.UNKNOWN, self.BEGIN, self.END):
            if piece not in self.numbers:
                raise Fault("damaged", "the vocabulary lacks " + piece.decode())

    @staticmethod
    def words(text):
        word = []
        for letter in unicodedata.normalize("NFD", text.lower()):
            kind = unicodedata.category(letter)
            if kind == "Mn" or kind in ("Cc", "Cf") and not letter.isspace():
                continue
            alone = kind[0] in "PS" or 0x3400 <= ord(letter) <= 0x9FFF or 0xF900 <= ord(letter) <= 0xFAFF
            if (alone or letter.isspace()) and word:
                yield "".join(word)
                word = []
            if alone:
                yield letter
            elif not letter.isspace():
                word.append(letter)
        if word:
            yield "".join(word)

    def of(self, word):
        start, found = 0, []
        while start < len(word) <= self.LONGEST:
            end = len(word)
            while end > start:
                number = self.numbers.get((("##" if start else "") + word[start:end]).encode())
                if number is not None:
                    break
                end -= 1
            if end == start:
                return [self.numbers[self.UNKNOWN]]
            found.append(number)
            start = end
        return found or [self.numbers[self.UNKNOWN]]

    def text(self, text, most):
        numbers = [self.numbers[self.BEGIN]]
        for word in self.words(text):
            if len(numbers) >= most - 1:
                break
            numbers += self.of(word)
        return numbers[: most - 1] + [self.numbers[self.END]]


DIMENSIONS = 384
# Pieces of a text that are looked at: its beginning says what it is about.
PIECES_MAX = 128


def meaning(question, files, data):
    texts = data.split(b"\0")[:-1]
    if len(texts) != question["count"]:
        raise Fault("question", "another number of texts is there")
    runtime = Runtime(files.library("runtime"))
    pieces, model = Pieces(files.read("vocabulary")), Model(runtime, files.read("embed"))
    vectors = bytearray()
    for text in texts:
        numbers = array.array("q", pieces.text(text.decode("utf-8", "replace"), PIECES_MAX))
        inputs = [numbers, array.array("q", [1]) * len(numbers), array.array("q", [0]) * len(numbers)]
        values = [model.tensor(numbers, [1, len(numbers)]) for numbers in inputs]
        (answer,) = model.answers(values, 1)
        if model.shape(answer) != [1, len(numbers), DIMENSIONS]:
            raise Fault("damaged", "the model answers in another form")
        found = model.numbers(answer, "f", len(numbers) * DIMENSIONS)
        for value in [answer, *values]:
            model.free(value)
        sums = [sum(found[place::DIMENSIONS]) for place in range(DIMENSIONS)]
        # The largest of them becomes 127: only the direction counts.
        scale = 127 / (max(map(abs, sums)) or 1.0)
        vectors += array.array("b", [round(number * scale) for number in sums]).tobytes()
    return {"vectors": base64.b64encode(vectors).decode()}


def main():
    try:
        question = json.loads(sys.stdin.buffer.readline())
        data = sys.stdin.buffer.read()
        forbid()
        do = {"lines": lines, "page": page, "speech": speech, "meaning": meaning}.get(question.get("do"))
        if do is None:
            raise Fault("question", "it asks for nothing that is known")
        answer = do(question, Files(question.get("files", {})), data)
    except Fault as fault:
        answer = {"fault": fault.kind, "what": fault.what}
    except MemoryError:
        answer = {"fault": "machine", "what": "memory"}
    except (KeyError, TypeError, ValueError) as error:
        answer = {"fault": "question", "what": type(error).__name__}
    sys.stdout.buffer.write(json.dumps(answer, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()
    # Threads of libraries are not waited for.
    os._exit(0)


if __name__ == "__main__":
    main()
