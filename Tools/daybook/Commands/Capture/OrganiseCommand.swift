import ArgumentParser
import Capture
import Client
import Intelligence
import Kernel
import Runtime
import Studio
import Workspace

/// Asks for suggestions on how to organise what was captured.
struct OrganiseCommand: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "organise", abstract: "Asks for suggestions: lists, plans and tasks that are in your captures.",
        discussion: """
            By rules of this program, or by the provider that is set up (`daybook provider list`): nothing is invented or \
            reworded, and nothing changes until you accept a suggestion with `daybook suggestion accept`. With --server, the \
            provider that is set up there is asked.
            """)

    @Argument(help: "Which captures; everything in the inbox by default.") var refs: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let id: RunID = session.mint()
        let today = session.today
        try await session.asking(
            route: { view in
                let items = try refs.map { try view.captured($0).text }
                var json = JSONWriter()
                json.object { json in
                    if !items.isEmpty { json.field("items", items) }
                    json.field("run", id.text)
                }
                return ("/runs", json.text, "/runs/\(id.text)")
            },
            job: { view, asking in
                let items = try refs.map { try view.captured($0) }
                guard let command = try asking.organise(items, as: id, on: today) else {
                    throw Problem(.different, "Nothing in the inbox waits to be organised.")
                }
                return (.run(id), command)
            })
        try await session.reading { workspace in
            let view = await workspace.view
            try session.show("/runs/\(id.text)", of: view, named: id.text)
        }
    }
}

/// Accepts and declines suggestions, and answers questions.
struct SuggestionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "suggestion", abstract: "Accepts and declines suggestions, and answers what was asked.",
        discussion: "RUN is the id that `daybook organise` showed, or a beginning of it; NUMBER counts from 1.",
        subcommands: [AcceptSuggestion.self, DeclineSuggestion.self, AnswerQuestion.self])
}

struct AcceptSuggestion: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Makes the plan, list or task that was suggested.")

    @Argument(help: "Which run.") var run: String
    @Argument(help: "Which of its suggestions.") var number: Int
    @Option(help: ArgumentHelp("Call the plan or list otherwise.", valueName: "title")) var title: String?
    @Option(help: ArgumentHelp("Put the parts into a plan or list that is there.", valueName: "collection")) var into: String?
    @Option(help: ArgumentHelp("Leave a part out, by its number; may be repeated.", valueName: "number")) var without: [Int] =
        []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        let collection: CollectionID = session.mint()
        let title = try title.map { try Name($0) }
        try await session.change { view in
            let (id, suggestion) = try view.suggestion(number, of: run)
            var shape = view.capture.shape(of: suggestion, collection: collection) { session.mint() }
            if let into { shape.destination = .existing(try view.collection(into)) }
            switch shape.destination {
            case .newPlan(let id, _): if let title { shape.destination = .newPlan(id, title: title) }
            case .newList(let id, _): if let title { shape.destination = .newList(id, title: title) }
            case .existing, .standalone: break
            }
            for number in without where !shape.parts.contains(where: { $0.index == number - 1 }) {
                throw Problem(.usage, "The suggestion has no part \(number).")
            }
            let removed = Set(shape.parts.filter { without.contains($0.index + 1) }.map(\.item))
            shape.parts.removeAll { removed.contains($0.item) }
            for index in shape.parts.indices {
                // Below one that is left out is on the level of that one.
                if let under = shape.parts[index].under, removed.contains(under) { shape.parts[index].under = nil }
            }
            return Change(
                .capture(.acceptSuggestion(id, suggestion.id, as: shape)), of: id.entity,
                "Accepted \(suggestion.title.text), \(counted(shape.parts.count, "part")).")
        }
    }
}

struct DeclineSuggestion: ServedLeaf {
    static let configuration = CommandConfiguration(commandName: "decline", abstract: "Does not want a suggestion.")

    @Argument(help: "Which run.") var run: String
    @Argument(help: "Which of its suggestions.") var number: Int
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let (id, suggestion) = try view.suggestion(number, of: run)
            return Change(
                .capture(.declineSuggestion(id, suggestion.id)), of: id.entity, "Declined \(suggestion.title.text).")
        }
    }
}

struct AnswerQuestion: ServedLeaf {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Answers a question; organise the same captures again to have it followed.")

    @Argument(help: "Which run.") var run: String
    @Argument(help: "Which of its questions.") var number: Int
    @Argument(help: "The answer.") var answer: String
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.change { view in
            let id = try view.run(run)
            return Change(
                .capture(.answerQuestion(id, question: number - 1, answer)), of: id.entity, "Answered question \(number).")
        }
    }
}

extension WorkspaceView {
    /// A suggestion by its number, counted from 1.
    fileprivate func suggestion(_ number: Int, of ref: String) throws -> (run: RunID, suggestion: OrganiseSuggestion) {
        let id = try run(ref)
        let suggestions = capture.existing(id)?.outcome?.suggestions ?? []
        guard suggestions.indices.contains(number - 1) else {
            throw Problem(
                .usage, "The run has \(counted(suggestions.count, "suggestion")); \(number) is none of them.")
        }
        return (id, suggestions[number - 1])
    }
}
