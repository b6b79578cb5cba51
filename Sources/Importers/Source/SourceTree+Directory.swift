package import Foundation
private import Kernel

extension SourceTree {
    /// Reads the directory at `root` and everything below it, without following symbolic links.
    ///
    /// Entries below the root that cannot be read are noted in `notTaken`, with the system's reason.
    /// - Throws: when the root itself cannot be read, or there is more than an import takes.
    package static func directory(at root: URL) throws(ImportFailure) -> SourceTree {
        var tree = SourceTree()
        do {
            try tree.read(root.path, below: "", depth: 0)
        } catch {
            switch error {
            case .system(let reason): throw .unreadable(path: root.path, reason: reason)
            case .tooMany:
                throw .tooLarge(
                    path: root.path, problem: "it holds more than \(ImportLimits.entriesMax) files and directories")
            }
        }
        tree.sort()
        return tree
    }

    private enum ReadFault: Error {
        case system(String)
        case tooMany
    }

    private mutating func read(_ path: String, below prefix: String, depth: Int) throws(ReadFault) {
        guard let directory = opendir(path) else { throw .system(reason(errno)) }
        defer { closedir(directory) }
        while true {
            errno = 0
            guard let found = readdir(directory) else {
                if errno != 0 { throw .system(reason(errno)) }
                return
            }
            let bytes = nameBytes(found)
            if bytes == Array(".".utf8) || bytes == Array("..".utf8) { continue }
            guard let name = String(validating: bytes, as: UTF8.self) else {
                notTaken.append(
                    ImportWarning(
                        what: "file", at: prefix + String(decoding: bytes, as: UTF8.self),
                        why: "its name is not UTF-8; rename it and import again"))
                continue
            }
            guard entries.count < ImportLimits.entriesMax else { throw .tooMany }
            try ingest(name, at: path + "/" + name, as: prefix + name, depth: depth)
        }
    }

    private mutating func ingest(_ name: String, at path: String, as relative: String, depth: Int) throws(ReadFault) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else {
            notTaken.append(ImportWarning(unreadable: "file", at: relative, reason: reason(errno)))
            return
        }
        let modified = Instant(
            microseconds: Int64(facts.st_mtim.tv_sec) * 1_000_000 + Int64(facts.st_mtim.tv_nsec) / 1000)
        switch facts.st_mode & S_IFMT {
        case S_IFREG:
            entries.append(
                Entry(
                    path: relative,
                    kind: .file(
                        sizeBytes: Int(facts.st_size), .onDisk(URL(filePath: path, directoryHint: .notDirectory))),
                    modified: modified))
        case S_IFDIR where ToolFolders.isTool(name):
            // Not looked into: it may hold a whole history of the vault's own.
            entries.append(Entry(path: relative, kind: .directory, modified: nil))
        case S_IFDIR:
            guard depth < ImportLimits.depthMax else {
                notTaken.append(
                    ImportWarning(
                        what: "directory", at: relative, why: "it is nested deeper than \(ImportLimits.depthMax) levels"
                    ))
                return
            }
            entries.append(Entry(path: relative, kind: .directory, modified: nil))
            do {
                try read(path, below: relative + "/", depth: depth + 1)
            } catch .system(let reason) {
                notTaken.append(ImportWarning(unreadable: "directory", at: relative, reason: reason))
            }
        case S_IFLNK:
            notTaken.append(ImportWarning(what: "symbolic link", at: relative, why: "links are not followed"))
        default:
            notTaken.append(ImportWarning(what: "special file", at: relative, why: "it is neither a file nor a directory"))
        }
    }
}

/// The name of a directory entry, whatever its encoding.
private func nameBytes(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafeBytes(of: &entry.pointee.d_name) { buffer in Array(buffer.prefix { $0 != 0 }) }
}

/// The system's own words for `code`.
func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
