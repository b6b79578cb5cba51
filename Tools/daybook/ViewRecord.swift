import Exporters
import Foundation
import Kernel
import Workspace

/// One view, as a file holds it.
struct SnapshotFile {
    /// Within the record, without an ending, such as `boards/0190…`.
    let name: String
    let text: String
    let json: String

    init(_ name: String, _ reading: some CanonicalView) {
        self.name = name
        text = reading.text
        json = reading.json
    }

    init(_ name: String, _ output: ViewOutput) {
        self.name = name
        text = output.text
        json = String(decoding: output.json, as: UTF8.self)
    }

    /// The one it stands in; nil at the top.
    var folder: String? { name.lastIndex(of: "/").map { String(name[..<$0]) } }
}

extension WorkspaceView {
    /// Every view there is but for what depends on the day it is looked at.
    var snapshotFiles: [SnapshotFile] {
        var files = [
            SnapshotFile("capture-trash", capture.trash()), SnapshotFile("studio-trash", studio.trash(name: name)),
        ]
        for declared in ViewCatalogue.all {
            switch declared.record {
            case nil: break
            case .one(let name, let query):
                if let output = shown(declared, [], query) { files.append(SnapshotFile(name, output)) }
            case .each(let folder, let things):
                guard let parameter = declared.parameters.first else { continue }
                for id in things(self).sorted() {
                    guard let output = shown(declared, [(parameter, id)], ViewQuery()) else { continue }
                    files.append(SnapshotFile("\(folder)/\(id.text)", output))
                }
            }
        }
        // All at once, for one of them looks through the others.
        capture.everyItem(name: name) { files.append(SnapshotFile("items/\($0.line.id.text)", $0)) }
        return files
    }

    private func shown(
        _ declared: ViewDeclaration, _ identifiers: [(name: String, id: EntityID)], _ query: ViewQuery
    ) -> ViewOutput? {
        var request = ViewRequest(self, identifiers: identifiers, query: query, today: nil)
        do throws(ViewFault) { return try declared.show(&request, as: [.json, .text]) } catch {
            preconditionFailure("\(declared.path) cannot be recorded: \(error.message)")
        }
    }
}

/// The difference between one view and its record.
struct ViewDifference {
    enum Kind: String { case changed, missing, unexpected }

    let file: String
    let kind: Kind
    let diff: String

    var text: String {
        switch kind {
        case .changed: "--- \(file) as recorded\n+++ \(file) as it reads\n" + diff
        case .missing: "--- \(file) is not in the record\n" + diff
        case .unexpected: "--- \(file) is in the record, and no such view exists\n" + diff
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("view", file)
            json.field("kind", kind.rawValue)
            json.field("diff", diff)
        }
    }
}

/// A directory that holds every view as it once read.
struct ViewRecord {
    private let directory: URL
    private static let labelName = "snapshot.json"

    init(directory path: String) { directory = URL(filePath: path) }

    /// The moment that the record describes.
    struct Label: Codable {
        var format = 1
        var sequence: UInt64
        var digest: String
    }

    func label() throws(Problem) -> Label {
        do {
            let label = try JSONDecoder().decode(
                Label.self, from: Data(contentsOf: directory.appending(path: Self.labelName)))
            guard label.format == 1 else {
                throw Problem(
                    .machine,
                    "\(directory.path) was recorded in form \(label.format), which only a newer daybook knows.")
            }
            return label
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.machine, "\(directory.path) holds no record of views; `daybook snapshot record` makes one.")
        }
    }

    /// Writes all of it beside the target and puts it in place at the end: a record is whole or not there.
    func write(_ view: WorkspaceView, digest: String) throws(Problem) {
        do {
            let files = FileManager.default
            let isThere = files.fileExists(atPath: directory.path)
            if isThere, try !files.contentsOfDirectory(atPath: directory.path).isEmpty { _ = try label() }
            let fresh = directory.deletingLastPathComponent()
                .appending(path: ".\(directory.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).tmp")
            defer { if files.fileExists(atPath: fresh.path) { try? files.removeItem(at: fresh) } }
            let snapshots = view.snapshotFiles
            try files.createDirectory(at: fresh, withIntermediateDirectories: true)
            for folder in Set(snapshots.compactMap(\.folder)) {
                try files.createDirectory(at: fresh.appending(path: folder), withIntermediateDirectories: true)
            }
            for file in snapshots {
                try FileBatch.write(Data(file.text.utf8), to: fresh.appending(path: file.name + ".txt").path)
                try FileBatch.write(Data((file.json + "\n").utf8), to: fresh.appending(path: file.name + ".json").path)
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys]
            try encoder.encode(Label(sequence: view.asOf.sequence, digest: digest))
                .write(to: fresh.appending(path: Self.labelName))
            try FileBatch.sync(fresh.path)
            if isThere { try files.removeItem(at: directory) }
            try files.moveItem(at: fresh, to: directory)
        } catch let problem as Problem {
            throw problem
        } catch {
            throw Problem(.machine, "cannot write \(directory.path): \(reason(for: error))")
        }
    }

    /// Each view whose file differs, is missing or is one too many, in the order of the views.
    func differences(from view: WorkspaceView) throws(Problem) -> [ViewDifference] {
        var found: [ViewDifference] = []
        var left = try recordedNames()
        for file in view.snapshotFiles {
            for (name, now) in [(file.name + ".txt", file.text), (file.name + ".json", file.json + "\n")] {
                guard left.remove(name) != nil else {
                    if name.hasSuffix(".txt") {
                        found.append(.init(file: name, kind: .missing, diff: LineDiff.unified(from: "", to: now)))
                    }
                    continue
                }
                let then = try recordedText(name)
                if then.utf8.elementsEqual(now.utf8) { continue }
                // What the text says once need not be said again by the JSON.
                if name.hasSuffix(".json"), found.last?.file == file.name + ".txt" { continue }
                found.append(.init(file: name, kind: .changed, diff: LineDiff.unified(from: then, to: now)))
            }
        }
        for name in left.sorted() where name != Self.labelName {
            if name.hasSuffix(".json"), left.contains(name.dropLast(5) + ".txt") { continue }
            let then = try recordedText(name)
            found.append(.init(file: name, kind: .unexpected, diff: LineDiff.unified(from: then, to: "")))
        }
        return found
    }

    private func recordedNames() throws(Problem) -> Set<String> {
        guard let walk = FileManager.default.enumerator(at: directory, includingPropertiesForKeys: [.isRegularFileKey])
        else {
            throw Problem(.machine, "cannot read \(directory.path)")
        }
        let base = directory.standardizedFileURL.path + "/"
        var names: Set<String> = []
        for case let url as URL in walk where !url.hasDirectoryPath {
            names.insert(String(url.standardizedFileURL.path.dropFirst(base.count)))
        }
        return names
    }

    private func recordedText(_ name: String) throws(Problem) -> String {
        do {
            return String(decoding: try Data(contentsOf: directory.appending(path: name)), as: UTF8.self)
        } catch {
            throw Problem(.machine, "cannot read \(directory.appending(path: name).path): \(reason(for: error))")
        }
    }
}

/// The system's message, without the words that Foundation puts around it.
func reason(for error: any Error) -> String {
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let posix = underlying ?? (error as NSError) as NSError?, posix.domain == NSPOSIXErrorDomain {
        return words(for: Int32(posix.code))
    }
    switch (error as? CocoaError)?.code {
    case .fileReadNoPermission, .fileWriteNoPermission: return words(for: EACCES)
    case .fileReadNoSuchFile, .fileNoSuchFile: return words(for: ENOENT)
    case .fileWriteOutOfSpace: return words(for: ENOSPC)
    case .fileReadUnknown where isOfDirectory(error as NSError): return words(for: EISDIR)
    default: return (error as NSError).localizedDescription
    }
}

/// Returns whether what could not be read is a directory: Foundation says no more than that it is unknown why.
private func isOfDirectory(_ error: NSError) -> Bool {
    let path = error.userInfo[NSFilePathErrorKey] as? String ?? (error.userInfo[NSURLErrorKey] as? URL)?.path
    var isDirectory: ObjCBool = false
    return path.map { FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory) } == true && isDirectory.boolValue
}
