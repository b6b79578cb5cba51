import CCommit
import Glibc

/// The version of the program, as `--version`, the man page and the metrics of the service have it.
enum Version {
    /// The newest section of Tools/deploy/CHANGELOG.md has the same.
    static let number = "0.1.0"

    /// The commit in short, and `-dirty` where something was changed since; `unknown` after a plain `swift build`.
    ///
    /// A package has it in the program, where `Tools/deploy/stamp` writes it; `Tools/run` puts it into the environment.
    static let commit: String = {
        let stamped = String(cString: daybook_commit_of_program())
        guard stamped == "unknown", let named = getenv("DAYBOOK_COMMIT") else { return stamped }
        let commit = String(cString: named)
        let isPlain = commit.utf8.count < 64 && commit.utf8.allSatisfy(isLetterDigitOrDash)
        return isPlain && !commit.isEmpty ? commit : stamped
    }()

    /// Both, as in `0.1.0 (63e05f2a91bc)`.
    static let text = "\(number) (\(commit))"

    private static func isLetterDigitOrDash(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
