import Foundation
import Kernel

/// Walks through the main job: says what comes, shows the command line, runs it, shows what it said.
final class Tour {
    let place: URL
    private let console: Console
    private let asJSON: Bool
    private let listener: Console
    private var stepNumber = 0
    private var json = JSONWriter()

    /// Where the sample's journal lies, and where its copy will.
    var data: URL { place.appending(path: "data") }
    var copy: URL { place.appending(path: "copy") }

    init(place: URL, console: Console, asJSON: Bool) {
        self.place = place
        self.console = console
        self.asJSON = asJSON
        listener = Console(capturingLike: console)
    }

    func run() async throws {
        guard asJSON else {
            try console.line("Every line after $ runs for real, with DAYBOOK_DATA=\(data.path).\n\n")
            return try await walk()
        }
        json.beginObject()
        json.key("steps")
        json.beginArray()
        try await walk()
        json.endArray()
        json.endObject()
        try console.line(json.text)
    }

    /// Says what the next commands are for.
    func step(_ sentence: String, _ body: () async throws -> Void) async throws {
        stepNumber += 1
        guard asJSON else {
            try console.line(console.styled("\(stepNumber). \(sentence)", .bold) + "\n\n")
            try await body()
            return try console.flush()
        }
        json.beginObject()
        json.field("step", stepNumber)
        json.field("says", sentence)
        json.key("commands")
        json.beginArray()
        try await body()
        json.endArray()
        json.endObject()
    }

    /// Runs `daybook arguments…` and shows what it says.
    ///
    /// - Parameters:
    ///   - data: the data directory; the sample's own by default.
    ///   - linesMax: longer output is cut there, and says so.
    /// - Returns: what it said.
    @discardableResult
    func daybook(_ arguments: String..., in data: URL? = nil, linesMax: Int = 24) async throws -> String {
        let data = data ?? self.data
        let place = data == self.data ? "" : "--data \(quoted(data.path)) "
        let shown = "daybook " + place + arguments.map(quoted).joined(separator: " ")
        if !asJSON { try console.line("   $ " + console.styled(shown, .cyan)) }
        let form = asJSON && !arguments.contains("--csv") ? ["--json"] : []
        try await Daybook.run(["--data", data.path] + form + arguments, on: listener)
        let said = listener.takeCaptured()
        if asJSON {
            json.object { json in
                json.field("command", shown)
                json.field("output", said)
            }
        } else {
            try show(said, linesMax: linesMax)
        }
        return said
    }

    /// Runs `daybook arguments…` without showing it, for what the tour itself needs to know.
    func ask(_ arguments: String...) async throws -> String {
        try await Daybook.run(["--data", data.path] + arguments, on: listener)
        return listener.takeCaptured()
    }

    private func show(_ said: String, linesMax: Int) throws {
        var lines = linesOf(said)
        while lines.last?.isEmpty == true { lines.removeLast() }
        for line in lines.prefix(linesMax) { try console.line(line.isEmpty ? "" : "     " + line) }
        if lines.count > linesMax { try console.line("     … and \(lines.count - linesMax) lines more") }
        try console.line("")
    }

    /// As a shell would need it.
    private func quoted(_ argument: String) -> String {
        let isPlain = argument.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=+,".utf8.contains(byte)
            }
        }
        return isPlain && !argument.isEmpty ? argument : "'" + argument.replacing("'", with: "'\\''") + "'"
    }
}
