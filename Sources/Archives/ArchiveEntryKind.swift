/// The type of an entry of an archive, where it matters: libarchive's own names for these are macros with casts, which Swift
/// does not see (`AE_IFREG` and its like).
package enum ArchiveEntryKind: UInt32, Sendable {
    case regular = 0o100000
    case directory = 0o040000
    case symbolicLink = 0o120000
}
