import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Making and changing things in one request")
struct ChangingResources {
    private func field(_ name: String) throws -> HTTPField.Name { try #require(HTTPField.Name(name)) }

    @Test func `a note is made, changed, found and put into the trash with curl's own words`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> ServiceFixture.Answer
            {
                try await fixture.ask(method, home.path + path, body, as: home.anna.secret)
            }
            let folder = try await ask(.post, "/folders", #"{"name":"Allotment"}"#)
            #expect(folder.status == 201 && folder.json["name"].string == "Allotment", "\(folder.text)")
            let id = try #require(folder.json["id"].string)
            let made = try await ask(
                .post, "/notes",
                "{\"title\":\"Plan\",\"body\":\"one\\ntwo\\n\",\"folder\":\"\(id)\",\"tags\":[\"home\",\"home\"]}")
            #expect(made.status == 201 && made.json["tags"].list.compactMap(\.string) == ["home"], "\(made.text)")
            #expect(made.json["path"].string == "Allotment" || made.json["path"].string == "Allotment/Plan")
            let note = try #require(made.json["id"].string)
            #expect(made.headers[.location] == home.path + "/notes/" + note)
            let before = try await fixture.pool.using(home.id) { await $0.lastSequence }
            let changed = try await ask(
                .patch, "/notes/" + note, #"{"body":"one\ntwo and a half\n","tags":["garden"],"pinned":true}"#)
            #expect(
                changed.status == 200 && changed.json["body"].string == "one\ntwo and a half\n"
                    && changed.json["pinned"] == .flag(true))
            #expect(changed.json["tags"].list.compactMap(\.string) == ["garden"] && changed.json["title"].string == "Plan")
            // Only what differs is recorded.
            let audit = try await ask(.get, "/audit?kind=note%20edited&after=\(before)")
            let runs = try #require(audit.json.list.first)["event"]["edit"]["runs"].list
            #expect(runs.count == 1 && runs[0]["insertion"].string == " and a half")
            // The same once more changes nothing.
            let last = try await fixture.pool.using(home.id) { await $0.lastSequence }
            _ = try await ask(.patch, "/notes/" + note, #"{"body":"one\ntwo and a half\n","tags":["garden"],"pinned":true}"#)
            #expect(try await fixture.pool.using(home.id) { await $0.lastSequence } == last)
            let moved = try await ask(.patch, "/notes/" + note, #"{"folder":null,"title":null}"#)
            #expect(moved.json["folder"] == .null && moved.json["title"].string == "Untitled Note")
            #expect(try await ask(.delete, "/notes/" + note).status == 204)
            #expect(try await ask(.get, "/notes/" + note).json["trashed"] == .flag(true))
            let gone = try await ask(.delete, "/folders/" + id)
            #expect(gone.status == 204)
        }
    }

    @Test func `the same request under one key is done once, and another one under it is refused`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let name = try field("Idempotency-Key")
            func post(_ path: String, _ body: String) async throws -> ServiceFixture.Answer {
                let key = HTTPFields([HTTPField(name: name, value: "k" + path)])
                return try await fixture.ask(.post, home.path + path, body, as: home.anna.secret, headers: key)
            }
            for (path, body, other) in [
                ("/notes", #"{"title":"Once","body":"x"}"#, #"{"title":"Twice"}"#),
                ("/folders", #"{"name":"F"}"#, #"{"name":"G"}"#), ("/items", #"{"text":"milk"}"#, #"{"text":"eggs"}"#),
                ("/boards", #"{"title":"B"}"#, #"{"title":"C"}"#), ("/cards", #"{"title":"C"}"#, #"{"title":"D"}"#),
            ] {
                let (first, second) = (try await post(path, body), try await post(path, body))
                #expect(first.status == 201 && second.status == 201, "\(path) \(first.text) \(second.text)")
                #expect(first.json["id"].string == second.json["id"].string && first.json["id"].string != nil)
                let third = try await post(path, other)
                #expect(third.status == 409 && third.problem == "idempotencyKeyTaken", "\(path) \(third.text)")
            }
        }
    }

    @Test func `a change on what one saw is refused once somebody else changed it, and nothing else counts`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func ask(
                _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, seen: String? = nil
            ) async throws -> ServiceFixture.Answer {
                var headers: HTTPFields = [:]
                if let seen { headers[.ifMatch] = seen }
                return try await fixture.ask(method, home.path + path, body, as: home.anna.secret, headers: headers)
            }
            let made = try await ask(.post, "/notes", #"{"title":"Plan","body":"a"}"#)
            let path = "/notes/" + (made.json["id"].string ?? "")
            let seen = try #require(try await ask(.get, path).headers[.eTag])
            // Something else happens meanwhile.
            _ = try await ask(.post, "/items", #"{"text":"milk"}"#)
            let changed = try await ask(.patch, path, #"{"body":"b"}"#, seen: seen)
            #expect(changed.status == 200, "\(changed.text)")
            let late = try await ask(.patch, path, #"{"body":"c"}"#, seen: seen)
            #expect(late.status == 412 && late.problem == "changedMeanwhile")
            #expect(try await ask(.delete, path, seen: seen).status == 412)
            let tag = try #require(changed.headers[.eTag])
            #expect(try await ask(.patch, path, #"{"body":"c"}"#, seen: tag).status == 200)
            #expect(try await ask(.patch, path, #"{"body":"d"}"#, seen: "\"x\"").problem == "badIfMatch")
        }
    }

    @Test func `only a tag of records that are there counts, and that of a change is the one that is shown`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let made = try await fixture.ask(.post, home.path + "/notes", #"{"title":"Plan","body":"a"}"#, as: home.anna.secret)
            let path = home.path + "/notes/" + (made.json["id"].string ?? "")
            // The name of who wrote is recorded after the first change.
            let tag = try #require(
                try await fixture.ask(.patch, path, #"{"body":"b"}"#, as: home.anna.secret).headers[.eTag])
            #expect(try await fixture.get(path, as: home.anna.secret).headers[.eTag] == tag)
            let parts = tag.dropFirst().dropLast().split(separator: "-")
            let sequence = try #require(UInt64(parts[0]))
            func tagged(_ sequence: UInt64, _ history: Substring) -> String {
                "\"" + ([Substring("\(sequence)"), history] + parts[2...]).joined(separator: "-") + "\""
            }
            func change(seeing seen: String) async throws -> ServiceFixture.Answer {
                try await fixture.ask(.patch, path, #"{"body":"lost"}"#, as: home.anna.secret, headers: [.ifMatch: seen])
            }
            for gone in [tagged(sequence + 1, parts[1]), tagged(.max, parts[1]), tagged(sequence, "00000000")] {
                let answer = try await change(seeing: gone)
                #expect(answer.status == 412 && answer.problem == "changedMeanwhile", "\(gone) \(answer.text)")
            }
            for none in ["W/" + tag, "\"\(sequence)\"", "\(sequence)", "abc\(sequence)", "W/\"x-\(sequence)\""] {
                let answer = try await change(seeing: none)
                #expect(answer.status == 400 && answer.problem == "badIfMatch", "\(none) \(answer.text)")
            }
            #expect(try await fixture.get(path, as: home.anna.secret).json["body"].string == "b")
            let compressed = tag.dropLast() + "-gzip\""
            #expect(try await change(seeing: "\"x\", " + compressed).status == 200)
        }
    }

    @Test func `what is made under an identifier that is given already is that very thing, or is refused`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> ServiceFixture.Answer
            {
                try await fixture.ask(method, home.path + path, body, as: home.anna.secret)
            }
            let board = try await ask(.post, "/boards", #"{"title":"House","columns":["Next","Done"]}"#)
            let (boardID, next) = (board.json["id"].string ?? "", board.json["columns"].list[1]["id"].string ?? "")
            let columns = "/boards/\(boardID)/columns"
            let cases: [(path: String, field: String, body: String, others: [String], change: String)] = [
                (
                    "/notes", "note", #""title":"Plan","body":"a\n","tags":["b","a"]"#,
                    [#""title":"Plan""#, #""title":"Plan","body":"b","tags":["a","b"]"#, #""title":"Plan","body":"a\n""#],
                    #"{"body":"A"}"#
                ),
                ("/folders", "folder", #""name":"Allotment""#, [#""name":"Garden""#], #"{"name":"Allotments"}"#),
                (
                    "/boards", "board", #""title":"B","columns":["x"]"#, [#""title":"C","columns":["x"]"#, #""title":"B""#],
                    #"{"title":"Boards"}"#
                ),
                (
                    columns, "column", #""name":"Waiting","before":"\#(next)""#,
                    [#""name":"Waiting""#, #""name":"Later","before":"\#(next)""#], ""
                ),
                (
                    "/cards", "card",
                    #""title":"Paint","board":"\#(boardID)","description":"white","due":"2026-12-01","tags":[" home "]"#,
                    [
                        #""title":"Paint","board":"\#(boardID)","description":"white","due":"2026-12-02","tags":["home"]"#,
                        #""title":"Paint","column":"\#(next)","description":"white","due":"2026-12-01","tags":["home"]"#,
                        #""title":"Paint","description":"white","due":"2026-12-01","tags":["Home"]"#,
                        #""title":"Paint","description":"white","due":"2026-12-01","priority":"high","tags":["home"]"#,
                    ], #"{"description":"off-white","tags":[]}"#
                ),
                (
                    "/items", "item", #""text":" milk","task":true,"tags":["food"]"#,
                    [#""text":"milk","task":true,"tags":["food"]"#, #""text":" milk","tags":["food"]"#], #"{"text":"eggs"}"#
                ),
            ]
            for (number, one) in cases.enumerated() {
                let id = "0190163d-8694-739b-aea5-966c26f8ad9\(number)"
                let asked = "{\"\(one.field)\":\"\(id)\",\(one.body)}"
                let status = one.change.isEmpty ? 200 : 201
                for turn in ["first", "again"] {
                    let made = try await ask(.post, one.path, asked)
                    #expect(made.status == status, "\(one.path) \(turn) \(made.text)")
                }
                func refuseOthers(_ when: String) async throws {
                    for other in one.others {
                        let refused = try await ask(.post, one.path, "{\"\(one.field)\":\"\(id)\",\(other)}")
                        #expect(
                            refused.status == 409 && refused.problem == "identifierTaken"
                                && refused.json["field"].string == one.field && refused.text.contains(id),
                            "\(when) \(one.path) \(other) \(refused.text)")
                    }
                }
                try await refuseOthers("while it is there")
                guard !one.change.isEmpty else { continue }
                // A request that comes late, when the thing was changed already, is answered all the same.
                let changed = try await ask(.patch, one.path + "/" + id, one.change)
                #expect(changed.status == 200, "\(one.path) \(changed.text)")
                #expect(try await ask(.post, one.path, asked).status == 201, "\(one.path)")
                try await refuseOthers("changed")
                #expect(try await ask(.delete, one.path + "/" + id).status == 204)
                try await refuseOthers("in the trash")
            }
        }
    }

    @Test func `cards and items are made and changed with all they are about`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String? = nil) async throws -> ServiceFixture.Answer
            {
                try await fixture.ask(method, home.path + path, body, as: home.anna.secret)
            }
            let board = try await ask(.post, "/boards", #"{"title":"House","columns":["Next","Done"]}"#)
            #expect(board.json["columns"].list.compactMap { $0["name"].string } == ["Next", "Done"], "\(board.text)")
            let boardID = board.json["id"].string ?? ""
            let wider = try await ask(
                .post, "/boards/\(boardID)/columns",
                "{\"name\":\"Waiting\",\"before\":\"\(board.json["columns"].list[1]["id"].string ?? "")\"}")
            #expect(
                wider.json["columns"].list.compactMap { $0["name"].string } == ["Next", "Waiting", "Done"], "\(wider.text)")
            let card = try await ask(
                .post, "/cards",
                "{\"title\":\"Paint\",\"board\":\"\(boardID)\",\"description\":\"white\",\"due\":\"2026-12-01\",\"priority\":\"high\",\"tags\":[\"home\"]}"
            )
            #expect(
                card.status == 201 && card.json["due"].string == "2026-12-01" && card.json["priority"].string == "high",
                "\(card.text)")
            let cardPath = "/cards/" + (card.json["id"].string ?? "")
            let moved = try await ask(
                .patch, cardPath,
                "{\"column\":\"\(wider.json["columns"].list[2]["id"].string ?? "")\",\"due\":null,\"tags\":[],\"description\":\"off-white\"}"
            )
            #expect(moved.status == 200 && moved.json["due"] == .null && moved.json["tags"].list.isEmpty, "\(moved.text)")
            #expect(try await ask(.delete, cardPath).status == 204)
            #expect(
                try await ask(.patch, "/boards/" + boardID, #"{"title":"Home","archived":true}"#).json["title"].string == "Home"
            )
            #expect(try await ask(.delete, "/boards/" + boardID).status == 204)

            let item = try await ask(
                .post, "/items", #"{"text":"  call  mum","task":true,"starred":true,"followUp":"2026-12-02","tags":["family"]}"#
            )
            #expect(
                item.status == 201 && item.json["content"].string == "  call  mum" && item.json["starred"] == .flag(true),
                "\(item.text)")
            let itemPath = "/items/" + (item.json["id"].string ?? "")
            let done = try await ask(.patch, itemPath, #"{"completed":true,"followUp":null,"starred":false}"#)
            #expect(done.json["completed"].string != nil && done.json["followUp"] == .null, "\(done.text)")
            #expect(try await ask(.delete, itemPath).status == 204)
        }
    }

    @Test func `who may not write changes nothing, and what is wrong is named`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let viewer = try await fixture.visitor("vera")
            try await fixture.keeps(.addMember(home.id, viewer.user, role: .viewer, reach: .everything), as: home.author)
            for (path, body) in [
                ("/notes", "{}"), ("/folders", #"{"name":"X"}"#), ("/items", #"{"text":"x"}"#), ("/boards", #"{"title":"x"}"#),
            ] {
                let refused = try await fixture.ask(.post, home.path + path, body, as: viewer.secret)
                #expect(refused.status == 403, "\(path) \(refused.text)")
            }
            func problem(_ method: HTTPRequest.Method, _ path: String, _ body: String) async throws -> String? {
                try await fixture.ask(method, home.path + path, body, as: home.anna.secret).problem
            }
            #expect(try await problem(.post, "/notes", #"{"titel":"x"}"#) == "unknownField")
            #expect(try await problem(.post, "/folders", "{}") == "missingField")
            #expect(try await problem(.post, "/notes", #"{"tags":[" "]}"#) == "badName")
            #expect(
                try await problem(.patch, "/notes/0190163d-8694-739b-aea5-966c26f8ad90", #"{"title":"x"}"#) == "noSuchThing")
            #expect(try await problem(.post, "/cards", #"{"title":"x","priority":"huge"}"#) == "badField")
        }
    }
}
