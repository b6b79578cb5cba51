import Glibc

/// Sets pages: reads a description on standard input, and writes PDF, or a film that an encoder reads, on standard output; or
/// reads texts in Markdown and writes them as HTML.
///
/// A program of its own, so that a font or a picture that brings a library down brings nobody else down with it. It opens no
/// file but fonts, and ends with 1 and one sentence on standard error where nothing can be set.
@main
enum Typeset {
    static func main() {
        do throws(Fault) {
            let description = try Description(try input())
            switch description.form {
            case .pages: try output(try PDFWriter.bytes(of: description))
            case .frames(let width, let height, let perSecond, let held, let faded):
                try FilmWriter.write(
                    description, width: width, height: height, perSecond: perSecond, held: held, faded: faded, to: output)
            case .words(let texts):
                var bytes: [UInt8] = []
                for text in texts {
                    let html = MarkdownHTML(text).html
                    bytes += Array("\(html.utf8.count)\n".utf8) + Array(html.utf8)
                }
                try output(bytes)
            }
        } catch {
            let words = Array("typeset: \(error.text)\n".utf8)
            // Nothing is left to be done where not even this can be said.
            _ = words.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            exit(1)
        }
    }

    private static func input() throws(Fault) -> [UInt8] {
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Fault("standard input cannot be read: errno \(errno)") }
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }

    private static func output(_ bytes: [UInt8]) throws(Fault) {
        var at = 0
        while at < bytes.count {
            let count = bytes[at...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Fault("standard output cannot be written: errno \(errno)") }
            at += count
        }
    }
}
