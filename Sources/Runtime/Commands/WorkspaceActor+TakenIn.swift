package import Accounts
package import Capture
import Foundation
package import Kernel
import Studio
import Workspace

extension WorkspaceActor {
    /// The command as it is decided here: with what is not for a caller to say put in.
    ///
    /// A request for suggestions gets its person, the allowance of their plan, what they have used up of it in other
    /// workspaces, and the month that it is where they live. Where nobody asks the accounts, such as at a terminal of the
    /// machine, it is on the free plan, whatever it claims, and keeps its month. The
    /// result of an analysis gets the tips that it wants for. Requirements O-401, O-1101, J-303.
    ///
    /// - Parameters:
    ///   - actor: whose command it is.
    ///   - accounts: today's; nil where they are not asked.
    ///   - elsewhere: what the person has used up in other workspaces; nil where nobody looked.
    /// - Throws: the refusal of a month that it is nowhere within a day of now.
    func takenIn(
        _ command: WorkspaceCommand, by actor: ActorID, given accounts: AccountsState?,
        elsewhere: RunsElsewhere? = nil, in state: WorkspaceState
    ) throws(WorkspaceRefusal) -> WorkspaceCommand {
        switch command {
        case .capture(.requestRun(let run, var request)):
            let now = runtime.now()
            let nearby = [-1, 0, 1].map { days in
                CalendarMonth(of: CalendarDay(daysSinceEpoch: utcDay(now).daysSinceEpoch + days))
            }
            guard nearby.contains(request.month) else { throw .capture(.badRun(.badMonth)) }
            let user = accounts?.model.existing(actor.as(RegisteredUser.self))
            request.allowance = RunAllowance(of: user?.entitlements ?? Entitlements(plan: .free))
            if accounts != nil { request.month = CalendarMonth(of: now.day(inZone: user?.preferences.zone)) }
            request.allowance.elsewhere = elsewhere?.used(in: request.month) ?? RunsUsed()
            request.requester = actor
            return .capture(.requestRun(run, request))
        case .studio(.completeAnalysis(let analysis, let attempt, let result)):
            let family = state.studio.model
            let whole = family.filled(result, of: analysis) { runtime.mint() }
            return .studio(.completeAnalysis(analysis, attempt: attempt, whole))
        default: return command
        }
    }
}

/// The runs that one person has used in the other workspaces, by month.
package struct RunsElsewhere: Sendable, Equatable {
    private var months: [CalendarMonth: RunsUsed] = [:]

    package init() {}

    package func used(in month: CalendarMonth) -> RunsUsed { months[month] ?? RunsUsed() }

    package mutating func add(_ used: RunsUsed, in month: CalendarMonth) { months[month] = self.used(in: month) + used }
}

extension RunAllowance {
    /// Makes the allowance of an account from its entitlements: the one place where a plan becomes an allowance.
    package init(of entitlements: Entitlements) {
        self = entitlements.plan == .paid ? .paid : .free
        monthlyMax = entitlements.hardMax(of: .aiRunsPerMonth) ?? monthlyMax
        softMax = entitlements.softMax(of: .aiRunsPerMonth)
    }
}

extension Instant {
    /// Returns the day in a zone such as `Europe/Berlin`; in UTC where none is given, or where this machine does not know it.
    package func day(inZone name: String?) -> CalendarDay {
        day(in: name.flatMap { TimeZone(identifier: $0) } ?? .gmt)
    }
}
