import Foundation
import Kernel
import KernelTesting
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Taking reports and notes away")
struct TakingPagesAway {
    @Test(.shows("J-463")) func `a child's progress is a report for a teacher, each bar beside its number`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, pdf) = try await family.file("{\"kind\":\"progress\",\"thing\":\"\(family.home.child.text)\"}")
            #expect(facts["name"].string == "Ada_ progress report.pdf")
            let text = try Validator.text(ofPDF: pdf)
            // Columns are as wide as this version of pdftotext draws them: one space says that there is one.
            let lines = text.split(separator: "\n").map {
                $0.split(whereSeparator: { $0 == " " || $0 == "\u{C}" }).joined(separator: " ")
            }
            try expectGolden(lines.filter { !$0.isEmpty }.joined(separator: "\n") + "\n", "progress-report.txt")
            // Nothing of when the child was born, and nothing that was written for the family alone.
            for word in ["bedtime", "2021", "years"] { #expect(!text.contains(word), "\(word)") }
        }
    }

    @Test func `without consent the report says that nothing is measured, and shows no number`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            _ = try await fixture.pool.using(family.home.id) {
                try await $0.perform([.studio(.withdrawConsent(.analysis, nil))], as: family.home.author)
            }
            let (_, pdf) = try await family.file("{\"kind\":\"progress\",\"thing\":\"\(family.home.child.text)\"}")
            let text = try Validator.text(ofPDF: pdf)
            #expect(text.contains("nobody has agreed to it") && !text.contains("Line control"))
        }
    }

    @Test(.shows("T-004", "T-202", "T-203", "T-204", "T-205"))
    func `a note is a PDF with its marks, its ink as lines and its picture, and without its place`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, pdf) = try await family.file("{\"kind\":\"note\",\"thing\":\"\(family.note.text)\"}")
            #expect(facts["name"].string == "Garden plan.pdf")
            let text = try Validator.text(ofPDF: pdf)
            for words in ["Garden plan", "Plan", "Some bold and slanted words.", "☑ dig", "☐ sow"] {
                #expect(text.contains(words), "\(words) is not in \(text)")
            }
            #expect(!text.contains("latitude") && !text.contains("52.5") && !text.contains("ink:"))
            let fonts = try Validator.words("pdffonts", on: pdf)
            #expect(fonts.contains("DejaVuSans-Bold") && fonts.contains("Oblique"))
            // The only image is the picture: the ink is not pixels.
            let images = try Validator.words("pdfimages", ["-list"], on: pdf).split(separator: "\n").dropFirst(2)
            #expect(images.count == 1 && images.first?.contains(" jpeg ") == true, "\(images)")
            let plain = try Validator.words("qpdf", ["--qdf", "--object-streams=disable"], on: pdf, then: ["-"])
            // The colour of the pen, and a line of its width that turns once.
            #expect(plain.contains(/0\.0666\d* 0\.2 0\.6666?\d* RG/), "the colour of the pen is not there")
            #expect(plain.contains(#/ m\s[-\d.]+ [-\d.]+ l\s/#))
            #expect(plain.contains("/BM /Multiply"))
        }
    }

    /// The program is given what nobody should give it.
    @Test func `descriptions that are none are refused in a sentence, and no page comes of them`() throws {
        let typeset = ExportPrograms().typeset
        try #require(FileManager.default.isExecutableFile(atPath: typeset), "\(typeset) was not built")
        func run(_ text: String) throws -> (status: Int32, out: Int, words: String) {
            let process = Process()
            process.executableURL = URL(filePath: typeset)
            let (input, output, errors) = (Pipe(), Pipe(), Pipe())
            (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
            try process.run()
            input.fileHandleForWriting.write(Data(text.utf8))
            try input.fileHandleForWriting.close()
            let out = output.fileHandleForReading.readDataToEndOfFile().count
            let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, out, words)
        }
        let head = "daybook-pages 1\n"
        for (text, words) in [
            ("", "it has no end"), ("%PDF-1.4\n", "not a description"), (head, "nothing to be set"),
            (head + "dance 3\n", "line 2 of the description: no such line: dance"),
            (head + "title 99\nshort\n", "there are not 99 bytes"), (head + "title -1\n\n", "there are not -1 bytes"),
            (head + "text shout left 0 1\nx\n", "no such style"), (head + "picture jpeg 0 5 500 1\nx\n", "cannot be set"),
            (head + "picture png 5 5 500 1\nx\n", "not a PNG"), (head + "row body 2\ncell 500 left 1\nx\n", "it has no end"),
            (head + "drawing 0 0 9 9 1 ink:1\nline 5 1 1\n", "no such part of a drawing"),
            (head + "frames 0 0 0 0 0\npage plain\n", "cannot be made"),
        ] {
            let run = try run(text)
            #expect(run.status == 1 && run.out == 0, "\(text): \(run)")
            #expect(run.words.hasPrefix("typeset: ") && run.words.contains(words), "\(text): \(run.words)")
        }
        // A JPEG that is none ends this one process, or stands in the file as it is; never in anything but its own status.
        let torn = try run(head + "page numbered\npicture jpeg 5 5 500 1\nx\n")
        #expect(torn.status == 0 && torn.out > 0 || torn.status != 0)
    }
}
