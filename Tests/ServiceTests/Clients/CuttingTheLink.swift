import Foundation
import Kernel
import KernelTesting
import Notes
import Testing
import Workspace

@testable import Service
@testable import WebCore

/// Where a network can fail while a change is sent: within the request, and within its answer.
@Suite("Cutting the link at every byte of an exchange")
struct CuttingTheLink {
    private static let note = NoteID(hi: 0x1, lo: 1)

    /// Adds a line at the end of the note, on the device alone.
    private func write(_ line: Int, in tab: inout BrowserTab) throws {
        var core = tab.core
        let body = try #require(core.view.notes.notes[Self.note]?.body)
        let end = TextRun(position: body.string.unicodeScalars.count, deleteCount: 0, insertion: "\(line)\n")
        let edit = TextEdit(parents: [body.clock.revision], runs: [end])
        let done = try tab.perform([.notes(.editNote(Self.note, edit))], as: BatchID(hi: 2, lo: UInt64(line + 1)))
        try #require(done.kind == "kept", "\(done)")
    }

    private func text(_ tab: BrowserTab) -> String? {
        var core = tab.core
        return core.view.notes.notes[Self.note]?.body.string
    }

    private func lines(_ count: Int) -> String { (0..<count).map { "\($0)\n" }.joined() }

    /// One device with a note, and a second one of the same person.
    private func scene(_ body: @escaping @Sendable (UInt16, BrowserTab, BrowserTab) async throws -> Void) async throws {
        let configuration = ServiceConfiguration().with(.requestsPerMinute, 1_000_000)
        try await ServiceFixture.open(configuration, in: nil, .live) { fixture in
            let anna = try await fixture.visitor("anna")
            let home = try await fixture.workspace(of: anna)
            var first = try await BrowserTab(fixture, home, of: anna)
            let second = try await BrowserTab(fixture, home, of: try await fixture.anotherDevice(of: anna))
            _ = try first.perform(
                [.notes(.createNote(Self.note, title: nil, body: "", in: nil))], as: BatchID(hi: 1, lo: 1))
            try await first.sync()
            try await body(try #require(fixture.port), first, second)
        }
    }

    @Test(.shows("N-403.5"))
    func `of a request, the change is there once whatever arrived of it`() async throws {
        try await scene { port, first, second in
            var (first, second) = (first, second)
            var cut = 0
            while true {
                try write(cut, in: &first)
                let whole = try #require(try await first.send(carrying: cut, to: port))
                // The network is back: what waits goes again, whether or not it had arrived.
                try await first.sync()
                cut += 1
                if cut > whole { break }
            }
            #expect(cut > 400)
            try await second.sync()
            #expect(text(first) == lines(cut) && text(second) == lines(cut))
            #expect(try first.outbox().isEmpty)
        }
    }

    @Test(.shows("N-403.5"))
    func `of an answer, the change is there once whatever arrived of it`() async throws {
        try await scene { _, first, second in
            var (first, second) = (first, second)
            var cut = 0
            while true {
                try write(cut, in: &first)
                let (whole, kind) = try #require(try await first.send(hearing: cut))
                #expect((kind == "settled") == (cut >= whole), "\(kind) after \(cut) of \(whole) bytes")
                try await first.sync()
                cut += 1
                if cut > whole { break }
            }
            #expect(cut > 50)
            try await second.sync()
            #expect(text(first) == lines(cut) && text(second) == lines(cut))
            #expect(try first.outbox().isEmpty)
        }
    }
}
