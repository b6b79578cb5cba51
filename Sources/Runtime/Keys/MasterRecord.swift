import Cryptography
import Foundation
import JournalEngine
import Kernel

/// The source of one master key, and the check that tells it from any other: nothing in it is secret.
struct MasterLock: Equatable, Sendable {
    var kind: MasterKeySource
    /// The way the passphrase is hashed; nil for the other kinds.
    var setting: String?
    /// Derived from the key, so that a wrong one is told at once.
    var check: String

    func opens(with key: SecretKey) -> Bool { key.check == check }
}

/// The content of `master.json`.
///
/// While the master key is being changed it holds two: each is written under the other, so that either alone opens
/// everything, wherever the change is interrupted.
struct MasterRecord: Equatable, Sendable {
    var lock: MasterLock
    var next: Change?

    struct Change: Equatable, Sendable {
        var lock: MasterLock
        /// The key that is given up, under the one that comes.
        var oldUnderNew: [UInt8]
        var newUnderOld: [UInt8]
    }
}

extension MasterRecord {
    init(lock: MasterLock, changingTo new: MasterLock, old oldKey: SecretKey, new newKey: SecretKey) {
        self.lock = lock
        next = Change(
            lock: new, oldUnderNew: oldKey.wrapped(under: newKey), newUnderOld: newKey.wrapped(under: oldKey))
    }

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            lock.write(to: &json)
            if let next {
                json.key("next")
                json.object { json in
                    next.lock.write(to: &json)
                    json.field("oldUnderNew", hexText(next.oldUnderNew))
                    json.field("newUnderOld", hexText(next.newUnderOld))
                }
            }
            json.field("sum", sum)
        }
        return Array((json.text + "\n").utf8)
    }

    /// Nil where the bytes are damaged: a salt with one other digit would make every passphrase a wrong one.
    init?(bytes: [UInt8]) {
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
            let lock = MasterLock(kind: stored.kind, setting: stored.setting, check: stored.check)
        else { return nil }
        self.lock = lock
        if let change = stored.next {
            guard let lock = MasterLock(kind: change.kind, setting: change.setting, check: change.check),
                let old = hexBytes(change.oldUnderNew), let new = hexBytes(change.newUnderOld)
            else { return nil }
            next = Change(lock: lock, oldUnderNew: old, newUnderOld: new)
        }
        guard stored.sum == sum else { return nil }
    }

    private var sum: String {
        var parts = lock.parts
        if let next { parts += next.lock.parts + [hexText(next.oldUnderNew), hexText(next.newUnderOld)] }
        return String(Digest(of: Array(parts.joined(separator: "\n").utf8)).text.prefix(16))
    }

    private struct Stored: Decodable {
        var kind: String
        var setting: String?
        var check: String
        var next: StoredChange?
        var sum: String
    }

    private struct StoredChange: Decodable {
        var kind: String
        var setting: String?
        var check: String
        var oldUnderNew: String
        var newUnderOld: String
    }
}

extension MasterLock {
    fileprivate init?(kind: String, setting: String?, check: String) {
        guard let kind = MasterKeySource(rawValue: kind), (kind == .passphrase) == (setting != nil) else { return nil }
        self.init(kind: kind, setting: setting, check: check)
    }

    fileprivate var parts: [String] { [kind.rawValue, setting ?? "", check] }

    fileprivate func write(to json: inout JSONWriter) {
        json.field("kind", kind.rawValue)
        if let setting { json.field("setting", setting) }
        json.field("check", check)
    }
}

extension MasterRecord {
    /// Returns the record in the directory `path`; nil where nothing is encrypted.
    ///
    /// Written twice, since without the salt of a passphrase everything would be lost: the copy first, so that anything
    /// `master.json` states has happened.
    ///
    /// - Parameter parse: reads the bytes of a file; nil for what is no record.
    static func read(
        in path: String, disk: any Disk, _ parse: ([UInt8]) -> MasterRecord? = { MasterRecord(bytes: $0) }
    ) throws(RuntimeFailure) -> MasterRecord? {
        let main = try read(file(in: path), disk)
        if let main, let record = parse(main) { return record }
        let copy = try read(copy(in: path), disk)
        // A copy alone is what an interrupted first writing leaves: there is nothing under that key yet.
        let isNeeded = main == nil ? try hasKeyrings(path, disk) : true
        guard isNeeded else { return nil }
        if let copy, let record = parse(copy) { return record }
        throw RuntimeFailure(
            main == nil ? .recordMissing(path: file(in: path)) : .recordDamaged(path: file(in: path)))
    }

    /// Returns when both files are on disk, and what stood there before is overwritten.
    func write(in path: String, disk: any Disk) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.replaceFile(Self.copy(in: path), bytes)
            try disk.replaceFile(Self.file(in: path), bytes)
        } catch {
            throw RuntimeFailure(error)
        }
    }

    /// Returns whether both files are there, sound and the same.
    static func isWhole(
        in path: String, disk: any Disk, _ parse: ([UInt8]) -> MasterRecord? = { MasterRecord(bytes: $0) }
    ) throws(RuntimeFailure) -> Bool {
        guard let main = try read(file(in: path), disk), parse(main) != nil else { return false }
        return try read(copy(in: path), disk) == main
    }

    static func file(in path: String) -> String { path + "/master.json" }
    private static func copy(in path: String) -> String { path + "/master.json.copy" }

    private static func read(_ path: String, _ disk: any Disk) throws(RuntimeFailure) -> [UInt8]? {
        do throws(DiskError) {
            return try disk.readFile(path)
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            return nil
        } catch  where error.errno == EIO {
            return []  // A file that the disk cannot read is a damaged one: the other stands for it.
        } catch {
            throw RuntimeFailure(error)
        }
    }

    private static func hasKeyrings(_ path: String, _ disk: any Disk) throws(RuntimeFailure) -> Bool {
        do throws(DiskError) {
            return try disk.names(inDirectory: path).contains {
                $0.hasSuffix(".keyring") || $0.hasSuffix(".keyring.copy")
            }
        } catch  where error.errno == ENOENT || error.errno == ENOTDIR {
            return false
        } catch {
            throw RuntimeFailure(error)
        }
    }
}
