import Foundation
import Kernel
import KernelTesting
import Testing

@Suite("Telling JSON from what is none")
struct JSONTexts {
    @Test(arguments: ["{}", " {\"a\":1}\n", "{\"a\":{\"b\":[true,false,null,-0.5e+3,\"\\u00e9\\n\"]}}"])
    func `an object is one`(text: String) { #expect(JSONText.isObject(text)) }

    @Test(arguments: ["", "[]", "1", "null", "{", "{}}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":01}"])
    func `nothing else is an object`(text: String) { #expect(!JSONText.isObject(text)) }

    @Test func `a text may nest as deep as is named, and no deeper, and a million brackets do no harm`() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(JSONText.isValue(nested(JSONText.depthMax)))
        #expect(!JSONText.isValue(nested(JSONText.depthMax + 1)))
        #expect(!JSONText.isValue(nested(1_000_000)))
    }

    @Test(arguments: Seed.hundred) func `it says what Foundation says of any object, whole or damaged`(seed: Seed)
        throws
    {
        var chance = seed.chance
        func value(_ depth: Int) -> Any {
            switch chance.below(depth > 0 ? 7 : 5) {
            case 0: return chance.below(100_000) - 50_000
            case 1: return Double(chance.below(1000)) / 7
            case 2: return chance.once(in: 2)
            case 3: return NSNull()
            case 4: return ["", "a\"b\\", "é\u{1}\n", "🧵", "/"][chance.below(5)]
            case 5: return (0..<chance.below(4)).map { _ in value(depth - 1) }
            default: return ["k": value(depth - 1), "l": value(depth - 1)]
            }
        }
        let data = try JSONSerialization.data(withJSONObject: ["root": value(4)])
        #expect(JSONText.isObject(String(decoding: data, as: UTF8.self)))
        var bytes = Array(data)
        bytes.removeLast(1 + chance.below(bytes.count - 1))
        #expect(!JSONText.isObject(String(decoding: bytes, as: UTF8.self)), "cut off")
    }

    static let archive = Repository.sharedData.appending(path: "json-unicode/jsontestsuite-a.zip")

    /// N. Seriot, "Parsing JSON is a Minefield": files named y_ must be taken, files named n_ must not.
    @Test(
        .enabled(
            if: FileManager.default.fileExists(atPath: archive.path),
            "needs ../shared/data/json-unicode/jsontestsuite-a.zip"))
    func `it takes what the JSON test suite says must be taken, and nothing that must not`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "json-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let unzip = Process()
        unzip.executableURL = URL(filePath: "/usr/bin/env")
        unzip.arguments = ["unzip", "-q", Self.archive.path, "-d", folder.path]
        try unzip.run()
        unzip.waitUntilExit()
        try #require(unzip.terminationStatus == 0)
        var (taken, refused) = (0, 0)
        let names = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        for case let file as URL in names where file.pathExtension == "json" {
            let name = file.lastPathComponent
            guard name.hasPrefix("y_") || name.hasPrefix("n_") else { continue }
            // Bytes that are not UTF-8 are not text, and never come as far as this.
            let text = String(validating: try Data(contentsOf: file), as: UTF8.self)
            let isTaken = text.map { JSONText.isValue($0) } ?? false
            #expect(isTaken == name.hasPrefix("y_"), "\(name)")
            if isTaken { taken += 1 } else { refused += 1 }
        }
        #expect(taken > 30 && refused > 50, "\(taken) taken, \(refused) refused")
    }
}
