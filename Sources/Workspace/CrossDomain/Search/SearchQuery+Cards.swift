package import Kernel

extension SearchQuery {
    /// The cards that have all these tags, or ones nested below them.
    package init(cardsTagged tags: [Name]) {
        self.init(words: "")
        narrow(to: [.card])
        for tag in tags { narrow(tagged: tag) }
    }
}
