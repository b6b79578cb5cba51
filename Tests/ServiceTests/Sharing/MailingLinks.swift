import Foundation
import HTTPTypes
import Kernel
import KernelTesting
import Testing

@testable import Service

@Suite("Mailing links")
struct MailingLinks {
    private static func configuration(_ sink: MailSink) -> ServiceConfiguration {
        ServiceConfiguration().with(.mailServer, sink.address).with(.mailFrom, "daybook@home.example")
            .with(.mailLink, "https://daybook.home.example")
    }

    private static func body(_ home: ReadingOverHTTP.Furnished, _ more: String) -> String {
        "{\"thing\":\"\(home.notes[0].text)\"\(more)}"
    }

    @Test(.shows("J-464", "J-402")) func `a link is mailed to a grandparent, and opens what it is of until it is over`()
        async throws
    {
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                let made = try await fixture.ask(
                    .post, home.path + "/shares", Self.body(home, ",\"mailTo\":\"oma@home.example\",\"days\":3"),
                    as: home.anna.secret)
                #expect(made.status == 201 && made.json["mailed"] == .flag(true), "\(made.text)")
                let letter = try #require(sink.letters.first)
                #expect(sink.letters.count == 1 && letter.recipients.first?.contains("<oma@home.example>") == true)
                #expect(letter.header("Subject")?.contains("Note 0") == true)
                let path = try #require(made.json["path"].string)
                #expect(letter.text.contains("\nhttps://daybook.home.example" + path + "\n"))
                #expect(letter.text.contains("until 2026-11-25") && !letter.text.contains("password"))
                #expect(try await fixture.get(path).json["title"].string == "Note 0")
                fixture.wait(seconds: 3 * 86_400 + 1)
                #expect(try await fixture.get(path).problem == "noSuchLink")
                // No log has the address, or the link.
                #expect(fixture.logged.allSatisfy { !$0.contains("oma@") && !$0.contains(path) })
            }
        }
    }

    @Test func `a letter that is not taken is said, and the link is good all the same`() async throws {
        try await MailSink.open { sink in
            sink.be(.refuses("oma@home.example", code: 550))
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                let made = try await fixture.ask(
                    .post, home.path + "/shares",
                    Self.body(home, ",\"mailTo\":\"oma@home.example\",\"password\":\"lang genug 77\""),
                    as: home.anna.secret)
                #expect(made.status == 201 && made.json["mailed"] == .flag(false))
                #expect(made.json["notMailed"].string == "the mail server refused a letter with the code 550")
                #expect(try await fixture.get(try #require(made.json["path"].string)).problem == "passwordNeeded")
            }
        }
    }

    @Test func `no letter leaves without a mail server, to no address, or more than twenty in a day`() async throws {
        try await ServiceFixture.open { fixture in
            let home = try await ReadingOverHTTP.furnish(fixture)
            let answer = try await fixture.ask(
                .post, home.path + "/shares", Self.body(home, ",\"mailTo\":\"oma@home.example\""), as: home.anna.secret)
            #expect(answer.status == 422 && answer.problem == "noMail" && answer.json["field"].string == "mailTo")
            let links = try await fixture.get(home.path + "/shares", as: home.anna.secret)
            #expect(links.json.list.isEmpty)
        }
        try await MailSink.open { sink in
            try await ServiceFixture.open(Self.configuration(sink)) { fixture in
                let home = try await ReadingOverHTTP.furnish(fixture)
                for address in ["oma", "oma@a@b", "oma@home.example, opa@home.example", "-x@y", "a\\nb@c"] {
                    let answer = try await fixture.ask(
                        .post, home.path + "/shares", Self.body(home, ",\"mailTo\":\"\(address)\""), as: home.anna.secret)
                    #expect(answer.status == 422 && answer.problem == "badEmail", "\(address): \(answer.text)")
                }
                for number in 0...ShareLetter.perDay {
                    let answer = try await fixture.ask(
                        .post, home.path + "/shares", Self.body(home, ",\"mailTo\":\"oma@home.example\""), as: home.anna.secret)
                    #expect(answer.status == (number < ShareLetter.perDay ? 201 : 429), "\(number): \(answer.text)")
                }
                #expect(sink.letters.count == ShareLetter.perDay)
            }
        }
    }
}
