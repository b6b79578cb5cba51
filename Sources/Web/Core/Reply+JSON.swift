import Kernel

// Answers of the service, read leniently: a newer service may say more.

extension Array<Reply> {
    /// - Parameter body: what `POST …/commands` answers; nil for anything else.
    init?(_ body: [UInt8]) {
        guard let document = try? JSONDocument(body), let results = document.root["results"]?.elements else {
            return nil
        }
        self = []
        for node in results {
            guard let reply = Reply(node) else { return nil }
            append(reply)
        }
    }
}

extension Reply {
    /// The number that a problem document names as the next free one.
    static func next(in body: [UInt8]) -> UInt64? { (try? JSONDocument(body))?.root["next"]?.number }

    fileprivate init?(_ node: JSONDocument.Node) {
        guard let number = node["sequence"]?.number, let status = node["status"]?.number,
            let outcome = node["outcome"]?.text
        else { return nil }
        var answer = Answer(status: Int(clamping: status))
        if sameBytes(outcome, "nothingToDo") {
            answer.outcome = .nothingToDo
        } else if sameBytes(outcome, "refused") {
            answer.outcome = .refused
        } else if !sameBytes(outcome, "done") {
            return nil
        }
        (answer.first, answer.last) = (node["first"]?.number, node["last"]?.number)
        answer.problem = node["problem"].flatMap { Problem($0, answer.status) }
        guard answer.outcome != .refused || answer.problem != nil else { return nil }
        self.init(
            number: number, answer: answer, isRepeated: node["repeated"]?.flag ?? false,
            things: (node["events"]?.elements ?? []).compactMap { $0["entity"]?.text },
            next: node["problem"]?["next"]?.number)
    }
}

extension Problem {
    /// - Parameter body: a problem document; nil for anything else.
    init?(_ body: [UInt8], _ status: Int) {
        guard let document = try? JSONDocument(body) else { return nil }
        self.init(document.root, status)
    }

    fileprivate init?(_ node: JSONDocument.Node, _ status: Int) {
        guard let name = node["name"]?.text else { return nil }
        self.init(name, node["detail"]?.text ?? name, status)
        guard let changes = node["changes"], !changes.elements.isEmpty else { return }
        var json = JSONWriter()
        changes.write(to: &json)
        self.changes = json.text
    }
}

extension JSONDocument.Node {
    fileprivate subscript(name: String) -> JSONDocument.Node? {
        guard case .object(let members) = content else { return nil }
        return members.first { sameBytes($0.key, name) }?.value
    }

    fileprivate var text: String? { if case .text(let text) = content { text } else { nil } }
    fileprivate var number: UInt64? { if case .number(let digits) = content { UInt64(digits) } else { nil } }
    fileprivate var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
    fileprivate var elements: [JSONDocument.Node] { if case .list(let nodes) = content { nodes } else { [] } }

    /// Writes it again; a number that is not whole is none of the service's, and written as a text.
    fileprivate func write(to json: inout JSONWriter) {
        switch content {
        case .null: json.null()
        case .flag(let flag): json.value(flag)
        case .number(let digits): if let number = Int64(digits) { json.value(number) } else { json.value(digits) }
        case .text(let text): json.value(text)
        case .list(let nodes): json.array(nodes) { $1.write(to: &$0) }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(member.key)
                    member.value.write(to: &json)
                }
            }
        }
    }
}
