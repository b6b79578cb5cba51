package import Kernel

/// The number of things of each kind that an import makes; part of its report.
package struct Counts: Sendable, Equatable {
    package var folders = 0
    package var notes = 0
    package var boards = 0
    package var columns = 0
    package var cards = 0
    package var plans = 0
    package var items = 0
    package var attachments = 0
    package var children = 0
    package var artworks = 0

    package init() {}

    package var isZero: Bool { self == Counts() }
}

/// Something the source holds that was left there; part of the report of every import.
package struct ImportWarning: Sendable, Equatable, Hashable {
    /// The kind of thing, such as `embed` or `member`.
    package var what: String
    /// Its place in the source.
    package var at: String
    /// A sentence without its full stop.
    package var why: String
    /// True if the machine kept it back rather than a rule: the source is not what it should be, and trying again may
    /// help.
    package var isUnreadable = false

    package init(what: String, at: String, why: String) {
        self.what = what
        self.at = at
        self.why = why
    }

    /// An entry that exists and cannot be read, with the system's reason.
    package init(unreadable what: String, at: String, reason: String) {
        self.init(what: what, at: at, why: "it cannot be read: \(reason)")
        isUnreadable = true
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
