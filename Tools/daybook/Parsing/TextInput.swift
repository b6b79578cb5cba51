import ArgumentParser
import Foundation
import Glibc

/// A text that comes on the command line, from a file, or from standard input.
struct TextInput: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp("The text itself; - reads standard input.", valueName: "text"))
    var body: String?

    @Option(
        help: ArgumentHelp("A file that holds the text; - reads standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    func validate() throws {
        if body != nil, file != nil { throw ValidationError("Say --body or --file, not both.") }
    }

    /// The text, or nil where none was given.
    func read() throws(Problem) -> String? {
        if let body, body != "-" { return body }
        guard let path = body ?? file else { return nil }
        return try Self.text(of: path)
    }

    /// A text that was said in an option; `-` reads standard input.
    static func text(said: String?) throws(Problem) -> String? { said == "-" ? try text(of: "-") : said }

    /// The lines of standard input that say something.
    static func linesOfStandardInput() throws(Problem) -> [String] {
        try text(of: "-").split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    private static func text(of path: String) throws(Problem) -> String {
        let bytes = try readBytes(of: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(
                .machine, "\(Self.name(of: path)) is not UTF-8 text; convert it first, for example with iconv")
        }
        return text
    }

    private static func readBytes(of path: String) throws(Problem) -> [UInt8] {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Problem(.machine, "cannot read \(path): \(words(for: errno))") }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += chunk[..<count]
            } else if errno != EINTR {
                throw Problem(.machine, "cannot read \(Self.name(of: path)): \(words(for: errno))")
            }
        }
    }

    private static func name(of path: String) -> String { path == "-" ? "standard input" : path }
}
