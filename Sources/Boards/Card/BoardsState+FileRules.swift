import Kernel

// The rules of files that hang on cards.
extension BoardsState {
    func attach(_ file: FileFacts, _ id: AttachmentID, to card: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let holder = model.cards[try self.card(card)]
        if let known = holder.files[id] {
            guard known.file == file else { throw .fileTaken(id) }
            guard known.isDetached else { return [] }
            _ = try openCard(card)
            return [.fileReattached(card, id)]
        }
        guard file.isDigestWhole else { throw .digestMalformed(id) }
        _ = try openCard(card)
        guard holder.files.count < Card.filesMax else { throw .tooMany(.files, max: Card.filesMax) }
        return [.fileAttached(card, id, file)]
    }

    func detach(_ id: AttachmentID, from card: CardID) throws(BoardRefusal) -> [BoardEvent] {
        let holder = model.cards[try self.card(card)]
        guard let known = holder.files[id] else { throw .noSuchFile(id) }
        guard !known.isDetached else { return [] }
        _ = try openCard(card)
        return [.fileDetached(card, id)]
    }
}
