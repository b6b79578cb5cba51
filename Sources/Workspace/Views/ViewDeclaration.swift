package import Kernel
package import Notes
package import Studio

/// A view that can be asked for by its path: who may see it, what its query says, and how it is made.
///
/// The service's routes, `daybook show`, the records of views that regression tests keep, the test of who may do what and
/// the core in a browser read `ViewCatalogue.all`, a list of these.
package struct ViewDeclaration: Sendable {
    /// Below a workspace, with `{name}` for identifiers, such as `/boards/{board}/archive`.
    package let path: String
    /// The name of the view in the OpenAPI document; each once.
    package let name: String
    package let summary: String
    /// All must be allowed to be read.
    package let areas: [RequiredPermission.Area]
    package let child: ChildSelector
    package let query: [FieldShape]
    /// It is for plans with early features.
    package let isEarly: Bool
    package let record: ViewRecordName?
    private let make: @Sendable (inout ViewRequest, inout ViewOutput) throws(ViewFault) -> Bool

    /// - Parameter make: nil where there is no such thing to be seen.
    package init<Reading: CanonicalView & SendableMetatype>(
        _ path: String, _ name: String, _ summary: String, _ areas: [RequiredPermission.Area],
        of child: ChildSelector = .family,
        query: [FieldShape] = [], isEarly: Bool = false, record: ViewRecordName? = nil,
        _ make: @escaping @Sendable (inout ViewRequest) throws(ViewFault) -> Reading?
    ) {
        self.path = path
        self.name = name
        self.summary = summary
        self.areas = areas
        self.child = child
        self.query = query
        self.isEarly = isEarly
        self.record = record
        self.make = { (request, output) throws(ViewFault) -> Bool in
            guard let reading = try make(&request) else { return false }
            output.put(reading)
            return true
        }
    }

    /// Makes the view and writes it out.
    ///
    /// - Returns: the view; nil where there is no such thing to be seen.
    /// - Throws: `ViewFault` for a parameter it cannot be made with.
    package func show(_ request: inout ViewRequest, as forms: ViewForms) throws(ViewFault) -> ViewOutput? {
        var output = ViewOutput(forms)
        guard try make(&request, &output) else { return nil }
        return output
    }

    /// The names in its path.
    package var parameters: [String] {
        segments(of: path).compactMap { segment in
            let bytes = Array(segment.utf8)
            guard bytes.first == UInt8(ascii: "{"), bytes.last == UInt8(ascii: "}") else { return nil }
            return String(decoding: bytes[1..<(bytes.count - 1)], as: UTF8.self)
        }
    }
}

/// The child that a view of the studio is about.
package enum ChildSelector: Sendable, Equatable {
    /// The family as a whole, or no child's.
    case family
    /// The child that the path names.
    case child
    /// The child that the query names; where it names none, the children that the asker may see.
    case askedChild
    /// The child of the artwork that the path names.
    case artwork
    /// The children of the artworks that the story of the path is told around.
    case story
}

/// The name of a view in a record of views, as regression tests keep them.
package enum ViewRecordName: Sendable {
    /// One view by this name, asked for with this query.
    case one(String, ViewQuery = ViewQuery())
    /// A folder of this name, with one view for each of these things.
    case each(String, @Sendable (WorkspaceView) -> [EntityID])
}

/// The request of a view: everything as it was at the moment that is asked about, and the parameters.
package struct ViewRequest: Sendable {
    package var view: WorkspaceView
    /// The identifiers that the path names.
    package var identifiers: [(name: String, id: EntityID)]
    package var query: ViewQuery
    /// The day it is looked at, for ages: that of the moment that is asked about, else of now. Nil leaves ages out, for
    /// records that must read the same tomorrow.
    package var today: CalendarDay?
    /// The day of an instant where the reader is.
    package var dayOf: @Sendable (Instant) -> CalendarDay
    /// Items on a page where the query names no number; nil for all of them.
    package var pageSize: Int?
    /// The children that the asker sees; nil for one who reads the whole studio and not some children's part of it.
    package var children: [ChildID]?
    /// Counts in a note's text: they are the same as long as it has the same revision, so that they can be cached.
    package var noteCounts: @Sendable (NoteID, NotesView.NoteEntry) -> NoteCounts
    /// The cursor of the page after this one; set by a view that goes on.
    package var next: String?
    /// The number of items on all pages; set by a view that is cut into pages.
    package var total: Int?

    package init(
        _ view: WorkspaceView, identifiers: [(name: String, id: EntityID)] = [], query: ViewQuery = ViewQuery(),
        today: CalendarDay?, dayOf: @escaping @Sendable (Instant) -> CalendarDay = { utcDay($0) }, pageSize: Int? = nil,
        children: [ChildID]? = nil,
        noteCounts: @escaping @Sendable (NoteID, NotesView.NoteEntry) -> NoteCounts = { $1.counts }
    ) {
        self.view = view
        self.identifiers = identifiers
        self.query = query
        self.today = today
        self.dayOf = dayOf
        self.pageSize = pageSize
        self.children = children
        self.noteCounts = noteCounts
    }

    func name(_ actor: ActorID) -> String { view.name(of: actor) }

    /// Returns whether the asker sees a child.
    func sees(_ child: ChildID) -> Bool { children?.contains(child) ?? true }

    /// The test of the children that are shown, by what the asker sees and by the child that the query names; nil for all.
    var shown: ((ChildID) -> Bool)? {
        let (children, asked) = (children, query.identifier("child", ChildID.self))
        guard children != nil || asked != nil else { return nil }
        return { child in (asked == nil || child == asked) && (children?.contains(child) ?? true) }
    }

    /// One thing that the path names.
    func identifier<Kind>(
        _ name: String, _: Identifier<Kind>.Type = Identifier<Kind>.self
    ) throws(ViewFault) -> Identifier<Kind> {
        guard let found = identifiers.first(where: { $0.name == name }) else { throw Self.badIdentifier(name) }
        return found.id.as(Kind.self)
    }

    /// The day it is looked at, for a view that says what is so on a day.
    func day() throws(ViewFault) -> CalendarDay {
        guard let today else { throw ViewFault("at", "this view is of a day; say which") }
        return today
    }

    /// For what stands in a path as an identifier and is none.
    package static func badIdentifier(_ name: String) -> ViewFault {
        ViewFault(name, "the " + name + " in the address must be an identifier")
    }
}

/// The forms that a view is written out in.
package struct ViewForms: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// For programs: canonical JSON.
    package static let json = ViewForms(rawValue: 1)
    /// For people: what a terminal shows.
    package static let text = ViewForms(rawValue: 2)
}

/// A view, written out.
package struct ViewOutput: Sendable {
    private let forms: ViewForms
    /// Canonical JSON; empty where only text was asked for.
    package private(set) var json: [UInt8] = []
    /// Empty where only JSON was asked for.
    package private(set) var text = ""
    /// The lines of `text` that each stand for one thing.
    package private(set) var marks: [Lines.Mark] = []

    init(_ forms: ViewForms) { self.forms = forms }

    mutating func put(_ reading: some CanonicalView) {
        if forms.contains(.text) { (text, marks) = (reading.text, reading.marks) }
        guard forms.contains(.json) else { return }
        var writer = JSONWriter()
        reading.write(to: &writer)
        json = writer.bytes
    }
}

/// The parts of a path between its slashes.
func segments(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
}
