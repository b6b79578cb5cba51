import Foundation
import Kernel
import KernelTesting
import Publishing
import Studio
import Testing
import Workspace

@testable import Runtime
@testable import Service

@Suite("Taking timelines away")
struct TakingTimelinesAway {
    @Test(.shows("J-454", "J-804")) func `the timeline is one page that fetches nothing and runs nothing`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, html) = try await family.file("{\"kind\":\"timeline\"}")
            #expect(facts["name"].string == "Our timeline.html")
            let text = String(decoding: html, as: UTF8.self)
            #expect(text.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && text.contains("default-src 'none'"))
            #expect(text.ranges(of: "src=\"data:image/jpeg;base64,/9j/").count == 3)
            for word in ["<script", "http://", "https://", "url(", "bedtime"] { #expect(!text.contains(word), "\(word)") }
            #expect(text.contains("Łódź &amp; &lt;Zoë&gt;<br><small>3 October 2026"))
            // From the first to the last, so that one sees the child grow.
            let (first, last) = (text.range(of: "<h2>September 2026"), text.range(of: "<h2>November 2026"))
            #expect(try #require(first).lowerBound < (try #require(last).lowerBound))

            let ofMonth =
                "{\"kind\":\"timeline\",\"thing\":\"\(family.home.child.text)\",\"from\":\"2026-10-01\",\"through\":\"2026-10-31\"}"
            let (named, one) = try await family.file(ofMonth)
            #expect(named["name"].string == "Ada.html")
            #expect(String(decoding: one, as: UTF8.self).ranges(of: "data:image/jpeg").count == 1)
            let empty = try await family.order("{\"kind\":\"timeline\",\"from\":\"2030-01-01\"}")
            #expect(empty["reason"].string == "no artwork is in this timeline; choose another child or period")
        }
    }

    @Test(.enabled(if: Validator.isHere("vpxenc"), "vpx-tools is not installed"), .shows("J-454"))
    func `the timeline is a film whose length follows its pictures`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let (facts, film) = try await family.file(
                "{\"kind\":\"timeline\",\"format\":\"webm\",\"from\":\"2026-10-01\"}")
            #expect(facts["mediaType"].string == "video/webm")
            // EBML, of the kind WebM, and VP9 in it.
            #expect(film.starts(with: [0x1A, 0x45, 0xDF, 0xA3]))
            let head = String(decoding: film.prefix(600), as: UTF8.self)
            #expect(head.contains("webm") && head.contains("V_VP9"))
            // Three pages of 32 frames, and twice six that fade: ten in a second. Matroska tells milliseconds as a float.
            let seconds = try #require(Self.seconds(ofMatroska: film))
            #expect((10.5...10.9).contains(seconds), "\(seconds)")
        }
    }

    @Test func `a film in a form whose program is missing says which one, and what to install`() async throws {
        try await ServiceFixture.open { fixture in
            let family = try await TakenAwayHome.furnish(fixture)
            let view = try await fixture.pool.using(family.home.id) { await $0.view }
            let blobs = try await fixture.pool.using(family.home.id) { $0.blobs }
            func failure(_ format: ExportFormat, _ programs: ExportPrograms) throws -> String? {
                let subject: ExportOrder.Subject =
                    format == .opus || format == .pdf ? .story(family.story) : .timeline(ArtworkFilter())
                do {
                    _ = try ExportRenderer(.usual, programs: programs).file(
                        try ExportOrder(subject, as: format),
                        from: .init(view, today: TakenAwayHome.today, now: ServiceFixture.start) { try blobs.read($0) })
                    return nil
                } catch let failure as PublishingFailure {
                    return failure.message
                }
            }
            var programs = ExportPrograms()
            (programs.vpxenc, programs.ffmpeg, programs.speak) = ("/nowhere/vpxenc", "/nowhere/ffmpeg", "/nowhere/espeak-ng")
            for (format, name, package) in [
                (ExportFormat.webm, "vpxenc", "vpx-tools"), (.mp4, "ffmpeg", "ffmpeg"), (.opus, "espeak-ng", "espeak-ng"),
            ] {
                let words = try failure(format, programs)
                #expect(
                    words
                        == "this cannot be made here, because \(name) is missing; the keeper of the machine installs \(package)"
                )
            }
            // One that ends without a file, and one that is killed: neither ends anybody else.
            programs.typeset = "/bin/false"
            #expect(try failure(.pdf, programs)?.hasPrefix("the pdf file could not be made") == true)
            programs.typeset = "/bin/true"
            #expect(try failure(.pdf, programs)?.hasPrefix("the pdf file could not be made") == true)
        }
    }

    /// Element 0x4489, Duration, in milliseconds as a big-endian float of four or eight bytes.
    private static func seconds(ofMatroska film: [UInt8]) -> Double? {
        guard let at = (0..<min(film.count, 4_096) - 12).first(where: { film[$0] == 0x44 && film[$0 + 1] == 0x89 }) else {
            return nil
        }
        let count = Int(film[at + 2] & 0x7F)
        let bits = film[(at + 3)..<(at + 3 + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let value = count == 4 ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
        return value / 1_000
    }
}
