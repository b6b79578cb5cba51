import Kernel
import Workspace

extension FieldShape {
    /// A value that the field may have, for the description of the interface.
    func writeExample(to json: inout JSONWriter) {
        switch kind {
        case .text: json.value(Self.texts[name] ?? "text")
        case .flag: json.value(true)
        case .number(let range): json.value(max(range.lowerBound, min(range.upperBound, 30)))
        case .identifier: json.value("0190163d-8694-739b-aea5-966c26f8ad90")
        case .digest: json.value(String(repeating: "0a", count: 32))
        case .day: json.value("2026-12-24")
        case .moment: json.value("2026-12-24T18:00:00Z")
        case .word(let words): json.value(words.first { $0 != "nothing" && $0 != "none" } ?? words[0])
        case .words(let words): json.array(words.filter { $0 != "nothing" }.prefix(1)) { $0.value($1) }
        case .identifiers: json.array(["0190163d-8694-739b-aea5-966c26f8ad90"]) { $0.value($1) }
        case .texts: json.array(["garden"]) { $0.value($1) }
        case .pairs: json.object { _ in }
        }
    }

    /// Values of fields by their names, such that a reader knows them again.
    private static let texts = [
        "email": "anna@example.org", "mailTo": "oma@example.org", "password": "seven quiet herons", "name": "Garden",
        "newPassword": "eight quiet herons", "title": "Paint the fence", "text": "buy milk",
        "body": "Two coats, **both** sides.\n",
        "description": "Two coats.\n", "column": "Doing", "url": "https://example.org/hook", "language": "de",
        "zone": "Europe/Berlin",
        "deviceName": "Anna's laptop", "q": "fence tag:garden", "summary": "a walk", "secret": "4f…",
    ]
}
