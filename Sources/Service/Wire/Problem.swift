import Kernel

/// A problem document as it is written: the one list of its members.
/// - Format: RFC 9457, with `name`, `field` and `changes` as extension members.
struct Problem: FieldMessage, Sendable {
    var type: String
    var title: String
    var status: Int
    var detail: String
    var name: String
    var field: String?
    /// The changes of others after the base that a command named.
    var changes: [Change]
    /// The number to send a command under, where its own was used.
    var next: UInt64?
    /// The request that it answers, as the log has it; nil where it is part of an answer.
    var instance: String?

    /// - Parameter request: the number that the log calls the request by.
    static func instance(of request: String) -> String { "urn:daybook:request:" + request }

    static var schemaName: StaticString { "Problem" }
    static var blank: Problem {
        Problem(type: "", title: "", status: 0, detail: "", name: "", field: nil, changes: [])
    }

    mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "type", &type)
        coder.field(2, "title", &title)
        coder.field(3, "status", &status)
        coder.field(4, "detail", &detail)
        coder.field(5, "name", &name)
        coder.field(6, "field", &field)
        coder.field(7, "changes", omittable: &changes)
        coder.field(8, "next", omittable: &next)
        coder.field(9, "instance", omittable: &instance)
    }
}
