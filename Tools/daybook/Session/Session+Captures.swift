import Capture
import Glibc
import JournalEngine
import Kernel
import Runtime
import Workspace

// Captures that cannot be written now: they are kept beside the workspace, or printed back.
extension Session {
    /// Makes a capture, or keeps it for later where it cannot be written now.
    ///
    /// - Parameter content: its text.
    func capture(_ item: ItemID, _ content: String, _ plan: (WorkspaceView) throws -> Change) async throws {
        do { try await change(plan) } catch let failure as RuntimeFailure {
            // Through a service the outbox keeps it.
            guard try service() == nil else { throw failure }
            guard failure.mayPass else { throw Self.printingBack(content, failure) }
            try await keepAside(item, content, plan, because: failure)
        }
    }

    /// Keeps a capture in a file that the next writer takes in.
    ///
    /// - Parameters:
    ///   - content: printed back where even that fails, so that nothing that was typed is gone.
    ///   - failure: why it could not be written.
    /// - Throws: the rule that forbids it; a problem with the text where nothing could be kept.
    private func keepAside(
        _ item: ItemID, _ content: String, _ plan: (WorkspaceView) throws -> Change, because failure: RuntimeFailure
    ) async throws {
        try Self.rehearse(
            Change(.capture(.captureItem(item, content: content, captured: .epoch)), of: item.entity, ""),
            on: WorkspaceDecider.initial)
        let change: Change
        do {
            guard try workspaceExists() else { throw failure }
            guard try !keyStore.hasKeys(of: paths()) else {
                throw Problem(
                    .machine, failure.message + " There are keys here, and a file beside the workspace would lie in clear.")
            }
            // Reading needs no lock.
            change = try await reading { try plan(await $0.view) }
            let identity = try directory.identity(orCreateFor: Self.loginName, on: Self.hostName, in: runtime)
            try PendingCaptures(of: paths()).keep(.init(change.commands, of: item.entity, by: identity.author))
        } catch {
            throw Self.printingBack(content, error)
        }
        console.say("daybook: \(failure.message) The capture is kept, and the next command that writes there takes it in.")
        try show(text: "Kept. Organize later.") { json in
            json.object { json in
                json.field("outcome", "kept")
                json.field("entity", item.text)
            }
        }
    }

    private static func printingBack(_ content: String, _ error: any Error) -> Problem {
        let problem = Problem(error)
        return Problem(problem.status, "\(problem.message) The capture is not kept. This is the text:\n\(content)")
    }

    /// Says what became of captures that waited.
    func report(of taken: TakenCaptures) {
        if taken.count > 0 {
            console.say(
                "daybook: \(counted(taken.count, "capture")) that waited \(taken.count == 1 ? "is" : "are") in the workspace now."
            )
        }
        for reason in taken.withoutRest { console.say("daybook: of one only the text could be kept: \(reason)") }
        for trouble in taken.troubles { console.say("daybook: \(trouble)") }
    }
}

extension RuntimeFailure {
    /// True where the same may be written later: another process writes, or there is no room.
    fileprivate var mayPass: Bool {
        switch self {
        case .journal(_, .locked), .poisoned: true
        case .journal(_, .system(_, _, let errno)): Self.passing.contains(errno)
        case .disk(let error): Self.passing.contains(error.errno)
        default: false
        }
    }

    private static let passing = [ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, EROFS, EFBIG]
}
