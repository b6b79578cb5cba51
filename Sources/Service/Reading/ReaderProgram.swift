import Foundation
package import Intelligence
package import Kernel

/// The program that reads by installed models (`Tools/reader`): a process of its own for each question, with little time and memory,
/// no network and no file but the models.
///
/// It ends with its answer. Whatever a library does in it, and whatever it holds, costs that one answer.
package struct ReaderProgram: Sendable {
    package let folder: ModelFolder
    /// The program and its arguments.
    private let command: [String]
    /// Of processor time; four times as many pass before it is killed.
    private let seconds: Int
    private let megabytes: Int

    /// Bytes of an answer.
    private static let answerBytesMax = 4 << 20
    /// Unicode scalars of a line that is read.
    private static let lineScalarsMax = 2_000

    /// - Parameter command: another program, for a test of what becomes of one that fails.
    package init(_ folder: ModelFolder, seconds: Int = 60, megabytes: Int = 3_072, command: [String]? = nil) {
        self.folder = folder
        self.seconds = seconds
        self.megabytes = megabytes
        self.command =
            command ?? [
                "/usr/bin/python3", "-I", "-B",
                OwnProgram.path(of: "reader/reader.py", source: "Tools/reader/reader.py", mode: R_OK),
            ]
    }

    /// The program that installs, which lies beside it.
    package static var installer: String {
        OwnProgram.path(of: "reader/models.py", source: "Tools/reader/models.py", mode: R_OK)
    }

    private struct Answer: Decodable {
        struct Line: Decodable {
            var text: String
            var confidence: Int
            var box: [Int]?
            var others: [String]?
        }

        var lines: [Line]?
        var text: String?
        var vectors: Data?
        var fault: String?
        var what: String?
    }

    /// Reads lines of writing.
    ///
    /// - Returns: as many answers as there are images, in their order.
    package func lines(
        _ images: [InkImage], by model: InstallableModel, isCancelled: () -> Bool = { false }
    ) throws(ProviderFailure) -> [InkReading.Answer] {
        if images.isEmpty { return [] }
        let answer = try ask(
            "lines", model, isCancelled,
            { json in
                json.key("widths")
                json.array(images) { $0.value($1.width) }
            }, images.flatMap(\.grey))
        guard let lines = answer.lines, lines.count == images.count else {
            throw .malformed("it read \(answer.lines?.count ?? 0) lines of \(images.count)")
        }
        var read: [InkReading.Answer] = []
        for line in lines { read.append(try Self.checked(line)) }
        return read
    }

    /// Reads a page.
    ///
    /// - Parameter grey: row by row.
    package func page(
        width: Int, height: Int, grey: [UInt8], by model: InstallableModel, isCancelled: () -> Bool = { false }
    ) throws(ProviderFailure) -> [PageLine] {
        let answer = try ask(
            "page", model, isCancelled,
            { json in
                json.field("width", width)
                json.field("height", height)
            }, grey)
        guard let lines = answer.lines, lines.count <= InkLines.countMax * 3 else { throw .malformed("it read no lines") }
        var read: [PageLine] = []
        for line in lines {
            let (text, box) = (try Self.checked(line), line.box ?? [])
            guard box.count == 4, box.allSatisfy({ (0...4_096).contains($0) }), box[0] + box[2] <= width,
                box[1] + box[3] <= height
            else { throw .malformed("it read a line outside of the picture") }
            let others = try (line.others ?? []).map { other throws(ProviderFailure) in
                try Self.checked(Answer.Line(text: other, confidence: text.confidence)).text
            }
            read.append(PageLine(text: text.text, confidence: text.confidence, box: box, others: others))
        }
        return read
    }

    /// Writes down what is said.
    ///
    /// - Parameter samples: of 16 bits, the lower byte first, 16,000 a second, of one channel.
    package func speech(
        _ samples: [UInt8], in language: String, by model: InstallableModel, isCancelled: () -> Bool = { false }
    ) throws(ProviderFailure) -> String {
        let answer = try ask("speech", model, isCancelled, { $0.field("language", language) }, samples)
        guard let text = answer.text, text.unicodeScalars.count <= Self.lineScalarsMax * 50 else {
            throw .malformed("it wrote down nothing")
        }
        return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 }))
    }

    /// Numbers of one meaning.
    private static let dimensions = 384

    /// Says what texts mean.
    ///
    /// - Returns: as many as there are texts, in their order.
    package func meanings(
        of texts: [String], by model: InstallableModel, isCancelled: () -> Bool = { false }
    ) throws(ProviderFailure) -> [Meaning] {
        // A zero byte ends a text.
        let bytes = texts.flatMap { Array($0.utf8.filter { $0 != 0 }) + [0] }
        let answer = try ask("meaning", model, isCancelled, { $0.field("count", texts.count) }, bytes)
        guard let vectors = answer.vectors, vectors.count == texts.count * Self.dimensions else {
            throw .malformed("it says of another number of texts what they mean")
        }
        let numbers = vectors.map { Int8(bitPattern: $0) }
        return texts.indices.map { place in
            Meaning(numbers: Array(numbers[place * Self.dimensions..<(place + 1) * Self.dimensions]))
        }
    }

    private static func checked(_ line: Answer.Line) throws(ProviderFailure) -> InkReading.Answer {
        guard line.text.unicodeScalars.count <= lineScalarsMax, line.text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
            (0...1_000).contains(line.confidence)
        else { throw .malformed("it read a line that cannot be one") }
        return InkReading.Answer(text: line.text, confidence: line.confidence)
    }

    private func ask(
        _ task: String, _ model: InstallableModel, _ isCancelled: () -> Bool, _ facts: (inout JSONWriter) -> Void,
        _ bytes: [UInt8]
    ) throws(ProviderFailure) -> Answer {
        guard folder.holds(model) else { throw .notInstalled(model: model.name) }
        var json = JSONWriter()
        json.object { json in
            json.field("do", task)
            json.key("files")
            json.object { json in
                for (role, file) in model.files.sorted(by: { $0.key < $1.key }) {
                    json.key(role)
                    json.object { json in
                        json.field("path", folder.path(of: file))
                        json.field("sha256", file.digest)
                    }
                }
            }
            facts(&json)
        }
        let said = try run(over: json.bytes + [UInt8(ascii: "\n")] + bytes, isCancelled)
        let answer: Answer
        do { answer = try JSONDecoder().decode(Answer.self, from: Data(said)) } catch {
            throw .malformed("it does not have the form of an answer")
        }
        switch answer.fault {
        case nil: return answer
        case "missing": throw .notInstalled(model: model.name)
        case "damaged": throw .damagedModel(file: answer.what ?? "")
        case "machine" where answer.what == "memory": throw .readerTooLarge
        case let fault?: throw .declined("the program that reads says: \(fault), \((answer.what ?? "").prefix(200))")
        }
    }

    private func run(over bytes: [UInt8], _ isCancelled: () -> Bool) throws(ProviderFailure) -> [UInt8] {
        let program = LimitedProgram(seconds: seconds, megabytes: megabytes, outputBytesMax: Self.answerBytesMax)
        do { return try program.run([command], over: bytes, isCancelled: isCancelled) } catch let failure
            as LimitedProgram.Failure
        {
            switch failure {
            case .absent(let program, _): throw .declined("\(program) is missing, or a part of it; install python3")
            case .ended(.signal(SIGXCPU)), .tooSlow: throw .timedOut(seconds: seconds)
            case .ended: throw .readerEnded
            case .cancelled: throw .cancelled
            case .noMemoryFile, .noPipe: throw .busy(seconds: 10)
            }
        } catch { throw .readerEnded }
    }
}

/// A page as it was read.
package struct ReadPage: Sendable, Equatable {
    package var lines: [PageLine]
    package var model: String
    /// Pixels of the picture that was read: places of lines are in it.
    package var width: Int
    package var height: Int

    /// Its lines from top to bottom, those of one row side by side.
    package var text: String { lines.map(\.text).joined(separator: "\n") }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("text", text)
            json.field("model", model)
            json.field("width", width)
            json.field("height", height)
            json.key("lines")
            json.array(lines) { json, line in
                json.object { json in
                    json.field("text", line.text)
                    json.field("confidence", line.confidence)
                    json.key("box")
                    json.array(line.box) { $0.value($1) }
                    json.key("others")
                    json.array(line.others) { $0.value($1) }
                }
            }
        }
    }
}

/// A line of a page: what it says, and where it stands in the picture.
package struct PageLine: Sendable, Equatable {
    package var text: String
    /// Of 1,000.
    package var confidence: Int
    /// Left, top, width and height, in pixels of the picture that was read.
    package var box: [Int]
    /// Further readings of it, which are searched and not shown.
    package var others: [String]
}

extension PictureText {
    /// The text of a page, as it is kept beside the picture that it was read from.
    package init(_ page: ReadPage) {
        self.init(
            text: page.text, reader: Name(recorded: page.model), version: Name(recorded: "1"), width: page.width,
            height: page.height,
            lines: page.lines.map { line in
                Line(
                    left: line.box[0], top: line.box[1], width: line.box[2], height: line.box[3],
                    confidence: line.confidence, others: line.others)
            })
    }
}
