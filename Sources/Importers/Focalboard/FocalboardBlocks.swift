/// The blocks of one file by what they belong to, gathered once for all of its boards.
struct FocalboardBlocks {
    private(set) var boards: [FocalboardBlock] = []
    private var cards: [String: [FocalboardBlock]] = [:]
    private var views: [String: [FocalboardBlock]] = [:]
    private var contents: [String: [FocalboardBlock]] = [:]

    /// - Complexity: O(blocks).
    init(_ blocks: [FocalboardBlock]) {
        for block in blocks {
            switch block.type {
            case "board": boards.append(block)
            case "card": for board in Self.boards(of: block) { cards[board, default: []].append(block) }
            case "view": for board in Self.boards(of: block) { views[board, default: []].append(block) }
            default: contents[block.parentId ?? "", default: []].append(block)
            }
        }
    }

    private static func boards(of block: FocalboardBlock) -> Set<String> {
        Set([block.boardId, block.rootId, block.parentId].compactMap { $0 })
    }

    func cards(of board: String) -> [FocalboardBlock] { cards[board] ?? [] }
    func views(of board: String) -> [FocalboardBlock] { views[board] ?? [] }

    /// The pieces on a card.
    func contents(of card: String) -> [FocalboardBlock] { contents[card] ?? [] }
}
