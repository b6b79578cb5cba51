package import NIOHTTP1

/// A question as it goes over the wire, below the address of its provider.
package struct WireRequest: Sendable, Equatable {
    package var path: String
    /// Without the key.
    package var headers: [(name: String, value: String)]
    package var body: [UInt8]

    package init(path: String, json: [UInt8]) {
        self.init(path: path, type: "application/json", body: json)
    }

    package init(path: String, type: String, body: [UInt8]) {
        self.path = path
        headers = [("Content-Type", type)]
        self.body = body
    }

    package static func == (a: Self, b: Self) -> Bool {
        a.path == b.path && a.body == b.body && a.headers.elementsEqual(b.headers) { $0 == $1 }
    }
}

/// An answer as it came.
package struct WireAnswer: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: [UInt8]
    /// Questions that it took, this one included.
    package var tries = 1

    /// Without parameters, in lower case.
    var type: String {
        let whole = headers.first(name: "Content-Type") ?? ""
        return whole.prefix { $0 != ";" }.trimmingPrefix(" ").lowercased()
    }

    /// The provider's name for the answer; empty where it gave none.
    package var requestID: String {
        String((headers.first(name: "x-request-id") ?? headers.first(name: "request-id") ?? "").prefix(100))
    }
}
