import Glibc

/// Why there is no index for the moment. Searching works without.
package enum IndexTrouble: Error, Sendable, Equatable {
    case journal(String)
    /// Something was erased that it may hold; the next search makes a new one.
    case erased
    /// It was not wanted any more before it was made.
    case stopped
    /// The index's last record could not be noted when it was closed.
    case note(errno: Int32)

    /// For people and logs; never holds a word of what is searched.
    package var message: String {
        switch self {
        case .journal(let message): "the journal cannot be read for the index: \(message)"
        case .erased: "something was erased, and the index is made anew"
        case .stopped: "the index was not wanted any more before it was made"
        case .note(let errno): "the last record that was searched cannot be noted (\(String(cString: strerror(errno))))"
        }
    }
}
