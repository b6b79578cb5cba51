package import Kernel

/// Tips, the newest analysis first: those of all artworks, the saved ones, or those nobody has seen yet. Requirements
/// J-302, J-309, J-209.
package struct TipView: CanonicalView, Sendable, Equatable {
    package var tips: [Line]

    package struct Line: Sendable, Equatable {
        package var tip: Tip
        package var analysis: AnalysisID
        package var artwork: ArtworkID
        package var artworkTitle: String
        package var childName: String
        package var isSaved: Bool
        package var isNew: Bool
        package var rating: Rating
    }

    package var text: String {
        var lines = Lines()
        for line in tips {
            lines.add(
                0, line.tip.text, line.tip.skill.title, line.tip.stage.words, line.isNew ? "new" : "",
                line.isSaved ? "saved" : "", line.rating == .none ? "" : "thumbs " + spelled(line.rating.fieldName))
            lines.add(
                1, "for " + line.childName, line.artworkTitle,
                line.tip.resource.utf8.isEmpty
                    ? "" : line.tip.resource + " (list " + String(line.tip.listVersion) + ")")
        }
        if tips.isEmpty { lines.add(0, "No tips.") }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.array(tips) { json, line in
            json.object { json in
                json.field("id", line.tip.id.text)
                json.field("text", line.tip.text)
                json.field("skill", spelled(line.tip.skill.fieldName))
                json.field("stage", spelled(line.tip.stage.fieldName))
                json.field("resource", line.tip.resource.utf8.isEmpty ? nil : line.tip.resource)
                json.field("listVersion", line.tip.listVersion)
                json.field("analysis", line.analysis.text)
                json.field("artwork", line.artwork.text)
                json.field("artworkTitle", line.artworkTitle)
                json.field("childName", line.childName)
                json.field("saved", line.isSaved)
                json.field("new", line.isNew)
                json.field("rating", spelled(line.rating.fieldName))
            }
        }
    }
}

/// The filter of tips: a tip must match every condition given here.
package struct TipFilter: Sendable, Equatable {
    package var skill: Skill?
    package var stage: AgeStage?
    package var child: ChildID?
    package var savedOnly: Bool
    /// Of analyses that nobody has looked at.
    package var newOnly: Bool

    package init(
        skill: Skill? = nil, stage: AgeStage? = nil, child: ChildID? = nil, savedOnly: Bool = false,
        newOnly: Bool = false
    ) {
        self.skill = skill
        self.stage = stage
        self.child = child
        self.savedOnly = savedOnly
        self.newOnly = newOnly
    }
}

extension StudioView {
    /// The tips that `filter` lets through. A saved tip stays when its analysis is made anew, and when consent is
    /// withdrawn: the family has it.
    ///
    /// - Complexity: O(analyses).
    ///
    /// - Parameter mayBeSeen: true for a child that the reader may see.
    package func tips(_ filter: TipFilter = TipFilter(), mayBeSeen: (ChildID) -> Bool = { _ in true }) -> TipView {
        var tips: [TipView.Line] = []
        for (id, slot) in model.analyses.all.reversed() {
            let analysis = model.analyses[slot]
            guard !analysis.isWithdrawn, let artwork = model.artworks[analysis.artwork], model.isVisible(artwork),
                filter.child == nil || artwork.child == filter.child, mayBeSeen(artwork.child)
            else { continue }
            let isNew = analysis.result != nil && !analysis.isRead
            let current = analysis.result?.tips ?? []
            for tip in current where model.counts(analysis) || analysis.isSaved(tip.id) {
                tips.append(line(tip, id, analysis, artwork, isNew: isNew))
            }
            for tip in analysis.saved where !current.contains(where: { $0.id == tip.id }) {
                tips.append(line(tip, id, analysis, artwork, isNew: false))
            }
        }
        return TipView(tips: tips.filter { filter.lets($0) })
    }

    /// The favourites. Requirement J-309.
    package func savedTips(_ skill: Skill? = nil, _ stage: AgeStage? = nil) -> TipView {
        tips(TipFilter(skill: skill, stage: stage, savedOnly: true))
    }

    private func line(
        _ tip: Tip, _ id: AnalysisID, _ analysis: Analysis, _ artwork: Artwork, isNew: Bool
    ) -> TipView.Line {
        TipView.Line(
            tip: tip, analysis: id, artwork: analysis.artwork, artworkTitle: title(of: artwork),
            childName: model.children[artwork.child]?.name.text ?? "", isSaved: analysis.isSaved(tip.id),
            isNew: isNew, rating: analysis.rating(of: tip.id))
    }
}

extension TipFilter {
    fileprivate func lets(_ line: TipView.Line) -> Bool {
        (skill == nil || line.tip.skill == skill) && (stage == nil || line.tip.stage == stage)
            && (!savedOnly || line.isSaved) && (!newOnly || line.isNew)
    }
}
