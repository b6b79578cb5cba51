import Accounts
import Boards
import Client
import Kernel
import Runtime

extension Session {
    /// The board of a new card if none is named: the one chosen by the person who is signed in at the service, or by the person
    /// who has the only account here. Nil where there is none. Requirement P-203.
    func primaryBoard() async throws -> BoardID? {
        if let service = try service() { return try await service.primaryBoard() }
        guard exists(directory.accounts) else { return nil }
        let view = try await readingAccounts { await $0.view }
        // With several accounts nobody says whose choice would count.
        guard let only = view.liveUsers.first, view.liveUsers.count == 1 else { return nil }
        return view.model.existing(only)?.preferences.primaryBoard.map { $0.as(Board.self) }
    }
}

extension ServiceSession {
    /// As the service knows it; as it knew it last where it cannot be asked, or does not say it to this token.
    fileprivate func primaryBoard() async throws -> BoardID? {
        let known: String?
        do { known = try await asking { try await $0.account().preferences.primaryBoard } } catch is ClientFailure {
            // Adding the card says that nobody answers; a token may add one, and need not know whose it is.
            return try folder.memory().primaryBoard.flatMap { BoardID(text: $0) }
        }
        if try known != folder.memory().primaryBoard { try await folder.update { $0.primaryBoard = known } }
        return known.flatMap { BoardID(text: $0) }
    }
}
