import Foundation
import Kernel
import Workspace

/// Recognises and reads the tasks of other programs, whichever program it was.
struct TasksSource: Sendable {
    let format: ImportFormat
    private let plans: [ForeignPlan]
    private let notTaken: [ImportWarning]
    private let written: Instant

    /// Finds tasks of another program in one table.
    ///
    /// - Parameter name: the file's name without its ending, for a project that has none of its own.
    /// - Returns: nil when it is not such a table, and nobody said that it is.
    init?(_ bytes: [UInt8], _ wanted: ImportFormat?, name: String, path: String) throws(ImportFailure) {
        guard let format = wanted ?? Self.format(of: bytes) else { return nil }
        written = Self.written(path)
        notTaken = []
        switch format {
        case .todoist: plans = [try TodoistTable.read(bytes, name: name, modified: written, path: path)]
        case .ticktick: plans = try TickTickTable.read(bytes, path: path)
        default: return nil
        }
        self.format = format
    }

    /// Finds a backup of Todoist in a tree of files: a table for each project.
    init?(
        _ tree: SourceTree, _ wanted: ImportFormat?, path: String, within budget: ImportBudget
    ) throws(ImportFailure) {
        guard wanted == .todoist || wanted == nil && Self.isBackup(tree) else { return nil }
        written = Self.written(path)
        format = .todoist
        var plans: [ForeignPlan] = []
        var notTaken = tree.notTaken
        for entry in tree.entries {
            try budget.proceed()
            guard case .file(_, let content) = entry.kind else { continue }
            guard Self.isTable(entry.path) else {
                notTaken.append(ImportWarning(what: "file", at: entry.path, why: "it is not a Todoist table"))
                continue
            }
            var bytes: [UInt8]
            do { bytes = try content.read() } catch {
                notTaken.append(ImportWarning(unreadable: "project", at: entry.path, reason: describe(error)))
                continue
            }
            bytes = SourceEncoding.utf8(of: bytes) ?? bytes
            guard TodoistTable.looksLikeOne(bytes) else {
                notTaken.append(ImportWarning(what: "file", at: entry.path, why: "it is not a Todoist table"))
                continue
            }
            let name = String(lastName(entry.path).dropLast(4))
            var plan = try TodoistTable.read(
                bytes, name: name, modified: entry.modified, path: path + "/" + entry.path)
            plan.key = entry.path
            plans.append(plan)
        }
        guard !plans.isEmpty else { throw .unrecognised(path: path, found: "holds no table of Todoist") }
        self.plans = plans
        self.notTaken = notTaken
    }

    static func format(of bytes: [UInt8]) -> ImportFormat? {
        if TodoistTable.looksLikeOne(bytes) { return .todoist }
        return TickTickTable.looksLikeOne(bytes) ? .ticktick : nil
    }

    private static func isTable(_ path: String) -> Bool { path.suffix(4).lowercased() == ".csv" }

    /// Tables of Todoist and no Markdown: a vault may hold a table among its files.
    private static func isBackup(_ tree: SourceTree) -> Bool {
        var found = false
        for entry in tree.entries {
            guard case .file(let size, let content) = entry.kind else { continue }
            if KeyStoreContents.isNote(entry.path) { return false }
            guard !found, isTable(entry.path), size <= ImportLimits.noteBytesMax else { continue }
            // One that cannot be read says nothing; the import itself reports it.
            if let bytes = try? content.read(), TodoistTable.looksLikeOne(bytes) { found = true }
        }
        return found
    }

    /// When the file was last changed: the latest at which its tasks can have been made.
    private static func written(_ path: String) -> Instant {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return .epoch }
        return Instant(seconds: Int64(facts.st_mtim.tv_sec))
    }

    /// Plans the import of what was found.
    ///
    /// - Parameter baseName: the name of the file or directory, where nobody gave one.
    func plan(
        into name: String?, baseName: String, state: WorkspaceState, histories: @escaping TextHistories,
        budget: ImportBudget
    ) throws(ImportFailure) -> ImportPlan {
        var plans = plans
        if let name, plans.count == 1 {
            guard ForeignTitle.name(name) != nil else { throw .badName(name, problem: NameFault.empty.message) }
            plans[0].name = name
        }
        var builder = PlanBuilder(format, name: name ?? baseName, state: state, histories: histories, budget: budget)
        builder.plan.notTaken += notTaken
        // A backup of TickTick holds everything: it is the same however its file is called today.
        let namespace = name ?? (format == .ticktick ? "" : baseName)
        var tasks = TasksImport(format.rawValue, namespace: namespace, now: written, builder: builder)
        return try tasks.plan(plans)
    }
}
