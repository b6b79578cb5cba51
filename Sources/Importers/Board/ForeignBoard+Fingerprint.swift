import Boards
import Kernel

extension ForeignBoard.Card {
    /// All that an import takes from the card, part by part.
    ///
    /// - Invariant: the parts' names and what is noted are for ever; changing them would make every import made before
    ///   look changed.
    func fingerprint(title: Name) -> Fingerprint {
        var print = Fingerprint()
        print.note("title", title.text)
        print.note("description", description)
        print.note("place", placeMark)
        print.note("due", dueMark)
        print.note("archived", isArchived ? "yes" : "no")
        for tag in usableTags { print.note(Self.part(tag), "") }
        for checklist in checklists {
            for item in checklist.items {
                print.note("item:" + item.id, item.text)
                print.note("state:" + item.id, item.stateMark)
            }
        }
        for file in files { print.note("file:" + file.id, hex(file.digest)) }
        for comment in comments { print.note("comment:" + comment.id, comment.text) }
        return print
    }

    /// Each tag once; one with neither a colour nor a label is none.
    var usableTags: [CardTag] {
        var seen: Set<String> = []
        return tags.compactMap { tag in
            let tag = CardTag(colour: tag.colour, label: normalFormC(trimmed(tag.label)))
            guard tag.colour != .none || !tag.label.isEmpty else { return nil }
            return seen.insert(Self.part(tag)).inserted ? tag : nil
        }
    }

    /// The part of a fingerprint that says that the card has this tag.
    static func part(_ tag: CardTag) -> String { "label:\(tag.colour.rawValue):\(tag.label)" }

    /// Two lists of one name are told apart by a number, since a checklist is known by its name here.
    var numberedChecklists: [ForeignBoard.Checklist] {
        var taken: Set<ByteText> = []
        // Lower numbers of a name are taken already.
        var numbers: [ByteText: Int] = [:]
        return checklists.map { checklist in
            var numbered = checklist
            let name = ByteText(checklist.name)
            var number = numbers[name] ?? 1
            while !taken.insert(ByteText(trimmed(numbered.name))).inserted {
                number += 1
                numbered.name = (checklist.name.isEmpty ? "Checklist" : checklist.name) + " " + String(number)
            }
            numbers[name] = number
            return numbered
        }
    }
}
