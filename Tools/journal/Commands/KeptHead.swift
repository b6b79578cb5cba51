import ArgumentParser
import JournalEngine

/// Reads a chain head that somebody kept, from the command line or a file.
enum KeptHead {
    static func read(_ argument: String) throws -> ChainHead {
        guard let head = try ChainHead.kept(argument) else {
            throw ValidationError("\(argument) is neither a chain head (SEQUENCE:HASH) nor a file that holds one.")
        }
        return head
    }
}
