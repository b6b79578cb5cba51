import Accounts
import Kernel
import Synchronization

/// The results of checking that journals are what was written, as far as the checks behind the requests have come.
///
/// Kept for each journal separately: one that is damaged counts once, however often it is asked for, and no more once it
/// was opened and found sound.
final class IntegrityStatus: Sendable {
    enum Subject: Hashable, Sendable {
        case accounts
        case workspace(WorkspaceID)
    }

    enum Finding: Sendable, Equatable {
        case sound
        case damaged
        /// It was closed before the check was over: nothing is known that was not known before.
        case unknown
    }

    struct Counts: Sendable, Equatable {
        var checking = 0
        var sound = 0
        var damaged = 0
        var areAccountsSound = false
    }

    private struct Findings: Sendable {
        var checking = 0
        var isSound: [Subject: Bool] = [:]
        /// Those that were erased: a check of them after that only finds that they do not exist.
        var erased: Set<Subject> = []
    }

    private let findings = Mutex(Findings())

    /// A check has begun; `ends` says what came of it.
    func begins() { findings.withLock { $0.checking += 1 } }

    /// - Returns: whether that is news.
    @discardableResult
    func ends(_ finding: Finding, of subject: Subject) -> Bool {
        // The result first: a reader who sees that no check is under way knows all.
        let isNews = finds(finding, of: subject)
        findings.withLock { $0.checking -= 1 }
        return isNews
    }

    /// The same without a check: somebody came upon it.
    @discardableResult
    func finds(_ finding: Finding, of subject: Subject) -> Bool {
        findings.withLock { findings in
            guard finding != .unknown, !findings.erased.contains(subject) else { return false }
            let isSound = finding == .sound
            return findings.isSound.updateValue(isSound, forKey: subject) != isSound
        }
    }

    /// It is erased: nothing more is found of it.
    func forgets(_ subject: Subject) {
        findings.withLock { findings in
            findings.isSound[subject] = nil
            findings.erased.insert(subject)
        }
    }

    var counts: Counts {
        findings.withLock { findings in
            let sound = findings.isSound.values.count { $0 }
            return Counts(
                checking: findings.checking, sound: sound, damaged: findings.isSound.count - sound,
                areAccountsSound: findings.isSound[.accounts] == true)
        }
    }
}
