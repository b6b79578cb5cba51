import Foundation
import Kernel
import Runtime
import Workspace

/// A view that reads otherwise than it was recorded.
public struct ViewDifference: Sendable, Equatable {
    /// The file in the record, such as `boards/01a2….txt`.
    public let file: String
    /// The way in which it differs.
    public let change: Change
    /// A unified diff from the record to now.
    public let diff: String

    /// The ways in which a view and its record differ.
    public enum Change: Sendable, Equatable {
        case changed
        /// The record has no such file.
        case missing
        /// The record has a file, and no such view exists.
        case unexpected
    }
}

extension WorkspaceReader {
    /// Writes a file per view, as text and as JSON, for a regression test to compare with: the same files as `daybook snapshot
    /// record`. Views are rebuilt from the events alone.
    ///
    /// - Parameters:
    ///   - directory: made where there is none; an earlier record in it is replaced as a whole, anything else is refused.
    ///   - moment: the moment that is recorded.
    /// - Returns: the number of views.
    /// - Complexity: O(events + size of all views).
    @discardableResult
    public func recordViews(in directory: String, at moment: HistoryMoment = .now) async throws(StoreError) -> Int {
        let workspace = workspace
        return try await events.core.run {
            let report = try workspace.replay(until: moment.moment)
            return try ViewRecord(directory).write(report.view, digest: report.digest.text)
        }
    }

    /// Rebuilds every view and compares it with the record in a directory, from this or from another version of Daybook.
    ///
    /// - Parameters:
    ///   - directory: where it was recorded.
    ///   - moment: nil for the moment that was recorded, so that only a change of the code can make a difference.
    /// - Returns: none where all views read as they were recorded.
    public func checkViews(
        against directory: String, at moment: HistoryMoment? = nil
    ) async throws(StoreError) -> [ViewDifference] {
        let workspace = workspace
        return try await events.core.run {
            let record = ViewRecord(directory)
            let recorded = HistoryMoment.position(Position(try record.label().sequence))
            return try record.differences(from: workspace.replay(until: (moment ?? recorded).moment).view)
        }
    }
}

/// A directory that holds every view as it once read.
private struct ViewRecord {
    private let directory: URL
    private static let labelName = "snapshot.json"

    init(_ path: String) { directory = URL(filePath: path) }

    struct Label: Codable {
        var format = 1
        var sequence: UInt64
        var digest: String
    }

    func label() throws -> Label {
        guard let bytes = FileManager.default.contents(atPath: directory.appending(path: Self.labelName).path),
            let label = try? JSONDecoder().decode(Label.self, from: bytes), label.format == 1
        else {
            throw StoreError.nothingNamed(
                path: directory.path, name: Self.labelName, reason: "the directory holds no record of views; record one first")
        }
        return label
    }

    /// Writes all of it beside the target and puts it in place at the end: a record is whole or not there.
    func write(_ view: WorkspaceView, digest: String) throws -> Int {
        let files = FileManager.default
        let isThere = files.fileExists(atPath: directory.path)
        if isThere, try !files.contentsOfDirectory(atPath: directory.path).isEmpty { _ = try label() }
        let fresh = directory.deletingLastPathComponent()
            .appending(path: ".\(directory.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).tmp")
        defer { if files.fileExists(atPath: fresh.path) { try? files.removeItem(at: fresh) } }
        try files.createDirectory(at: fresh, withIntermediateDirectories: true)
        let views = view.recordedViews
        for view in views {
            for (name, text) in view.files {
                let file = fresh.appending(path: name)
                try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(text.utf8).write(to: file)
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(Label(sequence: view.asOf.sequence, digest: digest))
            .write(to: fresh.appending(path: Self.labelName))
        if isThere { try files.removeItem(at: directory) }
        try files.moveItem(at: fresh, to: directory)
        return views.count
    }

    func differences(from view: WorkspaceView) throws -> [ViewDifference] {
        var found: [ViewDifference] = []
        var left = Set(try FileManager.default.subpathsOfDirectory(atPath: directory.path).filter { $0.contains(".") })
        left.remove(Self.labelName)
        for view in view.recordedViews {
            for (name, now) in view.files {
                guard left.remove(name) != nil else {
                    found.append(.init(file: name, change: .missing, diff: LineDiff.unified(from: "", to: now)))
                    continue
                }
                let then = String(
                    decoding: try Data(contentsOf: directory.appending(path: name)), as: UTF8.self)
                guard !then.utf8.elementsEqual(now.utf8) else { continue }
                found.append(.init(file: name, change: .changed, diff: LineDiff.unified(from: then, to: now)))
            }
        }
        for name in left.sorted() { found.append(.init(file: name, change: .unexpected, diff: "")) }
        return found
    }
}

/// One view, with its two files.
private struct RecordedView {
    /// With its folder, without an ending.
    let name: String
    let text: String
    let json: String

    var files: [(name: String, text: String)] { [(name + ".txt", text), (name + ".json", json + "\n")] }

    init(_ name: String, _ view: some CanonicalView) { (self.name, text, json) = (name, view.text, view.json) }

    init(_ name: String, _ output: ViewOutput) {
        (self.name, text, json) = (name, output.text, String(decoding: output.json, as: UTF8.self))
    }
}

extension WorkspaceView {
    /// Every view there is but for what depends on the day it is looked at.
    fileprivate var recordedViews: [RecordedView] {
        var views = [
            RecordedView("capture-trash", capture.trash()), RecordedView("studio-trash", studio.trash(name: name)),
        ]
        func add(_ name: String, _ declared: ViewDeclaration, _ identifiers: [(name: String, id: EntityID)], _ query: ViewQuery)
        {
            var request = ViewRequest(self, identifiers: identifiers, query: query, today: nil)
            do throws(ViewFault) {
                if let output = try declared.show(&request, as: [.json, .text]) { views.append(RecordedView(name, output)) }
            } catch {
                preconditionFailure("\(declared.path) cannot be recorded: \(error.message)")
            }
        }
        for declared in ViewCatalogue.all {
            switch declared.record {
            case nil: break
            case .one(let name, let query): add(name, declared, [], query)
            case .each(let folder, let things):
                guard let parameter = declared.parameters.first else { continue }
                for id in things(self).sorted() { add("\(folder)/\(id.text)", declared, [(parameter, id)], ViewQuery()) }
            }
        }
        capture.everyItem(name: name) { views.append(RecordedView("items/\($0.line.id.text)", $0)) }
        return views
    }
}
