import Accounts
import Capture
import Foundation
package import Kernel
import Studio
import Workspace

extension OpenWorkspace {
    /// The command as it is decided here: with what is not for a caller to say put in.
    ///
    /// A request for suggestions gets the allowance of its person's plan and the month that it is where they live; where
    /// nobody asks the accounts, such as at a terminal of the machine, it keeps what it claims, which the rules cap. The
    /// result of an analysis gets the tips that it wants for. Requirements O-401, O-1101, J-303.
    ///
    /// - Parameters:
    ///   - actor: whose command it is.
    ///   - accounts: today's; nil where they are not asked.
    /// - Throws: the refusal of a month that it is nowhere within a day of now.
    func takenIn(
        _ command: WorkspaceCommand, by actor: ActorID, given accounts: AccountsState?, in state: WorkspaceState
    ) throws(WorkspaceRefusal) -> WorkspaceCommand {
        switch command {
        case .capture(.requestRun(let run, var request)):
            let now = surroundings.now()
            let nearby = [-1, 0, 1].map { days in
                CalendarMonth(of: CalendarDay(daysSinceEpoch: utcDay(now).daysSinceEpoch + days))
            }
            guard nearby.contains(request.month) else { throw .capture(.badRun(.badMonth)) }
            if let accounts {
                let user = accounts.roster.kept(actor.as(RegisteredUser.self))
                request.allowance = RunAllowance(of: user?.entitlements ?? Entitlements(plan: .free))
                request.month = CalendarMonth(of: now.day(inZone: user?.preferences.zone))
            }
            return .capture(.requestRun(run, request))
        case .studio(.completeAnalysis(let analysis, let attempt, let result)):
            let family = state.studio.family
            let whole = family.filled(result, of: analysis) { surroundings.mint() }
            return .studio(.completeAnalysis(analysis, attempt: attempt, whole))
        default: return command
        }
    }
}

extension RunAllowance {
    /// What an account is entitled to: the one place where a plan becomes an allowance.
    init(of entitlements: Entitlements) {
        self = entitlements.plan == .paid ? .paid : .free
        monthlyMax = entitlements.hardMax(of: .aiRunsPerMonth) ?? monthlyMax
        softMax = entitlements.softMax(of: .aiRunsPerMonth)
    }
}

extension Instant {
    /// Which day it is in a zone such as `Europe/Berlin`; in UTC where nobody says, or where this machine does not know it.
    package func day(inZone name: String?) -> CalendarDay {
        let zone = name.flatMap { TimeZone(identifier: $0) }
        let seconds = zone?.secondsFromGMT(for: Date(timeIntervalSince1970: Double(microseconds) / 1e6)) ?? 0
        return utcDay(Instant(microseconds: microseconds + Int64(seconds) * 1_000_000))
    }
}
