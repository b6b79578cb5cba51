import ArgumentParser
import Client

/// Signs the command line in to a service.
struct SignInCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Signs in to a service, for the commands with --server.",
        discussion: """
            Asks for the password, or takes one line of standard input, and keeps the secret of the session in a file that \
            only you can read; the password is kept nowhere. Signing in again is signing in on the same device; where that one \
            was revoked, what waits for it goes by the new one.
            """)

    @Argument(help: ArgumentHelp("The e-mail address of the account.", valueName: "email")) var email: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        try await session.signIn(email, password: try PasswordInput.password(), to: service)
    }
}

/// Makes an account at a service, and signs in to it.
struct SignUpCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sign-up", abstract: "Makes an account at a service, and signs in.",
        discussion:
            "Asks for the password, or takes one line of standard input. Where the address has an account already, this "
            + "signs in to it if the password is its own.")

    @Argument(help: ArgumentHelp("The e-mail address to sign in with.", valueName: "email")) var email: String
    @Option(help: "What others are shown.") var name: String?
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let password = try PasswordInput.password()
        try await service.asking(isSignedIn: false) { try await $0.signUp(email, password: password, name: name) }
        try await session.signIn(email, password: password, to: service)
    }
}

extension Session {
    /// Opens a session at a service, and keeps its secret for the commands that follow.
    fileprivate func signIn(_ email: String, password: String, to service: ServiceSession) async throws {
        let signedIn = try await service.asking(isSignedIn: false) { client in
            try await client.signIn(
                email, password: password, device: try service.folder.memory().device, deviceName: Self.hostName)
        }
        let known = try service.folder.memory()
        // Data that only somebody else could read is not shown to the next person, who does not send the other's changes
        // either.
        let isOther = known.user != signedIn.user
        if isOther {
            try service.checkNothingIsKept(
                exceptBy: signedIn.user,
                "Somebody else's changes are kept here: sign in as they did and `daybook sync`, or give them up with "
                    + "`daybook sign-out --discard`, and what waits for a token with `daybook outbox discard`.")
            try service.folder.forgetReplicas()
        }
        try await service.folder.update { memory in
            if isOther {
                memory = ServiceFolder.Memory()
            } else if memory.device != signedIn.device {
                // Asked for the old one, the service gave another: it takes nothing from the old one any more.
                memory.formerDevices = (memory.formerDevices ?? []) + [memory.device]
            }
            memory.user = signedIn.user
            memory.device = signedIn.device
            memory.token = ServiceFolder.Memory.mark(of: signedIn.token)
            memory.devices = ""
        }
        try service.tokenFile.write(signedIn.token)
        try show(text: "Signed in to \(service.address.text).") { json in
            json.object { json in
                json.field("outcome", "signedIn")
                json.field("user", signedIn.user)
                json.field("device", signedIn.device)
            }
        }
    }
}

/// Ends the session of the command line with a service.
struct SignOutCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Signs out of a service, and removes what was fetched from it.")

    @Flag(help: "Give up the changes that are not at the service.") var discard = false
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let service = try session.namedService()
        let memory = try service.folder.memory()
        if discard {
            for outbox in try service.folder.outboxes() {
                try await service.folder.discard(from: outbox, where: memory.isOwn)
            }
        }
        let kept = try service.folder.outboxes().flatMap { try $0.changes() }
        guard !kept.contains(where: memory.isOwn) else {
            throw Problem(
                .refused,
                "Changes are kept here that are not at the service: `daybook sync` sends them, `daybook outbox` lists them, "
                    + "and `daybook sign-out --discard` gives them up.")
        }
        if !kept.isEmpty {
            let words = kept.count == 1 ? "waits for another token; it stays." : "wait for another token; they stay."
            session.console.say("daybook: \(counted(kept.count, "change")) \(words)")
        }
        do {
            try await service.asking { try await $0.signOut() }
        } catch ClientFailure.problem(let status, _, _) where status == 401 {
            // It was over already.
        }
        try service.tokenFile.remove()
        try service.folder.forgetReplicas()
        try session.show(text: "Signed out of \(service.address.text).") { json in
            json.object { $0.field("outcome", "signedOut") }
        }
    }
}

extension ServiceSession {
    /// - Throws: `reason` where the outbox of any workspace holds something of anybody else.
    fileprivate func checkNothingIsKept(exceptBy user: String, _ reason: String) throws {
        for outbox in try folder.outboxes() {
            guard try outbox.changes().allSatisfy({ $0.actor == user }) else { throw Problem(.refused, reason) }
        }
    }
}

extension Session {
    /// The service, for a command that is about one.
    func namedService() throws -> ServiceSession {
        guard let service = try service() else {
            throw Problem(
                .usage, "Say which service: --server URL, or \(ServiceSession.addressVariable) in the environment.")
        }
        return service
    }
}
