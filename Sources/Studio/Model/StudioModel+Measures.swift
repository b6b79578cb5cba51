import Kernel

// What levels and trends are computed from: the metrics of analyses that count.
extension StudioModel {
    /// The artworks of a child that were measured, in the order in which they were taken in.
    ///
    /// Only what is to be seen, and only under a live consent. Requirement J-461.
    /// - Complexity: O(artworks + analyses of the child).
    package func measuredArtworks(of child: ChildID) -> [MeasuredArtwork] {
        guard allows(.analysis, for: child), children[child]?.flags.isLive ?? true else { return [] }
        var measured: [MeasuredArtwork] = []
        for (id, slot) in artworks.all where artworks[slot].child == child {
            if let found = self.measured(id, artworks[slot]) { measured.append(found) }
        }
        return measured
    }

    /// Returns the measures of one artwork, or nil when it has none. Of several analyses the one requested last comes last.
    ///
    /// - Parameter answer: a result that is about to be recorded.
    func measured(
        _ id: ArtworkID, _ artwork: Artwork, with answer: (id: AnalysisID, result: AnalysisResult)? = nil
    ) -> MeasuredArtwork? {
        guard artwork.flags.isLive else { return nil }
        var metrics: [SkillMetric] = []
        for analysis in finder.analyses(of: id) {
            guard let slot = analyses.slot(of: analysis), !analyses[slot].isWithdrawn else { continue }
            if let answer, answer.id == analysis {
                metrics += answer.result.metrics
            } else if let found = analyses[slot].result?.metrics {
                metrics += found
            }
        }
        return metrics.isEmpty ? nil : MeasuredArtwork(artwork: id, day: artwork.date, metrics: metrics)
    }
}
