import Kernel
import Runtime
import Workspace

/// The commands that a command line gives to the workspace, and the sentence that says they were carried out.
struct Change {
    let commands: [WorkspaceCommand]
    /// The thing it is about; nil for many.
    let subject: EntityID?
    let sentence: String

    init(_ commands: [WorkspaceCommand], of subject: EntityID?, _ sentence: String) {
        self.commands = commands
        self.subject = subject
        self.sentence = sentence
    }

    init(_ command: WorkspaceCommand, of subject: EntityID, _ sentence: String) {
        self.init([command], of: subject, sentence)
    }
}

extension Session {
    /// Works out a change from today's views, has it decided and journaled as one commit, and says what came of it.
    ///
    /// In a workspace that is not there yet the change is tried first on an empty one, so that a command that fails
    /// leaves nothing behind.
    /// - Parameter files: the bytes of files that the change speaks of; kept before it is journaled, and only when
    ///   nothing forbids it.
    func change(keeping files: [[UInt8]] = [], _ plan: (WorkspaceView) throws -> Change) async throws {
        if let service = try service() {
            if !files.isEmpty { try await upload(files, for: plan, through: service) }
            return try await change(through: service, plan)
        }
        if try !workspaceExists() { try Self.rehearse(try plan(WorkspaceView()), on: WorkspaceDecider.initial) }
        try await writing { workspace, author in
            let change = try plan(await workspace.view)
            if !files.isEmpty {
                // Tried first: what a rule forbids leaves no file behind. And it says whose the files will be.
                let scopes = try await workspace.view.fileScopes(after: change.commands.map { ImportStep($0) })
                for file in files { try workspace.blobs.keep(file, for: scopes[Digest(of: file)] ?? [.workspace]) }
            }
            let outcome = try await workspace.perform(change.commands, as: author)
            try report(outcome, of: change.subject, change.sentence)
        }
    }

    /// - Returns: whether there is anything to do.
    @discardableResult
    static func rehearse(_ change: Change, on state: WorkspaceState) throws -> Bool {
        var (state, isAnything) = (state, false)
        for command in change.commands {
            for event in try WorkspaceDecider.decide(command, given: state) {
                WorkspaceDecider.evolve(&state, with: event)
                isAnything = true
            }
        }
        return isAnything
    }

    /// Says what came of a write: a sentence with the thing's id, or
    /// `{"outcome","entity","first","last","events":[{"seq","kind","entity"}]}`.
    ///
    /// - Parameter secret: what is handed out by it and shown once; the sentence says it too.
    func report<Event: JournaledEvent>(
        _ outcome: OutcomeOf<Event>, of subject: EntityID?, _ sentence: String, secret: String? = nil,
        undone: UndoneChange? = nil
    ) throws(Problem) {
        try show(text: words(for: outcome, of: subject, sentence)) { json in
            json.object { json in
                switch outcome {
                case .done(let commit):
                    json.field("outcome", "done")
                    json.field("entity", subject?.text)
                    json.field("first", commit.first)
                    json.field("last", commit.last)
                case .alreadyDecided(let first, let last):
                    json.field("outcome", "alreadyDecided")
                    json.field("entity", subject?.text)
                    json.field("first", first)
                    json.field("last", last)
                case .nothingToDo:
                    json.field("outcome", "nothingToDo")
                    json.field("entity", subject?.text)
                }
                if let secret { json.field("secret", secret) }
                if let undone {
                    json.key("undone")
                    undone.write(to: &json)
                }
                json.key("events")
                json.array(outcome.facts) { json, fact in
                    json.object { json in
                        json.field("seq", fact.position.sequence)
                        json.field("kind", fact.event.kindName)
                        json.field("entity", fact.event.encoded().subject.text)
                    }
                }
            }
        }
    }

    private func words<Event: JournaledEvent>(
        for outcome: OutcomeOf<Event>, of subject: EntityID?, _ sentence: String
    ) -> String {
        // A title may end with a period of its own.
        let endsTwice = sentence.hasSuffix("..") && !sentence.hasSuffix("...")
        let sentence = endsTwice ? String(sentence.dropLast()) : sentence
        switch outcome {
        case .done(let commit):
            let events = commit.first == commit.last ? "event \(commit.first)" : "events \(commit.first)–\(commit.last)"
            let detail = [subject?.text, events].compactMap { $0 }.joined(separator: ", ")
            return sentence + console.styled("  (\(detail))", .dim)
        case .alreadyDecided(let first, _): return "That was done before, as event \(first)."
        case .nothingToDo: return "Nothing to do: it is so already."
        }
    }
}
