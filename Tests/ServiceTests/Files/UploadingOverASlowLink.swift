import Foundation
import KernelTesting
import Testing

@testable import Service

/// A link is as slow as what is sent over it: bytes and turns are counted, and nobody waits.
@Suite("Uploading over a slow link")
struct UploadingOverASlowLink {
    /// 4G as the requirement has it: 12 megabits a second upwards, 50 ms from here to there and back.
    private static func seconds(of traffic: Middleman.Traffic) -> Double {
        // Each request is a turn, and each has a connection of its own behind a middleman: one more, and two with TLS 1.3.
        Double((traffic.sent + traffic.received) * 8) / 12_000_000 + Double(traffic.requests) * 3 * 0.05
    }

    @Test(.shows("J-502"))
    func `a photo of five megabytes is on the service within ten seconds of 4G`() throws {
        let rig = try ClientRig()
        let middleman = try Middleman(to: rig.program.port)
        defer { middleman.stop() }
        let client = CommandLine(
            data: rig.clients[0].data + "-behind", environment: ["DAYBOOK_SERVER": "http://127.0.0.1:\(middleman.port)"])
        defer { try? FileManager.default.removeItem(atPath: client.data) }
        try client.done("sign-in", "anna@example.org", input: ClientRig.password + "\n")
        try client.done("add", "note", "Fridge")
        let photo = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let file = client.data + "/photo.bin"
        try Data(photo).write(to: URL(filePath: file))

        let before = middleman.traffic
        try client.done("attach", file, "--to", "Fridge")
        let traffic = middleman.traffic.since(before)
        #expect(traffic.sent > photo.count)
        // Nothing is sent twice, and little beside the photo itself.
        #expect(traffic.sent + traffic.received < photo.count + photo.count / 20, "\(traffic)")
        let seconds = Self.seconds(of: traffic)
        print("a photo of 5 MB: \(traffic), \(seconds) s over 4G")
        #expect(seconds < 10, "\(traffic)")
    }
}
