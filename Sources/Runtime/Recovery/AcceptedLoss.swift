package import JournalEngine
import Kernel

/// The acknowledged records that one journal has lost, as far as the files beside it show.
package struct LossSurvey: Sendable, Equatable {
    /// The last record that is left; nil where the journal is gone.
    package var last: UInt64?
    /// Files that know later records, the furthest first.
    package var ahead: [RecordEvidence] = []
    /// The journal that lies there instead of the one that `ahead` begins with.
    package var replacement: ID16?
    /// A file that shows that there was a journal, where it is gone.
    package var remains: String?

    /// Nothing that was acknowledged is missing.
    package var isNothing: Bool { ahead.isEmpty && remains == nil }

    /// For people: what is missing, and how that is known; nil where nothing is.
    package var words: String? {
        if let remains { return "The journal is gone; \(remains) shows that there was one." }
        guard let last, let evidence = ahead.first else { return nil }
        if let replacement, let journal = evidence.journal {
            return
                "The journal \(journal), which \(evidence.path) knows, is gone; \(replacement), which ends at record \(last), "
                + "lies in its place."
        }
        let count = evidence.last - last
        return "The journal ends at record \(last), evidence from \(evidence.path) says \(evidence.last): "
            + "\(count) record\(count == 1 ? " is" : "s are") missing."
    }
}

extension RuntimeEnvironment {
    /// Looks for missing records of one journal, and changes nothing.
    ///
    /// - Parameter directory: for the accounts, whose traces lie in the whole data directory; nil for a workspace.
    package func surveyLoss(of paths: WorkspacePaths, in directory: DataDirectory? = nil) throws -> LossSurvey {
        let evidence = evidence(of: paths)
        do throws(RuntimeFailure) {
            let (journal, keys) = try openJournal(of: paths, access: .reading)
            defer { keys?.close() }
            return LossSurvey(
                last: journal.lastSequence, ahead: all(ahead(evidence, of: journal), with: journal, of: paths),
                replacement: missing(evidence, of: journal)?.replacement)
        } catch .journalGone(_, let remains) {
            return LossSurvey(remains: remains)
        } catch .notAWorkspace {
            guard let directory, let remains = try directory.remainsOfAccounts() else {
                throw RuntimeFailure.notAWorkspace(path: paths.root)
            }
            return LossSurvey(remains: remains)
        }
    }

    /// The evidence beside a journal together with the mark in it, the furthest first.
    private func all(
        _ evidence: [RecordEvidence], with journal: Journal, of paths: WorkspacePaths
    ) -> [RecordEvidence] {
        guard let damage = journal.recovery.damage, case .recordsMissing(_, let known, let source) = damage else {
            return evidence
        }
        let mark = RecordEvidence(path: paths.journal + "/" + source, last: known)
        return (evidence + [mark]).sorted { $0.last > $1.last }
    }

    /// Gives up the records that are missing: makes an empty journal where it is gone, puts aside what is ahead of it, and
    /// begins a new epoch. Nothing is deleted. Done again after a crash, it goes on.
    ///
    /// - Returns: what was given up, once it is on disk; nothing is changed where nothing is missing.
    package func acceptLoss(of paths: WorkspacePaths, in directory: DataDirectory? = nil) async throws -> LossSurvey {
        let survey = try surveyLoss(of: paths, in: directory)
        guard !survey.isNothing else { return survey }
        var accepting = self
        accepting.acceptsLoss = true
        let (journal, keys) =
            try survey.last == nil
            ? accepting.createJournal(of: paths) : accepting.openJournal(of: paths, access: .writing)
        defer { keys?.close() }
        do throws(DiskError) {
            // First: what is named only by lost records is left alone from here on.
            let isAnother = survey.last == nil || survey.replacement != nil
            let mark = HistoryMark.begin(
                .acceptedLoss, journal: isAnother ? journal.id : nil, after: journal.lastSequence, in: self)
            try mark.write(to: paths, on: disk)
            // The journal's own mark was written anew when the loss was accepted; what vouches from elsewhere knows the epoch.
            for directory in [paths.snapshots, paths.search] {
                let files = survey.ahead.filter { $0.path.hasPrefix(directory + "/") && disk.holds($0.path) }
                for evidence in files { try disk.rename(evidence.path, to: evidence.path + Self.asideSuffix) }
                if !files.isEmpty { try disk.syncDirectory(directory) }
            }
        } catch {
            try await journal.close()
            throw RuntimeFailure(error)
        }
        do throws(JournalError) { try await journal.close() } catch {
            throw RuntimeFailure.journal(path: paths.root, error)
        }
        return survey
    }

    /// The end of the name of what `acceptLoss` put aside.
    static let asideSuffix = ".ahead"
}
