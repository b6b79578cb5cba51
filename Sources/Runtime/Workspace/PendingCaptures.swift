import Foundation
package import JournalEngine
package import Kernel
package import Workspace

/// Captures that could not be written, since another process held the workspace or the disk was full.
///
/// ```
/// DATA/workspaces/NAME/captures.pending/ITEM.json    one capture; the identifiers of items go up with time
/// ```
///
/// The next writer that opens the workspace takes them in, and removes each file once what it says is on disk. A capture is
/// known by its item: one that a crash left behind is not taken in twice. Nothing is kept so where there are keys, since it
/// would lie in clear.
/// - Format: FORMAT.md §14.
package struct PendingCaptures: Sendable {
    package let path: String
    private let disk: any Disk

    package init(of paths: WorkspacePaths, on disk: any Disk = POSIXDisk()) {
        path = paths.root + "/" + Self.directoryName
        self.disk = disk
    }

    static let directoryName = "captures.pending"
    private static let suffix = ".json"
    private static let fileBytesMax = 64 << 20

    /// One capture as it was asked for.
    package struct Capture: Codable, Sendable, Equatable {
        package var actor: String
        package var device: String
        package var item: String
        /// As Commands.md has them; the first makes the item and has the moment in it.
        package var commands: [String]

        package init(_ commands: [WorkspaceCommand], of item: EntityID, by author: Author) {
            actor = author.actor.text
            device = author.device.text
            self.item = item.text
            self.commands = commands.map(\.json)
        }

        static let fields: Set = ["actor", "device", "item", "commands"]
    }

    /// - Returns: when it is on disk.
    package func keep(_ capture: Capture) throws(RuntimeFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let bytes = try? encoder.encode(capture) else { preconditionFailure("texts alone can be encoded") }
        do throws(DiskError) {
            try disk.makeDirectories(path)
            try disk.writeFile(path + "/" + capture.item + Self.suffix, ChecksummedJSON.marked([UInt8](bytes)))
        } catch { throw RuntimeFailure(error) }
    }

    /// The files, in the order in which the captures were made.
    package func names() throws(RuntimeFailure) -> [String] {
        do throws(DiskError) {
            return try disk.names(inDirectory: path).filter { $0.hasSuffix(Self.suffix) }.sorted()
        } catch  where error.isAbsence { return [] } catch { throw RuntimeFailure(error) }
    }

    static func item(of name: String) -> EntityID? { EntityID(text: String(name.dropLast(suffix.count))) }

    /// - Returns: nil for a file that is not what was written, or that this build does not know.
    func capture(named name: String) throws(RuntimeFailure) -> (author: Author, commands: [WorkspaceCommand])? {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(path + "/" + name, byteCountMax: Self.fileBytesMax)
        } catch { throw RuntimeFailure(error) }
        guard ChecksummedJSON.isSound(bytes, fields: Capture.fields),
            let capture = try? JSONDecoder().decode(Capture.self, from: Data(bytes)),
            Self.item(of: name)?.text == capture.item, let actor = ActorID(text: capture.actor),
            let device = DeviceID(text: capture.device)
        else { return nil }
        var commands: [WorkspaceCommand] = []
        for json in capture.commands {
            guard let command = try? WorkspaceCommand(json: Array(json.utf8)) else { return nil }
            commands.append(command)
        }
        return commands.isEmpty ? nil : (Author(actor: actor, device: device), commands)
    }

    /// Overwrites and removes a file whose capture is on disk.
    func remove(_ name: String) throws(RuntimeFailure) {
        do throws(DiskError) {
            try disk.eraseFile(path + "/" + name)
            try disk.syncDirectory(path)
        } catch { throw RuntimeFailure(error) }
    }
}

/// The outcome of taking in waiting captures when a workspace was opened.
package struct TakenCaptures: Sendable, Equatable {
    package var count = 0
    /// Those of which only the text could be kept, and why the rest could not.
    package var withoutRest: [String] = []
    /// Why some wait on, in sentences without any words of the workspace.
    package var troubles: [String] = []
}

extension WorkspaceActor {
    /// Performs the captures that waited for a writer, in their order and with their own time.
    ///
    /// A fault with one stops neither the others nor the workspace: that capture waits on and is reported.
    func takeInPendingCaptures() async {
        let waiting = PendingCaptures(of: paths, on: runtime.disk)
        let names: [String]
        do throws(RuntimeFailure) { names = try waiting.names() } catch {
            takenCaptures.troubles.append(error.message)
            return
        }
        for name in names {
            do { try await takeIn(name, of: waiting) } catch let failure as RuntimeFailure {
                takenCaptures.troubles.append(failure.message)
                // A disk that is full takes none of the others.
                return
            } catch let refusal as WorkspaceRefusal {
                // The rule by its name alone: what a refusal says may have words of the workspace, and this is logged.
                takenCaptures.troubles.append(
                    "\(waiting.path)/\(name) waits on, since the rule `\(refusal.name)` forbids it.")
            } catch {
                takenCaptures.troubles.append("\(waiting.path)/\(name) waits on: \(error)")
            }
        }
    }

    private func takeIn(_ name: String, of waiting: PendingCaptures) async throws {
        // A crash after it was taken in may have left the file, half overwritten.
        if let item = PendingCaptures.item(of: name), try isKnown(item) { return try waiting.remove(name) }
        guard let capture = try waiting.capture(named: name) else {
            takenCaptures.troubles.append(
                "\(waiting.path)/\(name) is not what was written, and was left there; look into it, capture its text again, "
                    + "and remove it.")
            return
        }
        do { _ = try await perform(capture.commands, as: capture.author) } catch let refusal as WorkspaceRefusal {
            guard capture.commands.count > 1 else { throw refusal }
            // Such as a list that was removed meanwhile: the text counts more.
            _ = try await perform([capture.commands[0]], as: capture.author)
            takenCaptures.withoutRest.append(refusal.message)
        }
        takenCaptures.count += 1
        try waiting.remove(name)
    }

    /// Returns whether any record is about a thing, whatever became of it.
    private func isKnown(_ thing: EntityID) throws -> Bool {
        var isKnown = false
        try journal.records(of: paths.root, about: [ID16(thing)]) { _, _ in
            isKnown = true
            return .stop
        }
        return isKnown
    }
}
