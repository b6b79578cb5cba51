package import Kernel

// The rules of organising runs. Nobody is called from here: what a provider answered arrives in a command.
extension CaptureState {
    func request(_ id: RunID, _ request: RunRequest) throws(CaptureRefusal) -> [CaptureEvent] {
        let known = model.runs[id]
        if let known, !known.isWithdrawn { return [] }
        guard !request.items.isEmpty else { throw .badRun(.noItems) }
        guard request.items.count <= OrganiseRun.itemsMax else {
            throw .tooMany(.itemsInRun, max: OrganiseRun.itemsMax)
        }
        for item in request.items { try openItem(item) }
        for word in [request.provider, request.model, request.promptVersion]
        where !(1...OrganiseRun.wordBytesMax).contains(word.utf8.count) {
            throw .badRun(.badWord)
        }
        guard request.inputDigest.count == FileFacts.digestBytes else { throw .badRun(.badDigest) }
        try checkQuota(request)
        if let known {
            // The same question again; another one is another run.
            guard known.request.asksTheSame(as: request) else { throw .runOver(id) }
            return [.runReinstated(id)]
        }
        guard model.runs.count < OrganiseRun.countMax else { throw .tooMany(.runs, max: OrganiseRun.countMax) }
        return [.runRequested(id, request)]
    }

    private func checkQuota(_ request: RunRequest) throws(CaptureRefusal) {
        guard (1...9998).contains(request.month.year), let resets = request.month.next.firstDay else {
            throw .badRun(.badMonth)
        }
        guard request.isMetered else { return }
        let used = model.runsUsed(in: request.month, by: request.requester) + request.allowance.elsewhere
        let max = request.allowance.hardMax
        guard used.counted < max else { throw .aiQuota(max: max, resets: resets) }
        let attempts = max * RunAllowance.attemptsPerRunMax
        guard used.begun < attempts else { throw .aiAttempts(max: attempts, resets: resets) }
    }

    func complete(_ id: RunID, _ output: RunOutput) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        guard run.outcome == nil else { return [] }
        guard run.status == .pending else { throw .runOver(id) }
        guard output.outputDigest.count == FileFacts.digestBytes else { throw .badRun(.badDigest) }
        guard output.latencyMs >= 0 else { throw .badRun(.badLatency) }
        guard output.usage?.isSound ?? true else { throw .badRun(.badUsage) }
        return [.runCompleted(id, grounded(output, of: run.request))]
    }

    func fail(_ id: RunID, _ reason: RunFailure, latencyMs: Int) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        if case .failed = run.status { return [] }
        guard run.status == .pending else { throw .runOver(id) }
        guard latencyMs >= 0 else { throw .badRun(.badLatency) }
        return [.runFailed(id, reason: reason, latencyMs: latencyMs)]
    }

    func cancel(_ id: RunID) throws(CaptureRefusal) -> [CaptureEvent] {
        switch try run(id).status {
        case .cancelled: return []
        case .failed: throw .runOver(id)
        case .pending, .completed: return [.runCancelled(id)]
        }
    }

    func answer(_ id: RunID, _ question: Int, _ answer: String) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        guard run.outcome != nil else { throw .runPending(id) }
        guard run.answers.indices.contains(question) else { throw .noSuchQuestion(question) }
        guard !sameText(run.answers[question], answer) else { return [] }
        guard run.status == .completed else { throw .runOver(id) }
        let bytes = answer.utf8.count
        guard bytes <= OrganiseRun.answerBytesMax else {
            throw .tooLong(.answer, bytes: bytes, max: OrganiseRun.answerBytesMax)
        }
        return [.questionAnswered(id, question: question, answer: answer)]
    }

    func decline(_ id: RunID, _ suggestion: SuggestionID) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        guard let found = run.suggestion(suggestion) else { throw .noSuchSuggestion(suggestion) }
        switch run.decisions[found.index] {
        case .declined: return []
        case .accepted: throw .alreadyDecided(suggestion)
        case .open: break
        }
        guard run.status == .completed else { throw .runOver(id) }
        return [.suggestionDeclined(id, suggestion)]
    }

    func forgetPayload(of id: RunID) throws(CaptureRefusal) -> [CaptureEvent] {
        let run = try run(id)
        guard !run.isPayloadForgotten else { return [] }
        guard run.status != .pending else { throw .runPending(id) }
        return [.runPayloadForgotten(id)]
    }
}

extension CaptureModel {
    /// Returns the number of a month's runs that are used up here, and of those that were started, whatever became of them.
    ///
    /// - Parameter person: the requester; nil: everybody. Runs that name nobody count for everybody.
    /// - Complexity: O(runs), of which a person makes a few hundred a year.
    package func runsUsed(in month: CalendarMonth, by person: ActorID? = nil) -> RunsUsed {
        var used = RunsUsed()
        for run in runs.entries where run.request.month == month && run.request.isMetered {
            if let person, let requester = run.request.requester, requester != person { continue }
            used.begun += 1
            if run.isCounted { used.counted += 1 }
        }
        return used
    }
}
