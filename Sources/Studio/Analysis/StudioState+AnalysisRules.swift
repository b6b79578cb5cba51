import Kernel

// The rules of analyses. Nothing is analysed here: what was asked and what came of it is judged.
extension StudioState {
    func request(
        _ id: AnalysisID, of artwork: ArtworkID, _ method: AnalysisMethod, _ digest: [UInt8]
    ) throws(StudioRefusal) -> [StudioEvent] {
        let known = model.analyses[id]
        if let known, !known.isWithdrawn { return [] }
        try check(method)
        try checkDigest(digest)
        if let known {
            try checkConsent(.analysis, for: openArtwork(known.artwork).child)
            return [.analysisReinstated(id)]
        }
        try checkConsent(.analysis, for: openArtwork(artwork).child)
        guard model.analyses.count < Self.analysesMax else { throw .tooMany(.analyses, max: Self.analysesMax) }
        return [.analysisRequested(id, of: artwork, method, inputDigest: digest)]
    }

    /// Only the attempt that is under way may answer: what was stopped stays without an answer.
    func complete(_ id: AnalysisID, _ attempt: Int, _ result: AnalysisResult) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        if analysis.attempt == attempt, analysis.status == .completed, analysis.result == result { return [] }
        guard analysis.attempt == attempt, analysis.status == .pending else { throw .notPending(id) }
        let artwork = try artwork(analysis.artwork)
        try checkConsent(.analysis, for: artwork.child)
        try check(result)
        return [.analysisCompleted(id, result)] + skillsRisen(by: id, result, artwork)
    }

    func fail(_ id: AnalysisID, _ attempt: Int, _ reason: String) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        if analysis.attempt == attempt, analysis.status == .failed, analysis.reason.utf8.elementsEqual(reason.utf8) {
            return []
        }
        guard analysis.attempt == attempt, analysis.status == .pending else { throw .notPending(id) }
        try check(reason, .reason, max: Analysis.reasonBytesMax)
        return [.analysisFailed(id, reason: reason)]
    }

    /// After a failure, after a stop, or because the result is poor; an earlier result stays until a better one.
    func retry(
        _ id: AnalysisID, _ attempt: Int, _ method: AnalysisMethod, _ digest: [UInt8]
    ) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        let next = analysis.attempt + 1
        guard attempt > analysis.attempt else { return [] }
        guard attempt == next else { throw .badAttempt(attempt, next: next) }
        guard analysis.status != .pending else { throw .stillPending(id) }
        guard next <= Analysis.attemptsMax else { throw .tooMany(.attempts, max: Analysis.attemptsMax) }
        try check(method)
        try checkDigest(digest)
        try checkConsent(.analysis, for: openArtwork(analysis.artwork).child)
        return [.analysisRetried(id, attempt: attempt, method, inputDigest: digest)]
    }

    func save(_ tip: TipID, of id: AnalysisID) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        guard let found = analysis.tip(tip) else { throw .noSuchTip(tip) }
        return analysis.isSaved(tip) ? [] : [.tipSaved(id, found)]
    }

    func unsave(_ tip: TipID, of id: AnalysisID) throws(StudioRefusal) -> [StudioEvent] {
        try analysis(id).isSaved(tip) ? [.tipUnsaved(id, tip)] : []
    }

    func rate(_ tip: TipID, of id: AnalysisID, _ rating: Rating) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        guard analysis.tip(tip) != nil else { throw .noSuchTip(tip) }
        return analysis.rating(of: tip) == rating ? [] : [.tipRated(id, tip, rating)]
    }

    func readTips(of id: AnalysisID) throws(StudioRefusal) -> [StudioEvent] {
        let analysis = try analysis(id)
        guard analysis.result != nil, !analysis.isRead else { return [] }
        return [.tipsRead(id)]
    }

    func check(_ usage: ProviderUsage?) throws(StudioRefusal) {
        guard usage?.isSound ?? true else { throw .badUsage }
    }

    func check(_ method: AnalysisMethod) throws(StudioRefusal) {
        try check(method.provider)
        try check(method.model)
    }

    /// Three to five tips, each of them whole, and numbers that can be compared. Requirement J-303.
    private func check(_ result: AnalysisResult) throws(StudioRefusal) {
        var measured: [Skill] = []
        for metric in result.metrics {
            guard SkillMetric.thousandths.contains(metric.thousandths), SkillMetric.thousandths.contains(metric.noise),
                !measured.contains(metric.skill)
            else {
                throw .badMetric(metric.skill)
            }
            try check(metric.method)
            measured.append(metric.skill)
        }
        try check(result.usage)
        try check(result.description, .description, max: AnalysisResult.descriptionBytesMax)
        guard AnalysisResult.tips.contains(result.tips.count) else { throw .wrongNumberOfTips(result.tips.count) }
        for (index, tip) in result.tips.enumerated() {
            guard saysSomething(tip.text), tip.resource.utf8.isEmpty == (tip.listVersion == 0),
                !result.tips[..<index].contains(where: { $0.id == tip.id })
            else { throw .badTip(tip.id) }
            try check(tip.text, .tip, max: Tip.textBytesMax)
            try check(tip.resource, .resource, max: Tip.resourceBytesMax)
        }
        guard result.suggestedTags.count <= AnalysisResult.tagsMax else {
            throw .tooMany(.suggestedTags, max: AnalysisResult.tagsMax)
        }
        for (index, suggestion) in result.suggestedTags.enumerated() {
            try check(suggestion.tag)
            guard SkillMetric.thousandths.contains(suggestion.confidence),
                !result.suggestedTags[..<index].contains(where: { $0.tag == suggestion.tag })
            else { throw .badConfidence(suggestion.tag) }
        }
    }
}
