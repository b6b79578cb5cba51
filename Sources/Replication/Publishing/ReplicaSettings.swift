package import NIOCore

/// The replication settings of a node.
package struct ReplicaSettings: Sendable {
    /// True if a commit counts only when most of the servers have it; else it is shipped behind the answers.
    package var isRequired = true
    /// The number of servers that keep all of it.
    package var copies = 3
    /// The time a commit waits for servers that cannot be asked or cannot agree; longer than they take to choose a leader.
    package var patience = TimeAmount.seconds(30)
    /// True if a journal that another node wrote last may be written here from now on.
    package var takesOver = false
    /// Names this installation to others.
    package var node: String

    /// At most so many bytes in a message; NATS takes 1 MiB, headers included, unless told otherwise.
    package static let pieceByteCountMax = 512 << 10

    package init(node: String) { self.node = node }
}
