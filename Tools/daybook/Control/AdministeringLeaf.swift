import Foundation
import Kernel
import Runtime
import Service

/// A command of the person who keeps the installation, which goes on while a service has the data open: the service carries it
/// out then.
protocol AdministeringLeaf: DaybookLeaf {
    /// True if it sets a password, which the person types where they are.
    static var asksPassword: Bool { get }
    /// False where this command line needs the data to itself all the same.
    var goesThroughService: Bool { get }
}

extension AdministeringLeaf {
    static var asksPassword: Bool { false }
    var goesThroughService: Bool { true }
}

/// The service that carries a command out for somebody else, and what they typed.
struct Administration {
    let service: DaybookService
    let password: String?

    /// Nil where the command runs by itself.
    @TaskLocal static var current: Administration?
}

extension Session {
    /// Has the service that has the data open carry a command out, where there is one.
    ///
    /// - Returns: false where none is, and the command runs by itself.
    func administer(_ leaf: any DaybookLeaf, _ arguments: [String]) async throws -> Bool {
        guard let leaf = leaf as? any AdministeringLeaf, leaf.goesThroughService, try service() == nil,
            fileExists(directory.path + "/" + ControlSocket.name)
        else { return false }
        let socket = ControlSocket(in: directory)
        // Asked for beforehand: a person takes their time, and the service waits for nobody.
        let password = type(of: leaf).asksPassword ? try PasswordInput.password() : nil
        guard let answer = try socket.ask(.init(arguments: arguments, workspace: globals.workspace, password: password)) else {
            // Typed for a service that is gone: the command that runs by itself uses it.
            try await Administration.$typed.withValue(password) { try await leaf.run(in: self) }
            return true
        }
        try console.write(answer.output)
        if !answer.notices.isEmpty { Console.put(answer.notices) }
        guard answer.status == 0 else {
            throw Problem(ExitStatus(rawValue: answer.status) ?? .machine, answer.message)
        }
        return true
    }
}

extension Administration {
    /// The password that was typed for a service that turned out to be gone.
    @TaskLocal static var typed: String?

    /// Carries one command out within the service.
    static func answer(
        _ request: ControlSocket.Request, in directory: DataDirectory, _ keyStore: KeyStore, by service: DaybookService
    ) async -> ControlSocket.Answer {
        let console = Console(keepingNoticesApart: ())
        do {
            guard let leaf = try Daybook.parseAsRoot(request.arguments) as? any AdministeringLeaf, leaf.goesThroughService
            else { throw Problem(.usage, "A service does not carry out this command.") }
            let inner = Session(
                globals: leaf.globals, console: console, in: directory, service.pool.runtime, keyStore)
            try await Chosen.$current.withValue(Chosen(workspace: request.workspace)) {
                try await $current.withValue(Administration(service: service, password: request.password)) {
                    try await leaf.run(in: inner)
                }
            }
            return .init(output: console.takeCaptured(), notices: console.takeNotices(), status: 0, message: "")
        } catch {
            let problem = Problem(error)
            return .init(
                output: console.takeCaptured(), notices: console.takeNotices(), status: problem.status.rawValue,
                message: problem.message)
        }
    }
}
