package import Kernel

/// A suggestion as the person wants it: edited, shortened, sent elsewhere. Requirements O-320 to O-323.
package struct AcceptedShape: Sendable, Equatable {
    package var destination: Destination
    /// Those that were left in, in their order; what is not here was removed.
    package var parts: [AcceptedPart]

    package enum Destination: Sendable, Equatable {
        case newPlan(CollectionID, title: Name)
        case newList(CollectionID, title: Name)
        /// A plan or list that is there already.
        case existing(CollectionID)
        /// Tasks by themselves, in no collection.
        case standalone
    }

    package init(destination: Destination, parts: [AcceptedPart]) {
        self.destination = destination
        self.parts = parts
    }
}

/// One part as the person wants it.
package struct AcceptedPart: Sendable, Equatable {
    /// The index of the part in the suggestion.
    package var index: Int
    /// A new identifier; or that of the cited item, which then is used itself instead of a new one made from it.
    package var item: ItemID
    package var text: String
    /// An earlier part of this shape, by its item; of plans only.
    package var under: ItemID?
    package var isTask: Bool

    package init(index: Int, item: ItemID, text: String, under: ItemID? = nil, isTask: Bool) {
        self.index = index
        self.item = item
        self.text = text
        self.under = under
        self.isTask = isTask
    }
}
