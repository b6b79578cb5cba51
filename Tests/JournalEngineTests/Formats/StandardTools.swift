import Glibc
import JournalEngine
import KernelTesting
import Testing

/// The stock LZ4 program, run in a child process.
enum StockLZ4 {
    static let isInstalled = access("/usr/bin/lz4", X_OK) == 0

    static func accepts(_ path: String) -> Bool { run("lz4 -t -q '\(path)' 2>/dev/null") == 0 }

    static func decompress(_ path: String, to target: String) -> Bool {
        run("lz4 -dc -q '\(path)' > '\(target)' 2>/dev/null") == 0
    }

    private static func run(_ command: String) -> Int32 {
        guard let stream = popen(command, "r") else { return -1 }
        return pclose(stream)
    }
}

func fileBytes(_ path: String) throws -> [UInt8] {
    let file = try POSIXDisk().open(path, .reading)
    defer { file.close() }
    var bytes = [UInt8](repeating: 0, count: Int(try file.size()))
    var done = 0
    while done < bytes.count {
        let count = try bytes.withUnsafeMutableBytes {
            try file.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[done...]), at: UInt64(done))
        }
        if count == 0 { break }
        done += count
    }
    return bytes
}

@Suite("A journal is readable with stock tools", .enabled(if: StockLZ4.isInstalled, "the lz4 program is not installed"))
struct StandardTools {
    let directory = TemporaryDirectory()

    private func expectValidFiles(_ step: String) throws {
        for name in try POSIXDisk().names(inDirectory: directory.journal) where name.hasSuffix(".segment") {
            #expect(StockLZ4.accepts(directory.journal + "/" + name), "\(name) after \(step)")
        }
    }

    @Test(.shows("C-02")) func `lz4 -t accepts every segment after every step`() async throws {
        var options = JournalOptions.repeatable
        options.segmentByteCountTarget = 100_000
        var journal = try Journal.create(at: directory.journal, options: options)
        try expectValidFiles("creating")
        for number in 1...12 {
            // Sizes on both sides of what is stored, and such that pre-written room must grow.
            _ = try await journal.append(.numbered(number, records: number, payloadByteCount: number * 300))
            try expectValidFiles("append \(number)")
        }
        try await journal.close()
        try expectValidFiles("closing")
        journal = try Journal.open(at: directory.journal, options: options)
        for number in 13...40 { _ = try await journal.append(.numbered(number, payloadByteCount: 5000)) }
        try expectValidFiles("rolling")
        let head = try journal.chainHead()
        try await journal.seal()
        try expectValidFiles("sealing")
        let report = try journal.verify()
        #expect(report.ok && report.segments > 1)
        #expect(report.chainHead == head)
        try await journal.close()
        try expectValidFiles("closing again")
    }

    @Test func `lz4 -dc gives length-delimited messages with every payload`() async throws {
        let journal = try Journal.create(at: directory.journal, options: .repeatable)
        let drafts = (1...20).map { CommitDraft.numbered($0, records: $0 % 3 + 1, payloadByteCount: 600) }
        for draft in drafts { _ = try await journal.append(draft) }
        let payloads = drafts.flatMap { $0.records.map(\.payload) }
        try await journal.close()
        #expect(try payloadsInStream() == payloads)
        let again = try Journal.open(at: directory.journal, options: .repeatable)
        try await again.seal()
        #expect(try payloadsInStream() == payloads)
        try await again.close()
    }

    /// Field 6 of every message that has one, parsed with nothing but the protocol-buffer wire format.
    private func payloadsInStream() throws -> [[UInt8]] {
        let target = directory.path + "/stream"
        #expect(StockLZ4.decompress(directory.journal + "/000000000001.segment", to: target))
        var bytes = try fileBytes(target)[...]
        var payloads: [[UInt8]] = []
        func varint(_ bytes: inout ArraySlice<UInt8>) throws -> Int {
            var value = 0
            var shift = 0
            while true {
                guard let byte = bytes.popFirst() else { throw JournalError.closed }
                value |= Int(byte & 0x7F) << shift
                if byte < 0x80 { return value }
                shift += 7
            }
        }
        while !bytes.isEmpty {
            let length = try varint(&bytes)
            try #require(length <= bytes.count)
            var message = bytes.prefix(length)
            bytes = bytes.dropFirst(length)
            while !message.isEmpty {
                let tag = try varint(&message)
                if tag & 7 == 0 {
                    _ = try varint(&message)
                } else {
                    try #require(tag & 7 == 2)
                    let size = try varint(&message)
                    try #require(size <= message.count)
                    if tag >> 3 == 6 { payloads.append(Array(message.prefix(size))) }
                    message = message.dropFirst(size)
                }
            }
        }
        return payloads
    }
}
