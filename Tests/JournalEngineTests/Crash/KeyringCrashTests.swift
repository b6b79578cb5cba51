import Glibc
import JournalEngine
import JournalTesting
import KernelTesting
import Testing

/// A scripted life of a keyring, and what it had promised at each moment.
private struct KeyringSimulation {
    enum Step {
        case create
        case add(UInt8)
        case destroy(Set<UInt8>)
        case rewrap(UInt8)
        case open
    }

    struct Promise {
        var isCreated = false
        var present: Set<ID16> = []
        /// On their way in or out: there or not.
        var undecided: Set<ID16> = []
        var parents: [SecretKey] = [.test(0x11)]
    }

    static let path = "/disk/keys/home.keyring"
    static let everything: [Step] = [
        .create, .add(1), .add(2), .add(3), .destroy([2]), .open, .add(4), .rewrap(0x22), .add(5), .destroy([1, 5]),
        .rewrap(0x33), .destroy([3]),
    ]

    let disk = SimulatedDisk()
    private(set) var promises = [Promise()]
    private var keyring: Keyring?

    private mutating func reach(_ change: (inout Promise) -> Void) {
        var next = promises[promises.count - 1]
        change(&next)
        promises.append(next)
        disk.note(moment: promises.count - 1)
    }

    mutating func live(_ steps: [Step]) throws {
        for step in steps { try take(step) }
    }

    private mutating func take(_ step: Step) throws {
        switch step {
        case .create:
            keyring = try Keyring.create(at: Self.path, disk: disk, under: .test(0x11))
            reach { $0.isCreated = true }
        case .add(let number):
            reach { $0.undecided = [.test(UInt64(number))] }
            try keyring?.add(.test(number), as: .test(UInt64(number)))
            reach {
                $0.undecided = []
                $0.present.insert(.test(UInt64(number)))
            }
        case .destroy(let numbers):
            let ids = Set(numbers.map { ID16.test(UInt64($0)) })
            reach {
                $0.undecided = ids
                $0.present.subtract(ids)
            }
            try keyring?.destroy(ids)
            reach { $0.undecided = [] }
        case .rewrap(let byte):
            reach { $0.parents.append(.test(byte)) }
            try keyring?.rewrap(under: .test(byte))
            reach { $0.parents.removeFirst() }
        case .open:
            disk.endProcess()
            keyring = try Keyring.open(at: Self.path, disk: disk, under: promises[promises.count - 1].parents[0])
        }
    }
}

@Suite("A keyring after a power cut")
struct KeyringCrashTests {
    /// The fault in the state that a crash left; nil when it is within the promise.
    private func violation(_ image: DiskImage, _ promise: KeyringSimulation.Promise) -> String? {
        let disk = SimulatedDisk(image)
        do {
            let keyring: Keyring
            do {
                keyring = try open(disk, promise.parents)
            } catch JournalError.keyringMissing where !promise.isCreated {
                _ = try Keyring.create(at: KeyringSimulation.path, disk: disk, under: .test(0x11))
                return nil
            }
            let ids = Set(keyring.ids)
            guard ids.isSuperset(of: promise.present) else { return "promised keys are gone: \(keyring.ids)" }
            guard ids.subtracting(promise.present).isSubset(of: promise.undecided) else {
                return "keys came back: \(keyring.ids)"
            }
            for id in ids where try keyring.key(id) != .test(UInt8(id.lo)) { return "key \(id) is another one" }
            if let violation = try violation(ofOneFileIn: image, promise) { return violation }
            // Life goes on, and both files say the same.
            try keyring.add(.test(99), as: .test(99))
            let files = disk.live.files
            guard files[KeyringSimulation.path] == files[KeyringSimulation.path + ".copy"] else { return "the files differ" }
            guard files.count == 2 else { return "left behind: \(files.keys.sorted())" }
            guard try open(disk, promise.parents).holds(.test(99)) else { return "an added key is gone" }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Checks that each of the two files holds the promised keys, so that damage to one neither takes a key nor brings one
    /// back.
    private func violation(ofOneFileIn image: DiskImage, _ promise: KeyringSimulation.Promise) throws -> String? {
        guard promise.isCreated else { return nil }
        for suffix in ["", ".copy"] {
            var half = image
            half.files[KeyringSimulation.path + suffix] = nil
            let ids = Set(try open(SimulatedDisk(half), promise.parents).ids)
            guard ids.isSuperset(of: promise.present), ids.subtracting(promise.present).isSubset(of: promise.undecided)
            else { return "without the file \(suffix): \(ids)" }
        }
        return nil
    }

    /// As a rotation that a crash cut short is gone on with: the new key first, then the old one.
    private func open(_ disk: SimulatedDisk, _ parents: [SecretKey]) throws -> Keyring {
        do {
            return try Keyring.open(at: KeyringSimulation.path, disk: disk, under: parents[parents.count - 1])
        } catch JournalError.wrongKey where parents.count > 1 {
            return try Keyring.open(at: KeyringSimulation.path, disk: disk, under: parents[0])
        }
    }

    @Test(.shows("FAULT-20"))
    func `row 20: a promised key is there, and a destroyed one never comes back`() throws {
        var life = KeyringSimulation()
        try life.live(KeyringSimulation.everything)
        let plan = CrashCampaign.isFull ? CrashPlan.full(seed: 1) : .quick(seed: 1)
        var seen: Set<Int> = []
        var violations: [String] = []
        for crash in life.disk.trace.crashes(plan) {
            guard seen.insert(crash.fingerprint).inserted else { continue }
            if let violation = violation(crash.image, life.promises[crash.moment]) {
                violations.append("moment \(crash.moment), operation \(crash.position): \(violation)")
            }
        }
        print("crash images of a keyring tried: \(seen.count)")
        #expect(violations.prefix(5) == [])
        #expect(seen.count > 500)
    }

    /// The canary: without one of its syncs a keyring breaks a promise, and this test would see it.
    @Test(.shows("FAULT-30"))
    func `row 30: each single sync of a keyring that is left out is noticed`() throws {
        var life = KeyringSimulation()
        try life.live([.create, .add(1), .add(2), .destroy([1]), .rewrap(0x22)])
        let trace = life.disk.trace
        func isNoticed(_ trace: DiskTrace) -> Bool {
            trace.crashes(.quick(seed: 1)).contains { violation($0.image, life.promises[$0.moment]) != nil }
        }
        #expect(!isNoticed(trace))
        #expect(isNoticed(trace.lyingAboutSyncs(from: 0)))
        let needed = trace.syncIndices.filter { !Self.isSpare(trace, $0) }
        let unnoticed = needed.filter { !isNoticed(trace.ignoring(operationAt: $0)) }
        #expect(unnoticed.map { "\($0): \(trace.operations[$0].words)" } == [])
        // The directory once, and with each of five changes two files and their names.
        #expect(needed.count == 1 + 5 * 3)
        FaultLedger.fired(row: 30, needed.count)
    }

    /// The same life with one of the two files written and the other left.
    @Test(.shows("FAULT-30"), arguments: ["", ".copy"])
    func `row 30: a keyring of which only one file is written is noticed`(suffix: String) throws {
        var life = KeyringSimulation()
        try life.live([.create, .add(1), .destroy([1])])
        var trace = life.disk.trace
        let file = KeyringSimulation.path + suffix
        let written = trace.operations.lastIndex { operation in
            if case .rename(_, _, file) = operation { true } else { false }
        }
        trace.operations.remove(at: try #require(written))
        #expect(trace.crashes(.quick(seed: 1)).contains { violation($0.image, life.promises[$0.moment]) != nil })
        FaultLedger.fired(row: 30, 1)
    }

    /// Returns whether a sync is made good by another before anybody is told, or brings zeros over bytes that have no name any
    /// more, which no crash shows.
    private static func isSpare(_ trace: DiskTrace, _ index: Int) -> Bool {
        switch trace.operations[index] {
        case .syncDirectory(let path):
            for operation in trace.operations[(index + 1)...] {
                if case .moment = operation { return false }
                if operation == .syncDirectory(path: path) { return true }
            }
            return false
        case .syncFile(let file):
            let written = trace.operations[..<index].last { operation in
                if case .write(file, _, _) = operation { true } else { false }
            }
            guard case .write(_, _, let bytes) = written else { return false }
            return bytes.allSatisfy { $0 == 0 }
        default: return false
        }
    }

    @Test(.shows("FAULT-8"), arguments: [EIO, ENOSPC])
    func `row 8 9: each call that fails once costs nothing that was promised`(_ errno: Int32) throws {
        var fired = 0
        var occurrence = 1
        while true {
            let disk = SimulatedDisk()
            disk.script([DiskFault(.error(errno), occurrence: occurrence)])
            defer { occurrence += 1 }
            var promise = KeyringSimulation.Promise()
            do {
                let keyring = try Keyring.create(at: KeyringSimulation.path, disk: disk, under: .test(0x11))
                promise.isCreated = true
                promise.undecided = [.test(1)]
                try keyring.add(.test(1), as: .test(1))
                promise.present = [.test(1)]
                promise.undecided = [.test(2)]
                try keyring.add(.test(2), as: .test(2))
                promise.present = [.test(2)]
                promise.undecided = [.test(1)]
                try keyring.destroy([.test(1)])
                promise.undecided = []
            } catch {
                guard case .system(_, _, errno) = error else { throw error }
            }
            if disk.firedFaults.isEmpty { break }
            fired += 1
            disk.script([])
            disk.endProcess()
            #expect(violation(disk.live, promise) == nil, "call \(occurrence)")
        }
        #expect(fired > 30)
    }
}
