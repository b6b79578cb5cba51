import ArgumentParser
import JournalEngine

struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains every frame, mark and damage of every segment, with its offset.")

    @OptionGroup var place: Place

    func run() throws {
        var isDamaged = false
        try Journal.inspect(at: place.directory) { segment, frames in
            if !place.json { printLine("segment \(segment)") }
            for frame in frames {
                if frame.kind == .damage { isDamaged = true }
                printLine(place.json ? json(segment, frame).text : line(frame))
            }
        }
        if isDamaged { throw ExitCode(1) }
    }

    private func line(_ frame: InspectedFrame) -> String {
        let offset = String(frame.byteOffset)
        let kind = frame.kind.rawValue
        return String(repeating: " ", count: max(0, 12 - offset.count)) + offset + "  " + kind
            + String(repeating: " ", count: max(0, 10 - kind.count)) + frame.words
    }

    private func json(_ segment: UInt64, _ frame: InspectedFrame) -> JSON {
        .object([
            ("segment", .number(segment)), ("byteOffset", .number(frame.byteOffset)),
            ("byteCount", .number(frame.byteCount)), ("kind", .string(frame.kind.rawValue)),
            ("sequences", .range(frame.sequences)), ("words", .string(frame.words)),
        ])
    }
}
