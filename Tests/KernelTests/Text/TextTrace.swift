import KernelTesting
import Foundation
import Testing

@testable import Kernel

/// A recorded editing history from `../shared/data/text-traces`, as edits of one text.
///
/// A directory beside the checkout holds the traces; where it is absent their tests are skipped.
struct TextTrace {
    var initial = ""
    var edits: [TextEdit] = []
    /// Orders concurrent insertions as the trace's own tool did: by author, then by the author's sequence.
    var ties: [Int] = []
    var end: String

    static let directory = Repository.sharedData.appending(path: "text-traces")
    static var isPresent: Bool { FileManager.default.fileExists(atPath: directory.path) }
    static let absence: Comment = "needs the recorded editing traces in ../shared/data/text-traces"

    static func sequential(_ name: String) throws -> TextTrace {
        let file = try read(SequentialFile.self, "sequential/\(name).json.gz")
        var trace = TextTrace(initial: file.startContent, end: file.endContent)
        for (index, transaction) in file.txns.enumerated() {
            trace.edits.append(TextEdit(parents: [index], runs: transaction.patches.map(\.run)))
        }
        return trace
    }

    static func concurrent(_ name: String) throws -> TextTrace {
        let file = try read(ConcurrentFile.self, "concurrent/\(name).json.gz")
        var trace = TextTrace(end: file.endContent)
        for (index, transaction) in file.txns.enumerated() {
            let parents = transaction.parents.isEmpty ? [0] : transaction.parents.map { $0 + 1 }
            trace.edits.append(TextEdit(parents: parents.sorted(), runs: transaction.patches.map(\.run)))
            trace.ties.append(transaction.agent << 32 + index)
        }
        return trace
    }

    static func conformance() throws -> [TextTrace] {
        try read([GraphFile].self, "eg-walker/conformance-even.json.gz").map { $0.trace }
    }

    static func graph(_ name: String) throws -> TextTrace {
        try read(GraphFile.self, "eg-walker/\(name).json.gz").trace
    }

    private static func read<File: Decodable>(_ type: File.Type, _ name: String) throws -> File {
        let gzip = Process()
        gzip.executableURL = URL(filePath: "/usr/bin/env")
        gzip.arguments = ["gzip", "-dc", directory.appending(path: name).path]
        let output = Pipe()
        gzip.standardOutput = output
        try gzip.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        gzip.waitUntilExit()
        try #require(gzip.terminationStatus == 0, "gzip cannot read \(name)")
        return try JSONDecoder().decode(type, from: bytes)
    }
}

/// `[position, deleted, "inserted"]`
private struct Patch: Decodable {
    var run: TextRun

    init(from decoder: any Decoder) throws {
        var fields = try decoder.unkeyedContainer()
        run = TextRun(
            position: try fields.decode(Int.self), deleteCount: try fields.decode(Int.self),
            insertion: try fields.decode(String.self))
    }
}

private struct SequentialFile: Decodable {
    struct Transaction: Decodable { var patches: [Patch] }
    var startContent: String
    var endContent: String
    var txns: [Transaction]
}

private struct ConcurrentFile: Decodable {
    struct Transaction: Decodable {
        var parents: [Int]
        var agent: Int
        var patches: [Patch]
    }
    var endContent: String
    var txns: [Transaction]
}

/// The form of the Eg-walker paper: a transaction is a span of single-scalar operations, its parents are operations.
private struct GraphFile: Decodable {
    struct Transaction: Decodable {
        var span: [Int]
        var parents: [Int]
        var agent: String
        var seqStart: Int
        var ops: [Patch]
    }
    var endContent: String
    var txns: [Transaction]

    var trace: TextTrace {
        var trace = TextTrace(end: endContent)
        let order = txns.indices.sorted { (txns[$0].agent, txns[$0].seqStart) < (txns[$1].agent, txns[$1].seqStart) }
        trace.ties = Array(repeating: 0, count: txns.count)
        for (tie, index) in order.enumerated() { trace.ties[index] = tie }
        var revisionOfLast: [Int: Int] = [:]
        for (index, transaction) in txns.enumerated() {
            revisionOfLast[transaction.span[1] - 1] = index + 1
            let parents = transaction.parents.compactMap { revisionOfLast[$0] }.sorted()
            trace.edits.append(TextEdit(parents: parents.isEmpty ? [0] : parents, runs: transaction.ops.map(\.run)))
        }
        return trace
    }
}
