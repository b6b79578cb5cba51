import Foundation
import Glibc

/// The editor of the person at the terminal: $VISUAL, else $EDITOR, else vi.
enum TextEditor {
    /// Lets the person change a text in their editor, and waits until it ends.
    ///
    /// The text is in a file that only they can read; it is removed when it was read, and stays where it could not be.
    ///
    /// - Parameter suffix: of the file, so that the editor knows the language.
    /// - Returns: the text as it is then; nil where it is as it was.
    static func text(from before: String, suffix: String = ".md") throws(Problem) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let chosen = [environment["VISUAL"], environment["EDITOR"]].compactMap { $0 }.first { !$0.isEmpty } ?? "vi"
        let (descriptor, path) = try file(suffix)
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try handle.write(contentsOf: Data(before.utf8)) } catch {
            throw Problem(.machine, "\(path) cannot be written: \(error.localizedDescription)")
        }
        let status = run(["/bin/sh", "-c", "exec \(chosen) \"$1\"", "sh", path])
        guard status == 0 else {
            throw Problem(
                .machine, "The editor \(chosen) ended with an error; nothing was changed. What was written is in \(path).")
        }
        guard let bytes = FileManager.default.contents(atPath: path), let after = String(validating: bytes, as: UTF8.self)
        else { throw Problem(.machine, "\(path) is not UTF-8 text any more; nothing was changed, and it stays.") }
        unlink(path)
        return after == before ? nil : after
    }

    private static func file(_ suffix: String) throws(Problem) -> (descriptor: Int32, path: String) {
        let folder = FileManager.default.temporaryDirectory.path
        var name = Array("\(folder)/daybook-XXXXXX\(suffix)".utf8CString)
        let descriptor = mkstemps(&name, Int32(suffix.utf8.count))
        guard descriptor >= 0 else {
            throw Problem(.machine, "no file for the editor can be made in \(folder): \(words(for: errno))")
        }
        return (descriptor, String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// Runs a program on this terminal.
    ///
    /// - Returns: how it ended; 127 where it could not begin.
    private static func run(_ arguments: [String]) -> Int32 {
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, arguments[0], nil, nil, &words, environ) == 0 else { return 127 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            if errno != EINTR { return 127 }
        }
        // A signal ended it where the lowest seven bits say one.
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}
