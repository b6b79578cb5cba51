import Glibc
import Publishing

/// The programs of others, and one of ours, that make files of publications.
struct ExportPrograms: Sendable {
    /// `typeset`, which lies beside the program or in its library folder.
    var typeset: String
    var vpxenc = "/usr/bin/vpxenc"
    var ffmpeg = "/usr/bin/ffmpeg"
    var speak = "/usr/bin/espeak-ng"
    var opus = "/usr/bin/opusenc"

    init() { typeset = Self.placeOfTypeset }

    private static let placeOfTypeset = OwnProgram.path(of: "typeset", mode: X_OK)

    /// Bytes of a file that is made.
    private static let outputBytesMax = 512 << 20

    private func program(seconds: Int, megabytes: Int) -> LimitedProgram {
        LimitedProgram(
            seconds: seconds, megabytes: megabytes, outputBytesMax: Self.outputBytesMax,
            // Fonts are looked up in a cache; one that is nowhere is not written.
            environment: ["XDG_CACHE_HOME": "/nonexistent", "HOME": "/nonexistent"])
    }

    private static let pageSeconds = 60
    private static let filmSeconds = 600
    private static let speechSeconds = 120

    /// - Throws: `PublishingFailure`; what the machine says.
    func pdf(_ pages: PageDescription, _ isCancelled: () -> Bool) throws -> [UInt8] {
        try making(.pdf, seconds: Self.pageSeconds) {
            try program(seconds: Self.pageSeconds, megabytes: 2_048).run(
                [[typeset]], over: pages.bytes, isCancelled: isCancelled)
        }
    }

    private static let wordsSeconds = 5
    private static let wordsBytesMax = 32 << 20

    /// Texts in Markdown as HTML that nobody's markup is in, in the order of the texts. Blocks for some hundredths of a second.
    ///
    /// - Throws: `LimitedProgram.Failure`; `WordsUnread` where not each text became a piece.
    func html(_ texts: [String]) throws -> [String] {
        let program = LimitedProgram(seconds: Self.wordsSeconds, megabytes: 512, outputBytesMax: Self.wordsBytesMax)
        let bytes = try program.run([[typeset]], over: PageDescription.words(texts))
        var pieces: [String] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard let count = Int(String(decoding: rest[..<end], as: UTF8.self)), count >= 0, count < rest.endIndex - end else {
                throw WordsUnread()
            }
            pieces.append(String(decoding: rest[(end + 1)..<(end + 1 + count)], as: UTF8.self))
            rest = rest[(end + 1 + count)...]
        }
        guard rest.isEmpty, pieces.count == texts.count else { throw WordsUnread() }
        return pieces
    }

    /// The program wrote another number of texts than it read.
    struct WordsUnread: Error {}

    func film(_ pages: PageDescription, as format: ExportFormat, _ isCancelled: () -> Bool) throws -> [UInt8] {
        // The film goes into a file in memory, in which an encoder may go back to write its length.
        let target = "/proc/self/fd/1"
        let encoder =
            format == .mp4
            ? [
                ffmpeg, "-v", "error", "-y", "-f", "yuv4mpegpipe", "-i", "-", "-c:v", "libx264", "-preset", "veryfast",
                "-pix_fmt", "yuv420p", "-x264-params", "colorprim=bt709:transfer=bt709:colormatrix=bt709", "-movflags",
                "+faststart", "-f", "mp4", target,
            ]
            : [
                vpxenc, "--codec=vp9", "--rt", "--cpu-used=8", "--threads=2", "--end-usage=q", "--cq-level=30",
                "--color-space=bt709",
                "--webm",
                "--quiet", "-o", target, "-",
            ]
        return try making(format, seconds: Self.filmSeconds) {
            try program(seconds: Self.filmSeconds, megabytes: 4_096).run(
                [[typeset], encoder], over: pages.bytes, isCancelled: isCancelled)
        }
    }

    /// - Parameter language: chooses the voice.
    func speech(_ text: String, called title: String, in language: String, _ isCancelled: () -> Bool) throws -> [UInt8] {
        try making(.opus, seconds: Self.speechSeconds) {
            try program(seconds: Self.speechSeconds, megabytes: 1_024).run(
                [
                    [speak, "-v", language.lowercased(), "-s", "140", "--stdin", "--stdout"],
                    [opus, "--quiet", "--ignorelength", "--bitrate", "24", "--title", title, "-", "-"],
                ], over: Array(text.utf8), isCancelled: isCancelled)
        }
    }

    /// The Debian package that has a program.
    private static func package(of program: String) -> String {
        switch program.split(separator: "/").last {
        case "vpxenc": "vpx-tools"
        case "ffmpeg": "ffmpeg"
        case "espeak-ng": "espeak-ng"
        case "opusenc": "opus-tools"
        default: "daybook with all its files, and its libraries"
        }
    }

    private func making(_ format: ExportFormat, seconds: Int, _ body: () throws -> [UInt8]) throws -> [UInt8] {
        do {
            let bytes = try body()
            guard !bytes.isEmpty else { throw PublishingFailure.notMade(format) }
            return bytes
        } catch let failure as LimitedProgram.Failure {
            switch failure {
            case .absent(let program, _):
                let name = program.split(separator: "/").last.map(String.init) ?? program
                throw PublishingFailure.noProgram(name, package: Self.package(of: program))
            case .ended: throw PublishingFailure.notMade(format)
            case .tooSlow: throw PublishingFailure.tooSlow(seconds: seconds * 4)
            case .cancelled: throw PublishingFailure.cancelled
            case .noMemoryFile, .noPipe: throw failure
            }
        }
    }
}
