import Foundation
import JournalEngine
import JournalTesting
import Kernel
import KernelTesting
import Testing

@testable import Runtime

@Suite("Unlocking the keys")
struct UnlockingTheKeyStore {
    private static let variable = Unlocking.keyVariable

    /// Files of the machine that hold one line each; removed with the test.
    private final class Lines {
        let directory = FileManager.default.temporaryDirectory.path + "/daybook-test-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        }

        func file(_ name: String, _ line: String, mode: Int = 0o600) throws -> String {
            let path = directory + "/" + name
            try Data((line + "\nmore\n").utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            return path
        }

        deinit { try? FileManager.default.removeItem(atPath: directory) }
    }

    private func fault(_ body: () throws -> Void) -> KeyFault? {
        do {
            try body()
            return nil
        } catch RuntimeFailure.keys(let fault) {
            return fault
        } catch {
            Issue.record("\(error)")
            return nil
        }
    }

    @Test func `a key file that others may use is refused, with the command that fixes it`() throws {
        let house = try WorkspaceFixture(isEncrypted: true)
        let path = house.data.keysPath + "/master.key"
        #expect(Unlocking.modeOnDisk(path) == 0o600)
        #expect(try KeyStore(of: house.data).masterKeys() != nil)
        for mode: UInt32 in [0o640, 0o604, 0o644, 0o660, 0o777] {
            try FileManager.default.setAttributes([.posixPermissions: Int(mode)], ofItemAtPath: path)
            let fault = fault { _ = try KeyStore(of: house.data).masterKeys() }
            #expect(fault == .fileTooOpen(path: path, mode: mode))
            #expect(fault?.message.contains("`chmod 600 \(path)`") == true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
        #expect(try KeyStore(of: house.data).masterKeys() != nil)
    }

    @Test func `a missing, malformed or wrong key is told in one sentence that names the file or the variable`() throws {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        let path = place.keyStore.keyFilePath
        let digits = try #require(place.disk.live.files[path])
        func found(_ bytes: [UInt8]?) throws -> KeyFault? {
            var image = place.disk.live
            image.files[path] = bytes
            let after = KeysOnADisk(image)
            return fault { _ = try after.keyStore.masterKeys() }
        }
        #expect(try found(digits) == nil)
        #expect(try found(Array(String(decoding: digits, as: UTF8.self).uppercased().utf8)) == nil)
        #expect(try found(nil) == .fileMissing(path: path))
        #expect(try found(Array(digits.dropFirst())) == .fileMalformed(path: path))
        #expect(try found([]) == .fileMalformed(path: path))
        #expect(try found(Array((KeysOnADisk.key(1) + "\n").utf8)) == .wrongFile(path: path))

        var other = KeysOnADisk(nil, [Self.variable: KeysOnADisk.key(2)])
        try other.keyStore.create(.environment)
        #expect(try other.keyStore.masterKeys() != nil)
        let cases: [(String?, KeyFault)] = [
            (nil, .variableMissing(Self.variable)), ("", .variableMissing(Self.variable)),
            ("12", .variableMalformed(Self.variable)), (KeysOnADisk.key(3), .wrongVariable(Self.variable)),
        ]
        for (value, expected) in cases {
            other.unlocking.environment[Self.variable] = value
            let found = fault { _ = try other.keyStore.masterKeys() }
            #expect(found == expected)
            #expect(found?.message.contains(Self.variable) == true)
            #expect(found?.message.contains(KeysOnADisk.key(3)) == false)
        }
    }

    @Test func `a passphrase opens it, however its letters were typed, and a wrong one is told`() throws {
        let lines = try Lines()
        var place = KeysOnADisk(nil, [Unlocking.passphraseVariable: try lines.file("a", "Grüße aus Rügen")])
        try place.keyStore.create(.passphrase)
        #expect(place.files("master.key").isEmpty)
        #expect(try place.keyStore.masterKeys() != nil)
        place.unlocking.environment[Unlocking.passphraseVariable] = try lines.file("b", "Gru\u{308}ße aus Ru\u{308}gen")
        #expect(try place.keyStore.masterKeys() != nil)
        place.unlocking.environment[Unlocking.passphraseVariable] = try lines.file("c", "Grüsse aus Rügen")
        #expect(fault { _ = try place.keyStore.masterKeys() } == .wrongPassphrase)
        place.unlocking.environment[Unlocking.passphraseVariable] = lines.directory + "/none"
        #expect(
            fault { _ = try place.keyStore.masterKeys() } == .passphraseFileUnreadable(path: lines.directory + "/none"))
        place.unlocking.environment = [:]
        #expect(fault { _ = try place.keyStore.masterKeys() } == .passphraseMissing)
        place.unlocking.ask = { question in question == .current ? "Grüße aus Rügen" : nil }
        #expect(try place.keyStore.masterKeys() != nil)
        let stored = place.files("/keys/").values.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(stored.contains("$y$") && !stored.contains("Rügen"))

        let real = try WorkspaceFixture()
        let open = try lines.file("open", "Grüße aus Rügen", mode: 0o644)
        let keyStore = KeyStore(of: real.data, unlocking: Unlocking(environment: [Unlocking.passphraseVariable: open]))
        #expect(fault { try keyStore.create(.passphrase) } == .fileTooOpen(path: open, mode: 0o644))
    }

    @Test func `a passphrase is hashed at no other price than one that was ever asked here`() throws {
        for cost in 1...11 as ClosedRange<UInt> {
            #expect(try Passphrase.isAffordable(Passphrase.newSetting(cost: cost)), "\(cost)")
        }
        let strangers = [
            // 2 GiB and more, larger blocks, many rounds, another form, no salt, other methods, nothing.
            "$y$jGT$abcdefgh", "$y$jHT$abcdefgh", "$y$jMT$abcdefgh", "$y$j9/$abcdefgh", "$y$j9T5$abcdefgh",
            "$y$/9T$abcdefgh", "$y$$abcdefgh", "$y$j9T", "$6$abcdefgh", "$2b$10$abcdefgh", "",
        ]
        for setting in strangers {
            #expect(throws: KeyFault.passphraseNotHashed, "\(setting)") {
                try Passphrase.key("long enough", setting: setting)
            }
        }
    }

    @Test func `a new passphrase is long enough, and typed twice the same`() throws {
        var place = KeysOnADisk()
        let typed: [([Unlocking.Question: String], KeyFault)] = [
            ([.new: "short", .newAgain: "short"], .passphraseTooShort(charactersMin: 8)),
            ([.new: "long enough", .newAgain: "long enougn"], .passphrasesDiffer),
            (
                [.new: String(repeating: "x", count: 512), .newAgain: String(repeating: "x", count: 512)],
                .passphraseTooLong(bytesMax: 511)
            ),
            ([:], .passphraseMissing),
        ]
        for (answers, expected) in typed {
            place.unlocking.ask = { answers[$0] }
            #expect(fault { try place.keyStore.create(.passphrase) } == expected)
            #expect(try place.keyStore.source() == nil)
        }
        place.unlocking.ask = { _ in "long enough" }
        try place.keyStore.create(.passphrase)
        #expect(try place.keyStore.source() == .passphrase)
        #expect(fault { try place.keyStore.create(.file) } == .keysExist(path: place.keyStore.path, kind: .passphrase))
    }

    @Test func `what tells how the key is had is kept twice, and a damaged byte is never believed`() throws {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        try place.keys().close()
        let (main, copy) = (place.keyStore.path + "/master.json", place.keyStore.path + "/master.json.copy")
        let bytes = try #require(place.disk.live.files[main])
        #expect(place.disk.live.files[copy] == bytes)
        for index in bytes.indices {
            var image = place.disk.live
            image.files[main]?[index] ^= 1
            #expect(try KeysOnADisk(image).keys(.reading).holds(.workspace) == false)
            image.files[copy]?[index] ^= 1
            let both = KeysOnADisk(image)
            if fault({ _ = try both.keyStore.masterKeys() }) == nil {
                // One byte may be written in two ways, such as the space of a text; then it says the same.
                #expect(MasterRecord(bytes: image.files[main] ?? []) == MasterRecord(bytes: bytes))
            }
        }
        var image = place.disk.live
        image.files[main] = nil
        #expect(try KeysOnADisk(image).keyStore.masterKeys() != nil)
        image.files[copy] = nil
        let lost = KeysOnADisk(image)
        #expect(fault { _ = try lost.keyStore.masterKeys() } == .recordMissing(path: main))
        #expect(fault { try lost.keyStore.create(.file) } == .recordMissing(path: main))
    }

    @Test func `nobody's keys are called as somebody else's`() throws {
        let data = DataDirectory(path: "/d")
        #expect(data.accounts.keys == "/d/keys/system")
        var seen: Set<String> = ["/d/keys/system"]
        for name in ["home", "system", "master.json", "master.key", "home.keyring", "home.copy", "a.tmp", "System"] {
            let keys = try #require(try data.workspace(named: name).keys)
            #expect(seen.insert(keys).inserted)
            for other in ["/d/keys/master.json", "/d/keys/master.key", "/d/keys/home.keyring"] {
                #expect(keys != other)
            }
        }
        #expect(WorkspacePaths(root: "/d/anything").keys == nil)
    }

    @Test func `one writes with the keys, and the master key is changed only when nobody does`() throws {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        let keys = try place.keys()
        let pid = ProcessInfo.processInfo.processIdentifier
        let root = try place.paths().root
        #expect(throws: RuntimeFailure.journal(path: root, .locked(holderPID: pid))) { try place.keys() }
        #expect(
            fault { _ = try place.keyStore.rotate() } == .inUse(path: place.keyStore.path + "/family", holderPID: pid))
        _ = try place.keys(.reading)
        keys.close()
        #expect(try place.keyStore.rotate().keyringCount == 2)
        try place.keys().close()
    }

    @Test func `the master key is changed while this process writes, and the old one is of no use`() throws {
        let place = KeysOnADisk()
        try place.keyStore.create(.file)
        try place.keys(.writing, "club").close()
        let keyStore = place.keyStore
        let before = place.disk.live.files
        let keys = try #require(try keyStore.keys(madeFor: try place.paths()))
        let words = Array("a photo of the family".utf8)
        let digest = try place.blobs(keys).keep(words, for: .workspace)
        let rotation = try keyStore.rotate()
        #expect(rotation == KeyStore.Rotation(kind: .file, keyringCount: 4, wasInterrupted: false))
        #expect(place.disk.live.files[place.keyStore.keyFilePath] != before[place.keyStore.keyFilePath])
        // It goes on with what it has open, and new keys are made as before.
        let later = try place.blobs(keys).keep(Array("another".utf8), for: .workspace)
        try keys.journal.add(.random { for index in $0.indices { $0[index] = 7 } }, as: ID16(hi: 9, lo: 9))
        #expect(try place.blobs(keys).read(digest) == words)
        // Others open with the new key, for writing only once it has closed.
        #expect(try place.blobs(try place.keys(.reading)).read(later) == Array("another".utf8))
        #expect(throws: RuntimeFailure.self) { try place.keys() }
        keys.close()
        let again = try place.keys()
        #expect(again.journal.holds(ID16(hi: 9, lo: 9)))
        again.close()
        // With the old key nothing opens any more.
        var image = place.disk.live
        image.files[place.keyStore.keyFilePath] = before[place.keyStore.keyFilePath]
        #expect(throws: RuntimeFailure.self) { try KeysOnADisk(image).keys(.reading) }
    }

    @Test
    func `a directory without data gets its key first, from what is at hand, once; with data it is left as it is`()
        async throws
    {
        let lines = try Lines()
        let digits = String(repeating: "0123456789abcdef", count: 4)
        let hands: [([String: String], MasterKeySource)] = [
            ([:], .file), ([Self.variable: digits], .environment),
            ([Unlocking.passphraseVariable: try lines.file("words", "correct horse battery staple")], .passphrase),
        ]
        for (environment, source) in hands {
            let house = try WorkspaceFixture()
            let unlocking = Unlocking(environment: environment, passphraseCost: 1)
            let keyStore = KeyStore(of: house.data, unlocking: unlocking)
            #expect(try keyStore.createIfNew(house.data) == source)
            #expect(try keyStore.createIfNew(house.data) == nil)
            #expect(try KeyStore(of: house.data, unlocking: unlocking).source() == source)
            #expect(
                try KeyStore(of: house.data, unlocking: unlocking).masterKeys()?.current.check
                    == keyStore.masterKeys()?.current.check)
            var runtime = house.runtime
            runtime.keyStore = keyStore
            let book = try await AccountsStore.openOrCreate(in: house.data, runtime: runtime)
            #expect(keyStore.hasKeys(of: house.data.accounts))
            try await book.close()
        }
        let house = try WorkspaceFixture()
        try await house.create().close()
        let keyStore = KeyStore(of: house.data)
        #expect(try keyStore.createIfNew(house.data) == nil)
        #expect(try keyStore.source() == nil)
        // A variable that holds no key is told, and nothing was begun.
        let other = try WorkspaceFixture()
        let wrong = KeyStore(of: other.data, unlocking: Unlocking(environment: [Self.variable: "abc"]))
        #expect(fault { _ = try wrong.createIfNew(other.data) } == .variableMalformed(Self.variable))
        #expect(try KeyStore(of: other.data).source() == nil)
    }

    @Test func `who begins while another does is told, and finds the other's key`() throws {
        let house = try WorkspaceFixture()
        let keyStore = KeyStore(of: house.data)
        let lock = try keyStore.takeLock(keyStore.path, of: keyStore.path)
        #expect(throws: RuntimeFailure.self) { _ = try KeyStore(of: house.data).createIfNew(house.data) }
        #expect(try keyStore.source() == nil)
        lock.release()
        #expect(try KeyStore(of: house.data).createIfNew(house.data) == .file)
        #expect(try keyStore.masterKeys() != nil)
    }
}
