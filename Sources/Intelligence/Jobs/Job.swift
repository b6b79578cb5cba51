package import Capture
import Kernel
package import Studio
package import Workspace

/// A question of a person that waits in a journal for its answer. The journal is the queue: a job that a killed process had
/// begun waits there as before, and an answer that came twice is recorded once.
package enum Job: Hashable, Sendable {
    case run(RunID)
    case analysis(AnalysisID, attempt: Int)
    case story(StoryID, version: Int)

    package var capability: Capability {
        switch self {
        case .run: .organise
        case .analysis: .analyse
        case .story: .tell
        }
    }

    /// As the name of a file.
    var word: String {
        switch self {
        case .run(let id): "run-" + id.text
        case .analysis(let id, let attempt): "analysis-\(id.text)-\(attempt)"
        case .story(let id, let version): "story-\(id.text)-\(version)"
        }
    }
}

/// A job and its place among others. Requirement O-405.
package struct WaitingJob: Sendable, Equatable {
    package var job: Job
    /// True for a run on a plan whose questions are answered before others.
    package var isFirst: Bool
}

extension WorkspaceView {
    /// The jobs that wait: runs in the order of their queue, then analyses and stories in the order in which they were made.
    ///
    /// - Complexity: O(runs + analyses + stories).
    package func waitingJobs() -> [WaitingJob] {
        var jobs = capture.runQueue().runs.map { WaitingJob(job: .run($0.id), isFirst: $0.priority == .high) }
        for (id, slot) in studio.model.analyses.all {
            let analysis = studio.model.analyses[slot]
            guard !analysis.isWithdrawn, analysis.status == .pending else { continue }
            jobs.append(WaitingJob(job: .analysis(id, attempt: analysis.attempt), isFirst: false))
        }
        for (id, slot) in studio.model.stories.all {
            let story = studio.model.stories[slot]
            guard story.flags.isLive, let version = story[story.latest], version.status == .pending, !version.isWithdrawn
            else { continue }
            jobs.append(WaitingJob(job: .story(id, version: story.latest), isFirst: false))
        }
        return jobs
    }

    /// True if the job still waits: nobody cancelled it, took it back or answered it.
    package func waits(_ job: Job) -> Bool {
        switch job {
        case .run(let id): capture.existing(id)?.status == .pending
        case .analysis(let id, let attempt):
            studio.model.existing(id).map { $0.status == .pending && $0.attempt == attempt } ?? false
        case .story(let id, let version):
            studio.model.existing(id)?[version].map { $0.status == .pending && !$0.isWithdrawn } ?? false
        }
    }
}
