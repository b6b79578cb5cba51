import Accounts
import ArgumentParser
import Client
import Foundation
import Kernel
import Runtime

struct AccountPrefer: ServedLeaf, AdministeringLeaf {
    static let configuration = CommandConfiguration(
        commandName: "prefer", abstract: "Changes how somebody likes it; through a service, how you do.",
        discussion: "Humour and the weekly summary are off until asked for; everything is kept for ever.")

    @Argument(help: ArgumentHelp("Whose.", valueName: "user")) var user: String
    @Option(help: ArgumentHelp("How it looks.", valueName: "system|light|dark|high-contrast")) var theme: String?
    @Option(help: ArgumentHelp("The accent; none for the default.", valueName: "#rrggbb|none")) var accent: String?
    @Flag(inversion: .prefixedNo, help: "Light humour.") var humour: Bool?
    @Flag(inversion: .prefixedNo, help: "A summary of the week by mail.") var weeklySummary: Bool?
    @Option(help: ArgumentHelp("The time zone, such as Europe/Berlin; or none.", valueName: "zone|none"))
    var zone: String?
    @Option(help: ArgumentHelp("The id of the board for widgets and new cards; or none.", valueName: "id|none"))
    var primaryBoard: String?
    @Option(help: ArgumentHelp("How long trash, blobs or history are kept.", valueName: "what=days|ever"))
    var keep: [String] = []
    @Option(help: ArgumentHelp("A shortcut, such as card.add=N; default sets it back.", valueName: "action=keys"))
    var shortcut: [String] = []
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        if let service = try session.service() { return try await prefer(through: service, in: session) }
        try await session.changeAccounts { view in
            let user = try view.user(user)
            let today = view.model.existing(user)?.preferences ?? Preferences()
            let commands = try wishes(today.theme).commands(for: user)
            guard !commands.isEmpty else { throw Self.nothingSaid }
            return AccountChange(commands, of: user.entity, "Changed the preferences.")
        }
    }

    /// At a service people prefer for themselves alone.
    private func prefer(through service: ServiceSession, in session: Session) async throws {
        let account = try await service.asking { client in
            let account = try await client.account()
            guard account.isCalled(user) else {
                throw Problem(
                    .refused, "Through a service you change what you prefer yourself: you are \(account.email) there.")
            }
            let wishes = try wishes(Theme(text: account.preferences.theme) ?? .blank)
            guard !wishes.isEmpty else { throw Self.nothingSaid }
            var json = JSONWriter()
            wishes.write(to: &json)
            try await client.prefer(json.text)
            return account
        }
        try session.show(text: "Changed the preferences.") { json in
            json.object { json in
                json.field("outcome", "done")
                json.field("entity", account.id)
            }
        }
    }

    private static let nothingSaid = Problem(.usage, "Say what should be otherwise.")
}

extension AccountPrefer {
    /// - Parameter today: of which a new mode keeps the accent, and a new accent the mode.
    private func wishes(_ today: Theme) throws -> PreferenceWishes {
        var wishes = PreferenceWishes()
        if theme != nil || accent != nil { wishes.theme = try chosenTheme(today) }
        wishes.isHumorous = humour
        wishes.getsWeeklySummary = weeklySummary
        if let zone { wishes.zone = .some(try chosenZone(zone)) }
        if let primaryBoard { wishes.primaryBoard = .some(try board(primaryBoard)) }
        for word in keep {
            let (what, days) = try halves(of: word)
            guard let kept = Retained.allCases.first(where: { spelled($0.fieldName) == what }) else {
                throw Problem(.usage, "Trash, blobs and history are kept, not \(what).")
            }
            guard days == "ever" || Int(days) != nil else { throw Problem(.usage, "\(days) is not a number of days.") }
            wishes.days.removeAll { $0.kept == kept }
            wishes.days.append((kept, Int(days)))
        }
        for word in shortcut {
            let (action, keys) = try halves(of: word)
            wishes.shortcuts.removeAll { $0.action == action }
            wishes.shortcuts.append((action, keys == "default" ? nil : keys))
        }
        return wishes
    }

    private func chosenTheme(_ today: Theme) throws(Problem) -> Theme {
        var chosen = today
        if let theme {
            let word = theme.replacing("-", with: " ")
            guard let mode = Theme.Mode.allCases.first(where: { spelled($0.fieldName) == word }) else {
                throw Problem(.usage, "A theme is system, light, dark or high-contrast, not \(theme).")
            }
            chosen.mode = mode
        }
        if let accent {
            let digits = accent.drop { $0 == "#" }
            guard accent == "none" || digits.count == 6, accent == "none" || Int(digits, radix: 16) != nil else {
                throw Problem(.usage, "An accent is #rrggbb or none, not \(accent).")
            }
            chosen.accent = Int(digits, radix: 16)
        }
        return chosen
    }

    /// The rules know how a zone is spelt, and not which ones there are.
    private func chosenZone(_ word: String) throws(AccountRefusal) -> String? {
        if word == "none" { return nil }
        guard TimeZone(identifier: word) != nil else { throw .badPreference(.zone) }
        return word
    }

    private func board(_ word: String) throws(Problem) -> EntityID? {
        if word == "none" { return nil }
        guard let id = EntityID(text: word) else { throw Problem(.usage, "\(word) is not an id of a board.") }
        return id
    }

    private func halves(of word: String) throws(Problem) -> (String, String) {
        guard let at = word.firstIndex(of: "="), at != word.startIndex, word.index(after: at) != word.endIndex else {
            throw Problem(.usage, "Say \(word) as NAME=VALUE.")
        }
        return (String(word[..<at]), String(word[word.index(after: at)...]))
    }
}

/// The preferences to change: nil for one that stays, and nil within for one that is removed.
private struct PreferenceWishes {
    var theme: Theme?
    var isHumorous: Bool?
    var getsWeeklySummary: Bool?
    var zone: String??
    var primaryBoard: EntityID??
    var days: [(kept: Retained, count: Int?)] = []
    var shortcuts: [(action: String, keys: String?)] = []

    var isEmpty: Bool {
        theme == nil && isHumorous == nil && getsWeeklySummary == nil && zone == nil && primaryBoard == nil
            && days.isEmpty && shortcuts.isEmpty
    }

    func commands(for user: UserID) -> [AccountCommand] {
        var commands: [AccountCommand] = []
        if let theme { commands.append(.chooseTheme(user, theme)) }
        if let isHumorous { commands.append(.switchHumour(user, isOn: isHumorous)) }
        if let getsWeeklySummary { commands.append(.switchWeeklySummary(user, isOn: getsWeeklySummary)) }
        if let zone { commands.append(.chooseZone(user, zone)) }
        if let primaryBoard { commands.append(.choosePrimaryBoard(user, primaryBoard)) }
        for (kept, count) in days { commands.append(.chooseRetention(user, of: kept, days: count)) }
        for (action, keys) in shortcuts { commands.append(.assignShortcut(user, action: action, keys: keys)) }
        return commands
    }

    /// As a service takes it.
    func write(to json: inout JSONWriter) {
        json.object { json in
            if let theme { json.field("theme", theme.text) }
            if let isHumorous { json.field("humour", isHumorous) }
            if let getsWeeklySummary { json.field("weeklySummary", getsWeeklySummary) }
            if let zone { json.field("zone", zone) }
            if let primaryBoard { json.field("primaryBoard", primaryBoard?.text) }
            for (kept, count) in days {
                json.key(spelled(kept.fieldName) + "Days")
                if let count { json.value(count) } else { json.null() }
            }
            guard !shortcuts.isEmpty else { return }
            json.key("shortcuts")
            json.object { json in
                for (action, keys) in shortcuts { json.field(action, keys) }
            }
        }
    }
}

extension ServiceClient.OwnAccount {
    /// Returns whether somebody means it: by its address, or by a beginning of its identifier.
    func isCalled(_ ref: String) -> Bool {
        let digits = ref.lowercased()
        return Email(recorded: ref).key == Email(recorded: email).key || digits.utf8.count >= 4 && id.hasPrefix(digits)
    }
}

/// `account show`: the same as `show account`.
struct AccountShow: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: ShowAccount.configuration.abstract)

    @OptionGroup var account: ShowAccount

    var globals: GlobalOptions { account.globals }

    func run(in session: Session) async throws { try await account.run(in: session) }
}

struct ShowAccount: DaybookLeaf {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "One account: plan, preferences, devices, sessions, tokens, workspaces.")

    @Argument(help: ArgumentHelp("Whose; may be left out where there is one account.", valueName: "user"))
    var user: String?
    @OptionGroup var moment: AtOption
    @OptionGroup var globals: GlobalOptions

    func run(in session: Session) async throws {
        try await session.readingAccounts { book in
            let today = await book.view
            let view = try moment.at.map { try book.view(at: $0) } ?? today
            let id = try id(in: today)
            guard let reading = view.account(id, name: try session.names(today)) else {
                throw Problem(.notFound, "The account was not there then.")
            }
            try session.show(reading)
        }
    }

    private func id(in view: AccountsView) throws(Problem) -> UserID {
        if let user { return try view.user(user) }
        guard let only = view.liveUsers.first, view.liveUsers.count == 1 else {
            throw Problem(.usage, "There are \(counted(view.liveUsers.count, "account")); say whose.")
        }
        return only
    }
}
