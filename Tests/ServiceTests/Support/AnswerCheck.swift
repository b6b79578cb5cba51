import HTTPTypes
import Kernel
import Testing

@testable import Service

/// Holds what a test is answered against what the OpenAPI document says of it.
enum AnswerCheck {
    private static let routes = RouteTable.all.map { (route: $0, parts: $0.path.split(separator: "/")) }

    /// The route that the router takes a request to: where several fit, the one that names more of the path.
    static func route(_ method: HTTPRequest.Method, _ path: String) -> Route? {
        let parts = path.prefix { $0 != "?" }.split(separator: "/")
        let fitting = routes.filter { known in
            known.route.method == method && known.parts.count == parts.count
                && zip(known.parts, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
        }
        return fitting.min { $0.route.parameters.count < $1.route.parameters.count }?.route
    }

    /// Records where an answer with JSON to what went well is not as its route says.
    static func hold(_ answer: ServiceFixture.Answer, to method: HTTPRequest.Method, _ path: String) {
        guard (200..<300).contains(answer.status), method != .head, answer.headers[.contentType] == "application/json"
        else { return }
        guard let route = route(method, path), case .json(let status) = route.answer else {
            Issue.record("\(method) \(path) answers with JSON, and no route says so")
            return
        }
        #expect(answer.status == status.code, "\(route.name)")
        // The document is large, and the golden holds it.
        guard route.name != "describe" else { return }
        for fault in faults(in: answer, of: route) { Issue.record("\(route.name): \(fault)") }
    }

    /// Where an answer is not as its route says.
    static func faults(in answer: ServiceFixture.Answer, of route: Route) -> [String] {
        if let name = route.answerSchema { return listFault(in: answer.bytes, of: name).map { [$0] } ?? [] }
        return fit(of: answer.json, to: route).faults
    }

    static func fit(of answer: JSONValue, to route: Route) -> ShapeFit {
        var fit = ShapeFit()
        guard let shape = route.answerShape else {
            Issue.record("nobody has said what \(route.name) looks like")
            return fit
        }
        fit.hold(answer, against: shape, at: "", place: route.name)
        return fit
    }

    /// The fault that keeps bytes from being a value of a field list.
    private static func listFault(in bytes: [UInt8], of name: String) -> String? {
        do {
            switch name {
            case "CommandResults": _ = try JSONFieldReader.read(CommandResults.self, from: bytes)
            case "CommandResult": _ = try JSONFieldReader.read(CommandResult.self, from: bytes)
            case "ImportResult": _ = try JSONFieldReader.read(ImportResult.self, from: bytes)
            default: return "there is no list of fields called \(name)"
            }
            return nil
        } catch {
            return "\(error)"
        }
    }
}
