import Accounts
import Boards
import Client
import Kernel
import Runtime

extension Session {
    /// The board that a card begins on of which nobody says where: the one that whoever is signed in at the service chose,
    /// or whoever has the only account here. Nil where there is none. Requirement P-203.
    func primaryBoard() async throws -> BoardID? {
        if let service = try service() { return try await service.primaryBoard() }
        guard exists(directory.accounts) else { return nil }
        let view = try await readingAccounts { await $0.view }
        // With several accounts nobody says whose choice would count.
        guard let only = view.liveUsers.first, view.liveUsers.count == 1 else { return nil }
        return view.roster.kept(only)?.preferences.primaryBoard.map { $0.as(Board.self) }
    }
}

extension ServiceSession {
    /// As the service knows it; as it knew it last where it cannot be asked.
    fileprivate func primaryBoard() async throws -> BoardID? {
        var memory = try folder.memory()
        do {
            let known = try await asking { try await $0.account().preferences.primaryBoard }
            if known != memory.primaryBoard {
                memory.primaryBoard = known
                try folder.write(memory)
            }
        } catch let failure as ClientFailure where failure.isPassing {
            // Adding the card says that nobody answers.
        }
        return memory.primaryBoard.flatMap { BoardID(text: $0) }
    }
}
