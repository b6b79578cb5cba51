package import Kernel

/// How many things an import makes; part of its report.
package struct Counts: Sendable, Equatable {
    package var folders = 0
    package var notes = 0
    package var boards = 0
    package var columns = 0
    package var cards = 0
    package var attachments = 0

    package init() {}

    package var isZero: Bool { self == Counts() }
}

/// Something the source holds that was left there; part of the report of every import.
package struct NotTaken: Sendable, Equatable, Hashable {
    /// The kind of thing, such as `embed` or `member`.
    package var what: String
    /// Its place in the source.
    package var at: String
    /// A sentence without its full stop.
    package var why: String

    package init(what: String, at: String, why: String) {
        self.what = what
        self.at = at
        self.why = why
    }

    /// As one value of the report: `{"what","where","why"}`.
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("what", what)
            json.field("where", at)
            json.field("why", why)
        }
    }
}
