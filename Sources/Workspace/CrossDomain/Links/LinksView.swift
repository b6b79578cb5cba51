package import Kernel

/// The links of one thing: where it leads to, and what leads to it.
package struct LinksView: CanonicalView, Sendable, Equatable {
    package var thing: Line
    package var outgoing: [Link]
    package var backlinks: [Link]

    /// A thing, as a line of a reading names it.
    package struct Line: Sendable, Equatable {
        package var referent: EntityRef
        package var path: String
    }

    package struct Link: Sendable, Equatable {
        /// Of an outgoing link what it leads to, of a backlink where it stands; nil when it leads to nothing or to a file.
        package var thing: Line?
        package var target: LinkTarget
        package var written: String
        package var heading: String?
        package var field: TextField
        package var line: Int
        package var context: String
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, thing.path, thing.referent.kind.word)
        lines.add(1, "leads to (" + String(outgoing.count) + ")")
        for link in outgoing { lines.add(2, Self.told(link), Self.place(link)) }
        lines.add(1, "is led to by (" + String(backlinks.count) + ")")
        for link in backlinks {
            lines.add(2, link.thing?.path ?? "", Self.place(link))
            lines.add(3, link.context)
        }
        return lines.text
    }

    private static func told(_ link: Link) -> String {
        switch link.target {
        case .thing: link.thing?.path ?? link.written
        case .trashed: (link.thing?.path ?? link.written) + ", which is in the trash"
        case .file: "the file " + link.written
        case .nothing: link.written + ", which does not exist"
        }
    }

    private static func place(_ link: Link) -> String { link.field.word + ", line " + String(link.line) }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            thing.write(to: &json)
            json.key("outgoing")
            json.array(outgoing) { $1.write(to: &$0) }
            json.key("backlinks")
            json.array(backlinks) { $1.write(to: &$0) }
        }
    }
}

extension LinksView.Line {
    func write(to json: inout JSONWriter) {
        json.field("kind", referent.kind.word)
        json.field("id", referent.entity.text)
        json.field("path", path)
    }
}

extension LinksView.Link {
    fileprivate func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("target", target.word)
            if let thing { thing.write(to: &json) }
            if case .file(let id) = target { json.field("file", id.text) }
            json.field("written", written)
            if let heading { json.field("heading", heading) }
            json.field("in", field.word)
            json.field("line", line)
            json.field("context", context)
        }
    }
}

/// All links of a workspace at a glance, and those that need mending.
package struct LinkOverviewView: CanonicalView, Sendable, Equatable {
    /// All there are, and the things that they stand in.
    package var links: Int
    package var sources: Int
    package var trashed: [Broken]
    /// By what was written, without regard to case, so that one missing note is one line.
    package var unresolved: [Broken]

    package struct Broken: Sendable, Equatable {
        package var written: String
        package var sources: [LinksView.Line]
    }

    package var text: String {
        var lines = Lines()
        lines.add(0, counted(links, "link") + " in " + counted(sources, "thing"))
        lines.add(0, "leading into the trash (" + String(trashed.count) + ")")
        Self.add(trashed, to: &lines)
        lines.add(0, "leading nowhere (" + String(unresolved.count) + ")")
        Self.add(unresolved, to: &lines)
        return lines.text
    }

    private static func add(_ broken: [Broken], to lines: inout Lines) {
        for link in broken {
            lines.add(1, link.written)
            for source in link.sources { lines.add(2, source.path) }
        }
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("links", links)
            json.field("sources", sources)
            json.key("trashed")
            Self.write(trashed, to: &json)
            json.key("unresolved")
            Self.write(unresolved, to: &json)
        }
    }

    private static func write(_ broken: [Broken], to json: inout JSONWriter) {
        json.array(broken) { json, link in
            json.object { json in
                json.field("written", link.written)
                json.key("sources")
                json.array(link.sources) { json, source in json.object { source.write(to: &$0) } }
            }
        }
    }
}

extension WorkspaceView {
    /// Returns the links from one thing and the links to it.
    package func links(of thing: EntityRef) -> LinksView {
        let index = LinkIndex(of: self)
        // A path is put together once, however many links lead there.
        var lines: [EntityID: LinksView.Line] = [:]
        func known(_ referent: EntityRef) -> LinksView.Line {
            if let line = lines[referent.entity] { return line }
            let line = line(of: referent)
            lines[referent.entity] = line
            return line
        }
        return LinksView(
            thing: line(of: thing),
            outgoing: index.outgoing(from: thing).map { entry in
                switch entry.target {
                case .thing(let referent), .trashed(let referent): reading(entry, known(referent))
                case .file, .nothing: reading(entry, nil)
                }
            },
            backlinks: index.backlinks(to: thing).map { reading($0, known($0.source)) })
    }

    /// All links, and those that lead nowhere or into the trash.
    package func links() -> LinkOverviewView {
        let index = LinkIndex(of: self)
        var sources: Set<EntityID> = []
        for entry in index.entries { sources.insert(entry.source.entity) }
        return LinkOverviewView(
            links: index.entries.count, sources: sources.count, trashed: broken(index.trashed),
            unresolved: broken(index.unresolved))
    }

    func line(of referent: EntityRef) -> LinksView.Line {
        LinksView.Line(referent: referent, path: path(of: referent))
    }

    private func reading(_ entry: LinkIndex.Entry, _ thing: LinksView.Line?) -> LinksView.Link {
        LinksView.Link(
            thing: thing, target: entry.target, written: entry.link.target, heading: entry.link.heading,
            field: entry.field, line: entry.link.line, context: entry.link.context)
    }

    private func broken(_ entries: [LinkIndex.Entry]) -> [LinkOverviewView.Broken] {
        var found: [LinkOverviewView.Broken] = []
        var places: [Name: Int] = [:]
        var named: [Set<EntityID>] = []
        var lines: [EntityID: LinksView.Line] = [:]
        for entry in entries {
            let name = Name(recorded: Name(recorded: entry.link.target).clashKey)
            let place = places[name] ?? found.count
            if place == found.count {
                places[name] = place
                found.append(.init(written: entry.link.target, sources: []))
                named.append([])
            }
            guard named[place].insert(entry.source.entity).inserted else { continue }
            let line = lines[entry.source.entity] ?? line(of: entry.source)
            lines[entry.source.entity] = line
            found[place].sources.append(line)
        }
        return found.sorted { precedes($0.written, $1.written) }
    }
}
