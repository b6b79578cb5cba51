import Kernel

// What levels and trends are computed from: the metrics of analyses that count.
extension Family {
    /// The artworks of a child that were measured, in the order in which they were taken in.
    ///
    /// Only what is to be seen, and only under a live consent. Requirement J-461.
    /// - Complexity: O(artworks + analyses of the child).
    package func measuredArtworks(of child: ChildID) -> [MeasuredArtwork] {
        guard allows(.analysis, for: child), children[child]?.standing.isLive ?? true else { return [] }
        var measured: [MeasuredArtwork] = []
        for (id, slot) in artworks.all where artworks[slot].child == child {
            if let found = self.measured(id, artworks[slot]) { measured.append(found) }
        }
        return measured
    }

    /// The measures of one artwork; nil when it has none. Of several analyses the one requested last comes last.
    ///
    /// - Parameter answer: a result that is about to be recorded.
    func measured(
        _ id: ArtworkID, _ artwork: Artwork, with answer: (id: AnalysisID, result: AnalysisResult)? = nil
    ) -> MeasuredArtwork? {
        guard artwork.standing.isLive else { return nil }
        var measures: [SkillMeasure] = []
        for analysis in finder.analyses(of: id) {
            guard let found = kept(analysis) else { continue }
            let result = answer?.id == analysis ? answer?.result : found.result
            for metric in result?.metrics ?? [] { measures.append(metric.measure) }
        }
        return measures.isEmpty ? nil : MeasuredArtwork(artwork: id, day: artwork.date, measures: measures)
    }
}

extension SkillMetric {
    /// Numbers of another version are another method's.
    var measure: SkillMeasure {
        SkillMeasure(skill: skill, value: thousandths, method: method.text + " " + String(version))
    }
}
