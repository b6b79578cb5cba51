import Kernel

/// Brings what an analysis came to into the form that the rules ask for: three to five tips. Requirement J-303.
package enum Tips {
    /// The tips, the first five at most, filled up from the curated list to three at least.
    ///
    /// The code that runs an analysis calls it before the result is recorded, so that a provider that found one thing to say,
    /// or nothing, still leads to a result worth reading.
    /// - Parameters:
    ///   - stage: of the child on the day of the artwork.
    ///   - skills: what matters most first, such as `weakest(of:)`.
    ///   - given: names of resources the family has had; they come again only when nothing else is left.
    ///   - mint: an identifier for each tip that is added.
    package static func filled(
        _ tips: [Tip], at stage: AgeStage, skills: [Skill], given: [String] = [], mint: () -> TipID
    ) -> [Tip] {
        var filled = Array(tips.prefix(AnalysisResult.tips.upperBound))
        let missing = AnalysisResult.tips.lowerBound - filled.count
        guard missing > 0 else { return filled }
        let picked = ResourceList.picked(
            missing, at: stage, skills: skills, given: numbers(of: given),
            besides: numbers(of: filled.map { $0.resource }))
        for entry in picked {
            filled.append(
                Tip(
                    id: mint(), text: entry.advice, skill: entry.skill, stage: entry.stage, resource: entry.name,
                    listVersion: ResourceList.version))
        }
        return filled
    }

    /// The skills of a result, the one that shows least first.
    package static func weakest(of metrics: [SkillMetric]) -> [Skill] {
        metrics.sorted {
            $0.thousandths != $1.thousandths ? $0.thousandths < $1.thousandths : $0.skill < $1.skill
        }.map { $0.skill }
    }

    private static func numbers(of names: [String]) -> [Int] {
        names.compactMap { ResourceList.entry(named: $0)?.number }
    }
}

extension StudioModel {
    /// A result as it is to be recorded: with three to five tips, those that are added for the stage of the artwork's child
    /// and the skills that show least. Sent again after it was recorded, it is what was recorded then.
    ///
    /// - Parameter mint: an identifier for each tip that is added.
    package func filled(_ result: AnalysisResult, of id: AnalysisID, mint: () -> TipID) -> AnalysisResult {
        let isWhole = AnalysisResult.tips.contains(result.tips.count)
        guard !isWhole, let analysis = existing(id), let artwork = existing(analysis.artwork) else { return result }
        var whole = result
        if analysis.status == .completed, let known = analysis.result {
            let said = result.tips.prefix(AnalysisResult.tips.upperBound)
            if known.tips.count >= said.count, Array(known.tips.prefix(said.count)) == Array(said) {
                whole.tips = known.tips
                return whole
            }
        }
        whole.tips = Tips.filled(
            result.tips, at: existing(artwork.child)?.stage(on: artwork.date) ?? .unknown,
            skills: Tips.weakest(of: result.metrics), given: resourcesGiven(to: artwork.child), mint: mint)
        return whole
    }

    /// The resources that tips about a child's artworks have named, each once, in the order in which they came.
    package func resourcesGiven(to child: ChildID) -> [String] {
        var names: [String] = []
        for (_, slot) in analyses.all where !analyses[slot].isWithdrawn {
            guard let artwork = artworks.slot(of: analyses[slot].artwork), artworks[artwork].child == child else {
                continue
            }
            for tip in analyses[slot].result?.tips ?? [] where !tip.resource.utf8.isEmpty {
                if !names.contains(where: { $0.utf8.elementsEqual(tip.resource.utf8) }) { names.append(tip.resource) }
            }
        }
        return names
    }
}
