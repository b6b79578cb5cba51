import Foundation
import Runtime
import Testing

@testable import Client

@Suite("Finding a service, and what is kept of it")
struct FindingAService {
    @Test func `services with different names share no folder, and with it no token`() throws {
        let addresses = [
            "https://\u{E4}.example", "https://\u{F6}.example", "https://h/a/b", "https://h/a_b", "https://h/a/b_c",
            "https://h/a_b/c", "https://h/a_b_c", "https://h/a+b", "https://h-1/a", "https://h:1/a", "http://[::1]:80",
        ]
        let names = try addresses.map { try ServiceAddress($0).folderName }
        #expect(Set(names).count == addresses.count, "\(names)")
        #expect(names.allSatisfy { !$0.contains("/") && $0.utf8.allSatisfy { $0 < 0x80 } }, "\(names)")
    }

    @Test(arguments: [
        ("https://daybook.example.org", "https-daybook.example.org-443"),
        ("http://127.0.0.1:8080/", "http-127.0.0.1-8080"), ("https://H/a/b/", "https-h-443_a_b"),
    ])
    func `a name that says all by itself stays as it was`(address: String, name: String) throws {
        #expect(try ServiceAddress(address).folderName == name)
    }

    @Test func `what was kept of a machine with an IPv6 address before its folder was called otherwise is found`() throws {
        let root = FileManager.default.temporaryDirectory.path + "/daybook-folder-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        let address = try ServiceAddress("http://[::1]:8080")
        let former = root + "/servers/" + (try #require(address.formerFolderName))
        try FileManager.default.createDirectory(atPath: former + "/outbox", withIntermediateDirectories: true)
        let folder = ServiceFolder(of: address, in: DataDirectory(path: root))
        #expect(FileManager.default.fileExists(atPath: folder.path + "/outbox"))
        #expect(!FileManager.default.fileExists(atPath: former))
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func `what stands before a service and says that it is away is waited out`(status: Int) {
        let page = ServiceClient.Answer(status: status, type: "text/html", body: Array("<html></html>".utf8))
        let failure = ServiceClient.problem(page)
        #expect(failure.isPassing, "\(failure.message)")
        #expect(failure.message.contains(String(status)))
        let other = ServiceClient.Answer(status: 404, type: "text/html", body: page.body)
        #expect(!ServiceClient.problem(other).isPassing)
    }
}
