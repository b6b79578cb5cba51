import Foundation
import KernelTesting
import Testing

@Suite("The tour")
struct TheTour {
    @Test func `shows the main job from import to proof, and leaves nothing behind`() throws {
        try inScratch { daybook in
            let run = try daybook.run(["tour"], environment: ["TMPDIR": daybook.scratch.path])
            #expect(run.status == 0, "\(run.err)")
            for part in [
                "$ daybook import", "$ daybook show folders", "$ daybook capture", "$ daybook show inbox",
                "$ daybook show plan", "$ daybook show gallery", "$ daybook show timeline", "$ daybook move card",
                "$ daybook edit note",
                "$ daybook history", "--at", "$ daybook audit", "$ daybook undo", "$ daybook redo", "$ daybook replay",
                "$ daybook snapshot check", "$ daybook verify", "chain head",
            ] {
                #expect(run.text.contains(part), "the tour does not show \(part)")
            }
            for section in run.text.components(separatedBy: "\n\n   $ ") {
                #expect(section.split(separator: "\n").count < 80, "a step is longer than two screens")
            }
            let digests = run.text.matches(of: /digest ([0-9a-f]{64})/).map { String($0.1) }
            #expect(digests.count == 2)
            #expect(Set(digests).count == 1)
            let left = try FileTree(daybook.scratch).names.filter { !$0.hasPrefix(".") }
            #expect(left.isEmpty, "\(left)")
        }
    }

    @Test func `reads the same every time, but for times and ids`() throws {
        try inScratch { daybook in
            let place = daybook.scratch.appending(path: "tour").path
            let run = try daybook.run(["tour", "--keep", place])
            #expect(run.status == 0, "\(run.err)")
            let text = Normalised.text(of: run.text).replacing(place, with: "TOUR")
                // The drawings are dated today.
                .replacing(/\d{4}-\d\d-\d\d(?= {2})/, with: "TODAY")
                .replacing(/\n     \d{4}\n       [A-Z][a-z]+\n/, with: "\n     YEAR\n       MONTH\n")
                .replacing(/in \d+\.\d+ s: \d+ events\/s/, with: "in SECONDS: RATE events/s")
                .replacing(/anna on \S+/, with: "anna on DEVICE").replacing(/,anna,[^\n]*/, with: ",anna,…")
            try expectGolden(text, "tour.txt")
            let kept = try daybook.run(["--data", place + "/data", "show", "folders"])
            #expect(kept.status == 0)
            #expect(try daybook.run(["tour", "--keep", place]).status == 3)
        }
    }

    @Test func `is there for programs too`() throws {
        try inScratch { daybook in
            let report = try daybook.run(["tour", "--json"], environment: ["TMPDIR": daybook.scratch.path]).json()
            #expect(report["steps"].array.count >= 8)
            for step in report["steps"].array {
                #expect(step.keys == ["commands", "says", "step"])
                #expect(!step["commands"].array.isEmpty)
            }
        }
    }
}
