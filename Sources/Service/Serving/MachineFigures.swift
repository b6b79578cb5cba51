import Foundation
import Glibc
import JournalEngine
import Kernel

/// The figures in `/metrics` about the process, the disk under the data, the disk's promises and the last backup, read when it is asked.
///
/// The names of the process's figures are those that Prometheus recommends for every program (Prometheus, "Writing client
/// libraries", section "Process metrics"), so that dashboards made for others show them.
struct MachineFigures {
    private var lines: [String] = []

    /// - Parameters:
    ///   - data: the data directory.
    ///   - lastBackup: of everything in it; nil where none was made.
    init(of data: String, lastBackup: Instant?, now: Instant) {
        process()
        disk(data)
        syncs(SyncTimes.now)
        if let lastBackup {
            add("daybook_backup_age_seconds", .gauge, max(0, Double(now.microseconds - lastBackup.microseconds) / 1e6))
        }
    }

    var text: String { lines.map { $0 + "\n" }.joined() }

    private mutating func add(_ name: String, _ kind: Kind, _ value: Double) {
        begin(name, kind)
        lines.append("\(name) \(PrometheusMetrics.number(value))")
    }

    private enum Kind: String { case counter, gauge, histogram }

    private mutating func begin(_ name: String, _ kind: Kind) {
        if let help = MetricHelp.words[name] { lines.append("# HELP \(name) \(help)") }
        lines.append("# TYPE \(name) \(kind.rawValue)")
    }

    /// A figure that the kernel does not tell is left out.
    private mutating func process() {
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
            add("process_cpu_seconds_total", .counter, seconds(usage.ru_utime) + seconds(usage.ru_stime))
        }
        if let pages = Self.words(of: "/proc/self/statm").dropFirst().first.flatMap({ Double($0) }) {
            add("process_resident_memory_bytes", .gauge, pages * Double(sysconf(Int32(_SC_PAGESIZE))))
        }
        if let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            add("process_open_fds", .gauge, Double(open.count))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            add("process_max_fds", .gauge, Double(limit.rlim_cur))
        }
        if let start = Self.started { add("process_start_time_seconds", .gauge, start) }
    }

    private mutating func disk(_ data: String) {
        var facts = statvfs()
        guard statvfs(data, &facts) == 0 else { return }
        add("daybook_disk_free_bytes", .gauge, Double(facts.f_bavail) * Double(facts.f_frsize))
        add("daybook_disk_size_bytes", .gauge, Double(facts.f_blocks) * Double(facts.f_frsize))
    }

    private mutating func syncs(_ times: SyncTimes.State) {
        let name = "daybook_sync_seconds"
        begin(name, .histogram)
        var sum = 0
        for (bound, count) in zip(SyncTimes.bounds, times.buckets) {
            sum += count
            lines.append("\(name)_bucket{le=\"\(PrometheusMetrics.number(bound))\"} \(sum)")
        }
        lines.append("\(name)_bucket{le=\"+Inf\"} \(times.count)")
        lines.append("\(name)_sum \(PrometheusMetrics.number(times.seconds))")
        lines.append("\(name)_count \(times.count)")
    }

    private static func words(of path: String) -> [Substring] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return [] }
        return text.split(whereSeparator: \.isWhitespace)
    }

    /// When the process began, in seconds since 1970 (proc(5): field 22 of `stat`, in ticks since the machine began).
    private static let started: Double? = {
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let fields = text.split(separator: ")").last?.split(separator: " "), fields.count > 19,
            let ticks = Double(fields[19]),
            let boot = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8))?.split(separator: "\n")
                .first(where: { $0.hasPrefix("btime ") }).flatMap({ Double($0.dropFirst(6)) })
        else { return nil }
        return boot + ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }()
}

/// The line `# HELP` of each metric.
enum MetricHelp {
    static let words: [String: String] = [
        "daybook_backup_age_seconds": "Seconds since the last whole backup of everything; absent before the first.",
        "daybook_build_info": "The version and the commit that serve, as labels.",
        "daybook_disk_free_bytes": "Bytes that the service may still write on the disk under its data.",
        "daybook_disk_size_bytes": "Size of the disk under the data in bytes.",
        "daybook_guest_bytes": "Bytes that visits without an account hold.",
        "daybook_guest_visits_total": "Visits without an account, by outcome.",
        "daybook_guests": "Visits without an account that are open.",
        "daybook_log_lines_lost_total": "Lines of the log that could not be written.",
        "daybook_open_requests": "Requests that are being answered.",
        "daybook_open_workspaces": "Workspaces that are open.",
        "daybook_replication_lag_records": "Records that the cluster does not have yet, by journal.",
        "daybook_request_seconds": "Time of answers in seconds, by route, method and status.",
        "daybook_summaries_total": "Weekly summaries, by outcome.",
        "daybook_sync_seconds": "Time of each fdatasync in seconds.",
        "daybook_webhook_deliveries_total": "Deliveries to webhooks, by outcome.",
        "daybook_webhook_delivery_seconds": "Time of each delivery to a webhook in seconds.",
        "process_cpu_seconds_total": "Time of the processor that the process took, in seconds.",
        "process_max_fds": "Files that the process may have open.",
        "process_open_fds": "Files that the process has open.",
        "process_resident_memory_bytes": "Memory of the process in bytes.",
        "process_start_time_seconds": "When the process began, in seconds since 1970.",
    ]
}
