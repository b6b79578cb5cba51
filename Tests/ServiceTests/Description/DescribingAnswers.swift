import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Service

/// The OpenAPI document's description of answers. Every answer is checked against it wherever a test asks (`AnswerCheck`).
@Suite("Describing answers")
struct DescribingAnswers {
    private static var routes: [Route] {
        RouteTable.all.filter { if case .json = $0.answer { true } else { false } }
    }

    @Test func `every answer that is JSON has a shape, and every shape an answer`() throws {
        #expect(Set(AnswerShapes.all.keys) == Set(Self.routes.filter { $0.answerSchema == nil && $0.item == nil }.map(\.name)))
        let document = try JSONValue(answer: Array(OpenAPI.document.utf8))
        for route in Self.routes {
            let answers = document["paths"][route.path][route.method.rawValue.lowercased()]["responses"]
            let good = route.statuses.filter { $0 < 300 }
            #expect(good.count == 1, "\(route.name)")
            for status in good {
                let schema = answers[String(status)]["content"]["application/json"]["schema"]
                #expect(!schema.keys.isEmpty && schema["type"].string != "string", "\(route.name)")
            }
        }
    }

    @Test func `every part that has a name is there, and is part of something`() throws {
        let shapes = Array(AnswerShapes.all.values) + Array(AnswerShapes.components.values)
        let named = shapes.reduce(into: Set<String>()) { $0.formUnion($1.references) }
        #expect(named == Set(AnswerShapes.components.keys))
        // None is called as a field list is, for one of the two would be lost.
        #expect(named.isDisjoint(with: OpenAPI.schemas.definitions.map(\.name)))
        let schemas = try JSONValue(answer: Array(OpenAPI.document.utf8))["components"]["schemas"]
        #expect(named.isSubset(of: schemas.keys))
    }

    @Test func `a route is found as the router finds it`() {
        let (id, digest) = ("0190163d-8694-739b-aea5-966c26f8ad90", String(repeating: "a", count: 64))
        for (method, path, name) in [
            (.get, "/v1/workspaces/\(id)/notes", "listNotes"), (.get, "/v1/workspaces/\(id)/notes/\(id)?at=3", "showNote"),
            (.post, "/v1/workspaces", "createWorkspace"), (.get, "/v1/workspaces/\(id)/blobs/\(digest)/facts", "showFile"),
            (.get, "/v1/shared/\(digest)", "showShared"), (.post, "/v1/shared/\(digest)", "openShared"),
            (.get, "/v1/workspaces/\(id)/cards", nil), (.put, "/v1/workspaces", nil),
        ] as [(HTTPRequest.Method, String, String?)] {
            #expect(AnswerCheck.route(method, path)?.name == name, "\(path)")
        }
    }

    @Test func `an answer that is not as its route says is noticed wherever a test asks`() {
        let id = "0190163d-8694-739b-aea5-966c26f8ad90"
        for (status, path, body) in [
            (201, "/v1/workspaces", "{\"id\":1}"), (200, "/v1/workspaces", "{\"id\":\"\(id)\"}"),
            (201, "/v1/workspaces/\(id)/close", "{}"), (200, "/v1/nowhere", "{}"),
            (200, "/v1/workspaces/\(id)/redo", "{\"device\":\"\(id)\"}"),
            (200, "/v1/workspaces/\(id)/commands", "{\"last\":1,\"results\":null}"),
        ] {
            let answer = ServiceFixture.Answer(
                status: status, headers: [.contentType: "application/json"], bytes: Array(body.utf8))
            withKnownIssue { AnswerCheck.hold(answer, to: .post, path) }
        }
        let good = ServiceFixture.Answer(
            status: 201, headers: [.contentType: "application/json"], bytes: Array("{\"id\":\"\(id)\"}".utf8))
        AnswerCheck.hold(good, to: .post, "/v1/workspaces")
    }

    private static let page: JSONShape = .object([
        "on": .flag, "day": .orNull(.day), "things": .list(.object(["id": .id, "size": .optional(.number)])),
        "words": .map(.word(["a", "b"])), "made": .moment, "either": .oneOf([.day, .object(["other": .text])]),
        "digest": .digest, "file": .optional(.named("KeptFile")), "more": .anything,
    ])

    private static let good = """
        {"on":true,"day":null,"things":[{"id":"0190163d-8694-739b-aea5-966c26f8ad90","size":3}],"words":{"x":"a"},\
        "made":"2026-11-22T08:00:00.500000Z","either":{"other":""},"digest":"\(String(repeating: "0f", count: 32))",\
        "more":[null,1.5]}
        """

    private static func faults(_ text: String) throws -> [String] {
        var fit = ShapeFit()
        fit.hold(try JSONValue(parsing: Array(text.utf8)), against: page, at: "page", place: "page")
        return fit.faults
    }

    @Test func `what fits has no fault, and what does not is told by its place`() throws {
        #expect(try Self.faults(Self.good) == [])
        for (part, other, fault) in [
            ("true", "1", "page.on: 1 instead of true or false"),
            ("\"day\":null,", "", "page.day: missing"),
            ("\"day\":null", "\"day\":\"2026-02-30\"", "page.day: \"2026-02-30\" instead of a day"),
            ("\"size\":3", "\"size\":3.5", "page.things[0].size: 3.5 instead of a whole number"),
            ("\"size\":3", "\"size\":null", "page.things[0].size: null instead of a whole number"),
            ("\"size\":3", "\"weight\":3", "page.things[0].weight: nobody said that there is such a thing"),
            ("0190163d-", "0190163d", "page.things[0].id: \"0190163d8694-739b-aea5-966c26f8ad90\" instead of an identifier"),
            ("{\"x\":\"a\"}", "{\"x\":\"c\"}", "page.words.x: \"c\" instead of one of a, b"),
            ("{\"x\":\"a\"}", "[]", "page.words: a list instead of an object"),
            ("08:00:00.500000Z", "08:00:00.5Z", "page.made: \"2026-11-22T08:00:00.5Z\" instead of a moment"),
            ("08:00:00.500000Z", "09:00:00+01:00", "page.made: \"2026-11-22T09:00:00+01:00\" instead of a moment"),
            ("{\"other\":\"\"}", "{\"another\":\"\"}", "page.either: an object fits 0 of 2 shapes"),
            ("0f\"", "0F\"", "page.digest: \"\(String(repeating: "0f", count: 31))0F\" instead of a text like ^[0-9a-f]{64}$"),
            (
                "\"more\"", "\"file\":{\"name\":\"a\",\"type\":\"b\",\"bytes\":true,\"digest\":\"\"},\"more\"",
                "page.file.bytes: true instead of a whole number"
            ),
        ] {
            #expect(Self.good.contains(part))
            let faults = try Self.faults(Self.good.replacing(part, with: other))
            #expect(faults.contains(fault), "\(faults)")
        }
    }

    @Test func `what two shapes fit is neither, and what has no name is nothing`() {
        for (shape, fault) in [
            (.oneOf([.text, .day]), ": \"2026-11-22\" fits 2 of 2 shapes"), (.named("Nobody"), ": there is no Nobody"),
        ] as [(JSONShape, String)] {
            var fit = ShapeFit()
            fit.hold(.text("2026-11-22"), against: shape, at: "", place: "")
            #expect(fit.faults == [fault])
        }
    }

    @Test func `a shape is written as JSON Schema says it`() {
        for (shape, text) in [
            (.text, #"{"type":"string"}"#), (.orNull(.number), #"{"type":["integer","null"]}"#),
            (.orNull(.word(["a"])), #"{"type":["string","null"],"enum":["a",null]}"#), (.anything, "{}"),
            (.id, #"{"type":"string","format":"uuid"}"#), (.moment, #"{"type":"string","format":"date-time"}"#),
            (.day, #"{"type":"string","format":"date"}"#), (.flag, #"{"type":"boolean"}"#),
            (.like("^a$"), #"{"type":"string","pattern":"^a$"}"#),
            (.list(.named("X")), ##"{"type":"array","items":{"$ref":"#/components/schemas/X"}}"##),
            (.map(.flag), #"{"type":"object","additionalProperties":{"type":"boolean"}}"#),
            (.orNull(.list(.text)), #"{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}"#),
            (.oneOf([.day, .flag]), #"{"oneOf":[{"type":"string","format":"date"},{"type":"boolean"}]}"#),
            (
                .fields(["a": .text, "b": .optional(.flag)], .touched("c")),
                #"{"type":"object","required":["a","c","cBy"],"properties":{"a":{"type":"string"},"b":{"type":"boolean"},"#
                    + #""c":{"type":"string","format":"date-time"},"cBy":{"type":"string"}},"additionalProperties":false}"#
            ),
        ] as [(JSONShape, String)] {
            var json = JSONWriter()
            shape.write(to: &json)
            #expect(json.text == text)
        }
    }
}
