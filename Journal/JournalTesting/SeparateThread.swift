import Dispatch

/// Runs a task's jobs beside Swift's cooperative threads. There are only as many of those as cores: a test that blocks one
/// until a task has ended needs that task to run elsewhere, or two such tests wait for each other for ever.
package final class SeparateThread: TaskExecutor {
    private let queue = DispatchQueue(label: "separate thread of a test")

    package init() {}

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
