import Kernel

extension CaptureView {
    /// A suggestion as it was made: what accepting it without another word leads to. Requirement O-320.
    ///
    /// A part that says all of its capture is that capture itself; any other becomes an item of its own.
    ///
    /// - Parameters:
    ///   - collection: of a plan or list that is made for it.
    ///   - mint: an identifier for each item that is made.
    /// - Complexity: O(parts · items cited).
    package func shape(
        of suggestion: OrganiseSuggestion, collection: CollectionID, mint: () -> ItemID
    ) -> AcceptedShape {
        let destination: AcceptedShape.Destination =
            switch suggestion.kind {
            case .plan: .newPlan(collection, title: suggestion.title)
            case .list: .newList(collection, title: suggestion.title)
            case .task: .standalone
            }
        var parts: [AcceptedPart] = []
        for (index, part) in suggestion.parts.enumerated() {
            let cited = part.citation.item
            let isWhole =
                existing(cited).map { sameText(trimmed($0.content), trimmed(part.text)) } ?? false
                && !parts.contains { $0.item == cited }
            parts.append(
                AcceptedPart(
                    index: index, item: isWhole ? cited : mint(), text: part.text, under: part.under.map { parts[$0].item },
                    isTask: suggestion.kind != .list))
        }
        return AcceptedShape(destination: destination, parts: parts)
    }
}
