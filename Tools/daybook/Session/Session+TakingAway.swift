import Foundation
import JournalEngine
import Kernel
import Publishing
import Runtime
import Service
import Workspace

extension Session {
    /// Makes a file of one thing, and puts it where it is wanted: wholly, or not at all.
    func takeAway(_ options: TakeAwayOptions, _ find: (WorkspaceView) throws -> ExportOrder.Subject) async throws {
        let disk = POSIXDisk()
        if let file = options.file { try refuse(file, isForced: options.force, on: disk) }
        try await reading { workspace in
            let view = await workspace.view
            let order: ExportOrder
            let subject = try find(view)
            do throws(PublishingFailure) { order = try options.order(subject) } catch {
                throw Problem(.usage, Self.sentence(error.message))
            }
            let (today, now) = (today, runtime.now())
            let made: ExportedFile
            do {
                made = try await readingFiles(of: workspace) { file in
                    try await Progress.during("making the \(order.format.rawValue)") {
                        try await BlockingCall.run {
                            try ExportRenderer.usual.file(order, from: .init(view, today: today, now: now, file: file))
                        }
                    }
                }
            } catch let failure as PublishingFailure {
                throw Problem(failure.status, Self.sentence(failure.message))
            }
            let path = options.file ?? made.name
            if options.file == nil { try refuse(path, isForced: options.force, on: disk) }
            let whole = URL(filePath: path).path
            do throws(DiskError) { try disk.writeFile(whole, made.bytes) } catch {
                throw Problem(.machine, "\(path) cannot be written: \(String(cString: strerror(error.errno))).")
            }
            let lines = ["Wrote \(path): \(made.bytes.count) bytes."] + made.notes.map { Self.sentence($0) }
            try show(text: lines.joined(separator: "\n")) { json in
                json.object { json in
                    json.field("file", path)
                    json.field("mediaType", made.mediaType)
                    json.field("sizeBytes", made.bytes.count)
                    json.field("notes", made.notes)
                }
            }
        }
    }

    private func refuse(_ path: String, isForced: Bool, on disk: POSIXDisk) throws(Problem) {
        guard !isForced, disk.holds(URL(filePath: path).path) else { return }
        throw Problem(.machine, "\(path) is there already; say another name, or --force to replace it.")
    }

    private static func sentence(_ words: String) -> String {
        guard let first = words.first else { return words }
        return first.uppercased() + words.dropFirst() + (words.hasSuffix(".") ? "" : ".")
    }
}

extension PublishingFailure {
    fileprivate var status: ExitStatus {
        switch self {
        case .noSuchFormat, .badLanguage: .usage
        case .gone: .notFound
        case .notTold, .empty, .tooMany: .refused
        case .noProgram, .notMade, .tooSlow, .archive, .cancelled: .machine
        }
    }
}
