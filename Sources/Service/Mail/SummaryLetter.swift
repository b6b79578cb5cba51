import Accounts
import Capture
import Foundation
import Kernel
import Runtime
import Studio

/// A week's summary on its way to one person.
struct SummaryLetter: Sendable {
    let user: UserID
    let email: String
    let zone: TimeZone
    /// Of the week it is about.
    let monday: CalendarDay

    /// Children named in a subject.
    private static let namesMax = 3

    /// Returns the activity in the workspaces of the person, as far as they may see it.
    ///
    /// - Parameter now: a workspace whose summaries were put off or dismissed as a prompt tells nothing meanwhile (O-912).
    /// - Returns: no readings where nothing happened; and, of the workspaces that were left out, the first moment when
    ///   one may be reported again.
    /// - Throws: why a workspace cannot be read.
    func readings(
        in pool: WorkspacePool, given accounts: AccountsState, at now: Instant
    ) async throws -> (told: [(workspace: String, week: WeekView)], putOffUntil: Instant?) {
        var readings: [(workspace: String, week: WeekView)] = []
        var putOffUntil: Instant?
        for id in accounts.model.workspaces(of: user) {
            guard let workspace = accounts.model.existing(id), workspace.member(user) != nil, !workspace.isClosed,
                try await pool.hasFiles(id)
            else { continue }
            let view = try await pool.using(id) { await $0.view }
            guard view.capture.mayPrompt(.weeklySummary, at: now) else {
                if let until = view.capture.snoozed(.weeklySummary) { putOffUntil = min(until, putOffUntil ?? until) }
                continue
            }
            let week = try await pool.rendering.run(orSay: .stopping) { [monday, zone, user] in
                view.studio.week(
                    of: monday, dayOf: { $0.day(in: zone) },
                    mayBeSeen: { child in
                        AuthorizationPolicy.decide(user, may: .read, on: .studio(id, child: child.entity), given: accounts)
                            .isAllowed
                    })
            }
            if !week.isQuiet { readings.append((workspace.name.text, week)) }
        }
        return (readings, putOffUntil)
    }

    func message(
        telling readings: [(workspace: String, week: WeekView)], from: String, at now: Instant, unsubscribe: String?
    ) -> MailMessage {
        let names = readings.flatMap { $0.week.children.filter { !$0.isQuiet }.map(\.name) }
        var told = names.prefix(Self.namesMax).joined(separator: ", ")
        if names.count > Self.namesMax { told += " and \(names.count - Self.namesMax) more" }
        var text = ""
        for (workspace, week) in readings {
            if readings.count > 1 { text += workspace + "\n" }
            text += week.text + "\n"
        }
        text += "--\nYou are written to because the weekly summary is switched on in your account."
        text += unsubscribe.map { " To end it:\n\($0)\n" } ?? " Switch it off there to end it.\n"
        let place = from.split(separator: "@").last.map(String.init) ?? "localhost"
        return MailMessage(
            from: from, to: email, subject: "\(told): the week of \(monday.text)", date: now,
            identifier: "week-\(monday.text)-\(user.text)@\(place)", text: text, unsubscribe: unsubscribe)
    }
}
