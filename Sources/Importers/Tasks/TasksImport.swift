import Capture
import Kernel
import Workspace

/// Turns projects and lists of task programs into plans, and their tasks into items.
struct TasksImport {
    private var builder: PlanBuilder
    private let ids: DerivedIdentifiers
    private let origin: String
    private let now: Instant
    private var losses = SkippedItems()

    /// - Parameters:
    ///   - origin: the program: `todoist`.
    ///   - now: when the source was written; for a task that does not say when it was made.
    init(_ origin: String, namespace: String, now: Instant, builder: PlanBuilder) {
        self.origin = origin
        self.now = now
        self.builder = builder
        ids = DerivedIdentifiers(namespace: origin + ":" + namespace)
    }

    mutating func plan(_ plans: [ForeignPlan]) throws(ImportFailure) -> ImportPlan {
        for plan in plans {
            builder.plan.notTaken += plan.leftovers
            try ingest(plan)
        }
        var plan = builder.plan
        plan.notTaken += losses.report
        return plan
    }

    private func collection(_ key: String) -> CollectionID { ids.id("plan", key) }
    private func item(_ key: String) -> ItemID { ids.id("item", key) }

    private mutating func ingest(_ plan: ForeignPlan) throws(ImportFailure) {
        let id = collection(plan.key)
        let known = builder.state.capture.model.collections[id]
        if known == nil || known?.isWithdrawn == true {
            let name = ForeignTitle.name(plan.name) ?? Name(recorded: "Untitled")
            guard offer(.createCollection(id, name: name, isStructured: true), at: nil, what: "plan", in: plan.name)
            else {
                return
            }
            builder.record(id.entity, source: origin + ":" + plan.key, Bytes([]), textRevision: 0)
        }
        guard known?.isTrashed != true || known?.isWithdrawn == true else {
            return builder.leave("plan", at: plan.name, because: "it is in the trash here; restore it and import again")
        }
        let followers = followers(in: plan, at: id)
        for task in plan.tasks {
            try builder.budget.proceed()
            ingest(task, in: id, above: followers[task.key])
        }
    }

    /// The task that stands behind each in the source under the same task, of those that stand so here already: what is new
    /// comes to stand where it stands there.
    private func followers(in plan: ForeignPlan, at collection: CollectionID) -> [String: ItemID] {
        var nearest: [String?: ItemID] = [:]
        var followers: [String: ItemID] = [:]
        for task in plan.tasks.reversed() {
            followers[task.key] = nearest[task.parent]
            let id = item(task.key)
            let known = builder.state.capture.model.items[id]
            guard let known, known.isLive, let place = known.membership(in: collection),
                place.parent == task.parent.map(item)
            else { continue }
            nearest[task.parent] = id
        }
        return followers
    }

    @discardableResult
    private mutating func offer(_ command: CaptureCommand, at time: Instant?, what: String, in place: String) -> Bool {
        builder.offer(.capture(command), at: time, what: what, in: place)
    }
}

// MARK: - One task

extension TasksImport {
    private mutating func ingest(_ task: ForeignTask, in collection: CollectionID, above follower: ItemID?) {
        let id = item(task.key)
        for left in task.left { losses.add(left.what, at: task.place, because: left.why) }
        let tags = names(of: task)
        let text = cut(task)
        let new = fingerprint(task, text, tags)
        let known = builder.state.capture.model.items[id]
        let facts = builder.state.registry.sources[id.entity]
        let isNew = known == nil || known?.isWithdrawn == true || facts == nil
        let old = isNew ? nil : facts.flatMap { Fingerprint($0.fingerprint) }
        if old == new {
            builder.plan.unchanged += 1
            return
        }
        if isNew {
            guard
                offer(
                    .captureItem(id, content: text, captured: task.created ?? now), at: task.created ?? now,
                    what: "task", in: task.place)
            else { return }
            // One that a person took out of the plan holds nothing there any more.
            let parent = task.parent.map(item).flatMap { parent in
                builder.state.capture.model.items[parent]?.membership(in: collection) == nil ? nil : parent
            }
            let next = parent == task.parent.map(item) ? follower : nil
            offer(.addToCollection(collection, id, under: parent, above: next), task, "place in the plan")
        } else {
            builder.plan.changed += 1
        }
        bring(id, to: task, text, tags, old, new)
        builder.record(id.entity, source: origin + ":" + task.key, new.bytes, textRevision: 0)
    }

    /// Makes the item what the source says now, part by part: what it did not touch stays as the person has it.
    private mutating func bring(
        _ id: ItemID, to task: ForeignTask, _ text: String, _ tags: [Name], _ old: Fingerprint?, _ new: Fingerprint
    ) {
        func isSame(_ part: String) -> Bool { new.agrees(with: old, on: part) }
        if old != nil, !isSame("text") {
            var here = Fingerprint()
            here.note("text", builder.state.capture.model.items[id]?.content ?? "")
            if here.agrees(with: old, on: "text") {
                offer(.rewordItem(id, to: text), task, "text")
            } else {
                builder.leave("text", at: task.place, because: "it was changed here and there; the one here is kept")
            }
        }
        if !isSame("type") { offer(.typeItem(id, task.isTask ? .task : .none), task, "type") }
        if !isSame("metadata") { offer(.annotateItem(id, metadata: task.metadata), task, "metadata") }
        if !isSame("day") { offer(.followUpItem(id, on: task.followUp), task, "follow-up day") }
        let had = builder.state.capture.model.items[id]?.tags ?? []
        let added = tags.filter { old?.holds("tag " + $0.text) != true }
        let removed = had.filter { old?.holds("tag " + $0.text) == true && !tags.contains($0) }
        if !added.isEmpty { offer(.tagItem(id, added), task, "tags") }
        if !removed.isEmpty { offer(.untagItem(id, removed), task, "tags") }
        guard !isSame("completed") else { return }
        if let completed = task.completed {
            offer(.completeItem(id, at: completed), task, "completion", at: completed)
        } else if old?.holds("completed") == true {
            offer(.reopenItem(id), task, "reopening")
        }
    }

    @discardableResult
    private mutating func offer(
        _ command: CaptureCommand, _ task: ForeignTask, _ what: String, at time: Instant? = nil
    ) -> Bool {
        offer(command, at: time ?? task.created ?? now, what: what, in: task.place)
    }

    private func fingerprint(_ task: ForeignTask, _ text: String, _ tags: [Name]) -> Fingerprint {
        var print = Fingerprint()
        print.note("text", text)
        print.note("type", task.isTask ? "task" : "none")
        print.note("metadata", task.metadata)
        print.note("day", task.followUp?.text ?? "")
        if task.completed != nil { print.note("completed", "") }
        for tag in tags { print.note("tag " + tag.text, "") }
        return print
    }

    /// The text, as long as one item's can be.
    private mutating func cut(_ task: ForeignTask) -> String {
        guard task.text.utf8.count > CapturedItem.contentBytesMax else { return task.text }
        losses.add("text", at: task.place, because: "it is longer than an item's can be; the beginning is kept")
        var text = String(decoding: task.text.utf8.prefix(CapturedItem.contentBytesMax), as: UTF8.self)
        while text.utf8.count > CapturedItem.contentBytesMax || text.hasSuffix("\u{FFFD}") { text.removeLast() }
        return text
    }

    private mutating func names(of task: ForeignTask) -> [Name] {
        var found: [Name] = []
        for text in task.tags {
            guard ForeignTask.isTag(text) else {
                builder.leave(
                    "tag", at: task.place, because: "@\(text.prefix(40)): a part between its slashes is empty")
                continue
            }
            do {
                let tag = try Name(text)
                if !found.contains(tag) { found.append(tag) }
            } catch {
                builder.leave("tag", at: task.place, because: "@\(text.prefix(40)): \(error.message)")
            }
        }
        return found
    }
}
