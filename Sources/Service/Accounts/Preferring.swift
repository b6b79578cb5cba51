import Accounts
import Foundation
import Hummingbird
import Kernel
import Runtime
import Workspace

/// The preferences that a person may set: each under the name, and in the form, in which their account shows it.
enum Preferring {
    static let shapes: [FieldShape] = looks + kept + [shortcuts]

    private static let looks: [FieldShape] = [
        FieldShape(
            "theme", .text(bytesMax: 64),
            "How it looks: system, light, dark or high contrast, and an accent or none, such as dark, accent #ff8800; "
                + "null or empty for what it is at first."
        ).optional,
        FieldShape("humour", .flag, "Light humour; off until asked for.").optional,
        FieldShape("weeklySummary", .flag, "Whether a summary of each week is mailed; off until asked for.").optional,
        FieldShape(
            "zone", .text(bytesMax: Preferences.zoneBytesMax),
            "The time zone, such as Europe/Berlin; null or empty for none."
        ).optional,
        FieldShape(
            "primaryBoard", .identifier, "The board that a widget shows and a card begins on; null for none."
        ).optional,
    ]

    private static let kept: [FieldShape] = Retained.allCases.map { kept in
        FieldShape(
            days(of: kept), .number(1...Preferences.retentionDaysMax),
            "Days for which to keep \(spelled(kept.fieldName)); null for ever."
        ).optional
    }

    private static let shortcuts = FieldShape(
        "shortcuts", .pairs(countMax: Preferences.shortcutsMax, bytesMax: 64),
        "Keys by action, such as {\"card.add\": \"N\"}; the others stay. Null or empty keys set one back, null sets all "
            + "back."
    ).optional

    /// `trashDays`, as the account shows it.
    fileprivate static func days(of kept: Retained) -> String { spelled(kept.fieldName) + "Days" }
}

extension Call {
    /// Changes how somebody likes it: all that the body says, or nothing of it.
    func prefer() async throws -> Response {
        let caller = try signedIn()
        _ = try await pool.book.perform(
            try preferences(of: caller.user), by: caller.principal, as: caller.author)
        return .nothing
    }

    private func preferences(of user: UserID) throws(ProblemDocument) -> [AccountCommand] {
        var commands: [AccountCommand] = []
        if says("theme") { commands.append(.chooseTheme(user, try theme())) }
        if body.has("humour") { commands.append(.switchHumour(user, isOn: body.flag("humour"))) }
        if body.has("weeklySummary") {
            commands.append(.switchWeeklySummary(user, isOn: body.flag("weeklySummary")))
        }
        if says("zone") { commands.append(.chooseZone(user, try zone())) }
        if says("primaryBoard") { commands.append(.choosePrimaryBoard(user, body.identifier("primaryBoard"))) }
        for kept in Retained.allCases where says(Preferring.days(of: kept)) {
            commands.append(.chooseRetention(user, of: kept, days: body.number(Preferring.days(of: kept))))
        }
        return commands + shortcuts(of: user)
    }

    /// Those that go stand first: they make room for the others.
    private func shortcuts(of user: UserID) -> [AccountCommand] {
        let known = accounts.model.existing(user)?.preferences.shortcuts ?? []
        var (gone, assigned): ([AccountCommand], [AccountCommand]) = ([], [])
        if body.isNull("shortcuts") {
            gone = known.map { AccountCommand.assignShortcut(user, action: $0.action, keys: nil) }
        }
        for pair in body.pairs("shortcuts") {
            let keys = unlessEmpty(pair.text)
            let command = AccountCommand.assignShortcut(user, action: pair.name, keys: keys)
            if keys == nil { gone.append(command) } else { assigned.append(command) }
        }
        return gone + assigned
    }

    private func theme() throws(ProblemDocument) -> Theme {
        guard let words = unlessEmpty(body.text("theme")) else { return .blank }
        guard let theme = Theme(text: words) else {
            throw ProblemDocument(
                .unprocessableContent, "badField",
                "theme must be system, light, dark or high contrast, and may have an accent: dark, accent #ff8800",
                field: "theme")
        }
        return theme
    }

    /// The rules know how a zone is spelt, and not which ones there are.
    private func zone() throws(ProblemDocument) -> String? {
        guard let name = unlessEmpty(body.text("zone")) else { return nil }
        guard TimeZone(identifier: name) != nil else { throw ProblemDocument(AccountRefusal.badPreference(.zone)) }
        return name
    }

    /// Returns whether the body says anything of it, be it that there is to be none.
    private func says(_ name: String) -> Bool { body.has(name) || body.isNull(name) }

    private func unlessEmpty(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}
