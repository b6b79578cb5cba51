import Foundation
import Kernel
import KernelTesting
import Testing

@testable import Service

/// A letter as another program reads it, and when one is due.
@Suite("Writing letters")
struct WritingLetters {
    private func message(subject: String, text: String = "Hello.\n") -> MailMessage {
        MailMessage(
            from: "daybook@example.org", to: "anna@example.org", subject: subject, date: ServiceFixture.start,
            identifier: "week-1@example.org", text: text, unsubscribe: "https://daybook.example.org/v1/unsubscribe?user=1")
    }

    /// The message as Python's library for mail reads it: its headers in their order, subject and text.
    private func read(_ message: MailMessage) throws -> JSONValue {
        let script = """
            import email, email.policy, json, sys
            m = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.SMTP)
            print(json.dumps({"headers": list(m.keys()), "subject": m["Subject"], "to": m["To"], "date": str(m["Date"].datetime),
              "text": m.get_content(), "defects": [str(d) for d in m.defects] + [str(d) for h in m.values() for d in h.defects]}))
            """
        let place = FileManager.default.temporaryDirectory.appending(path: "daybook-letter-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        try Data(message.bytes).write(to: place)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", script]
        process.standardInput = try FileHandle(forReadingFrom: place)
        let out = Pipe()
        process.standardOutput = out
        try process.run()
        let said = out.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return try JSONValue(parsing: Array(said))
    }

    @Test(
        .shows("J-212"),
        arguments: [
            "Ada: the week of 2026-11-16", "Zoë, 安娜: the week of 2026-11-16",
            String(repeating: "Łódź 🎨👩‍👩‍👧 ", count: 30), String(repeating: "a long name ", count: 80), "=?UTF-8?B?AAAA?=", "",
        ])
    func `whatever children are called, another program reads the letter as it was meant`(subject: String) throws {
        let text = "* Zoë — 安娜 🎨\n.\n..\n\u{0}" + String(repeating: "x", count: 2_000) + "\n"
        let letter = message(subject: subject, text: text)
        let read = try read(letter)
        #expect(read["subject"].string == subject)
        #expect(read["text"].string == text)
        #expect(read["to"].string == "<anna@example.org>" || read["to"].string == "anna@example.org")
        #expect(read["date"].string == "2026-11-22 08:00:00+00:00")
        #expect(read["defects"].list.isEmpty, "\(read)")
        let lines = String(decoding: letter.bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 998 && $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test(
        .shows("J-212"),
        arguments: [
            "Ada\r\nBcc: everybody@example.org", "Ada\nBcc: everybody@example.org", "Ada\r\n\r\nAnother letter",
            "A\u{2028}B\u{85}C\u{0}",
        ])
    func `a line break in a name begins no header and no letter`(subject: String) throws {
        let read = try read(message(subject: subject))
        #expect(
            read["headers"].list.compactMap(\.string) == [
                "From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
                "Auto-Submitted", "List-Unsubscribe", "List-Unsubscribe-Post",
            ])
        #expect(read["text"].string == "Hello.\n")
        #expect(read["defects"].list.isEmpty, "\(read)")
    }

    @Test func `an address that could end an envelope is written to by nobody`() {
        for good in ["anna@example.org", "anna+week@example.org", "a'b@example.org", "安娜@example.org"] {
            #expect(MailMessage.isMailable(good), "\(good)")
        }
        for bad in [
            "", "anna", "@example.org", "anna@", "a@b@c", "a>b@example.org", "a\r\nDATA@example.org", "a b@example.org",
            "-o@example.org", "a,b@example.org", "\"a\"@example.org", "a\\@example.org",
        ] {
            #expect(!MailMessage.isMailable(bad), "\(bad)")
        }
    }

    @Test(arguments: [
        ("2026-11-23T07:59:59Z", "UTC", "2026-11-09"), ("2026-11-23T08:00:00Z", "UTC", "2026-11-16"),
        ("2026-11-29T23:59:59Z", "UTC", "2026-11-16"), ("2026-11-23T12:59:59Z", "America/New_York", "2026-11-09"),
        ("2026-11-23T13:00:00Z", "America/New_York", "2026-11-16"), ("2026-11-22T22:59:59Z", "Asia/Tokyo", "2026-11-09"),
        ("2026-11-22T23:00:00Z", "Asia/Tokyo", "2026-11-16"),
        // The day after the clocks were put forward.
        ("2026-03-30T05:59:59Z", "Europe/Berlin", "2026-03-16"), ("2026-03-30T06:00:00Z", "Europe/Berlin", "2026-03-23"),
        ("2026-11-23T08:00:00Z", "Nowhere/AtAll", "2026-11-16"),
    ])
    func `a summary is due on the day and at the hour that are set, where its reader is`(
        now: String, zone: String, monday: String
    ) throws {
        let now = try #require(Instant(text: now))
        let usual = SummarySchedule(ServiceConfiguration())
        #expect(usual.monday(at: now, in: SummarySchedule.zone(zone)).text == monday)
        // Two days and three hours later the same, with other settings.
        let other = SummarySchedule(ServiceConfiguration().with(.mailDay, "wednesday").with(.mailHour, 11))
        let later = Instant(microseconds: now.microseconds + 51 * 3_600_000_000)
        #expect(other.monday(at: later, in: SummarySchedule.zone(zone)).text == monday)
    }

    @Test func `nothing of a letter stays in memory, whether it was handed over or not`() async throws {
        let sound = ServiceConfiguration().with(.mailServer, "smtp://localhost:587").with(.mailFrom, "d@example.org")
        let before = try PicturingFiles.memoryFiles(named: "daybook-letter")
        for (program, isTaken) in [("/bin/true", true), ("/bin/false", false), ("/nowhere/curl", false)] {
            let relay = try #require(try MailRelay(sound, curl: program))
            for _ in 0..<15 {
                let taken: Void? = try? await relay.send(message(subject: "Ada"))
                #expect((taken != nil) == isTaken, "\(program)")
            }
            try await relay.stop()
        }
        // Others may be sending at this moment, but not forty-five.
        #expect(try PicturingFiles.memoryFiles(named: "daybook-letter") < before + 45)
    }

    @Test func `settings of mail that do not belong together are named`() throws {
        let sound = ServiceConfiguration().with(.mailServer, "smtp://mail.example.org:587").with(.mailFrom, "d@example.org")
        #expect(try MailRelay(ServiceConfiguration()) == nil)
        #expect(try MailRelay(sound) != nil)
        let wrong: [(Setting, String)] = [
            (.mailServer, "mail.example.org"), (.mailServer, "http://mail.example.org"), (.mailServer, "smtp://a@b/"),
            (.mailServer, "smtp://mail.example.org/path"), (.mailFrom, ""), (.mailFrom, "Daybook <d@example.org>"),
            (.mailUser, "anna"), (.mailUser, "a:b"), (.mailPassword, "secret"), (.mailTrust, "a\nuser = \"x:y\""),
        ]
        for (setting, value) in wrong {
            let expected = setting == .mailPassword ? Setting.mailUser : setting
            #expect(throws: ConfigurationFault.badMail(expected), "\(setting) \(value)") {
                _ = try MailRelay(sound.with(setting, value))
            }
            let told = ConfigurationFault.badMail(expected).message
            #expect(told.contains(expected.key) && !told.contains("secret"))
        }
    }

    @Test(arguments: ["http://daybook.example.org", "https://daybook.example.org/", "daybook.example.org", "https://a b"])
    func `a link that people could not follow is refused at the start`(link: String) async throws {
        await #expect(throws: ConfigurationFault.badMail(.mailLink)) {
            try await ServiceFixture.open(ServiceConfiguration().with(.mailLink, link)) { _ in }
        }
    }
}
