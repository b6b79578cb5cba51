package import Kernel
import Studio

/// Things whose texts mean much the same, the nearest first.
package struct SimilarView: CanonicalView, Sendable, Equatable {
    package var things: [Line]
    /// Things that nobody has looked at yet: asked again, some more are.
    package var rest: Int

    package struct Line: Sendable, Equatable {
        package var thing: LinksView.Line
        /// Of 1,000, for one text as another.
        package var likeness: Int
    }

    /// - Parameter things: the nearest first.
    package init(_ things: [(referent: EntityRef, likeness: Int)], rest: Int, in view: WorkspaceView) {
        self.things = things.map { Line(thing: view.line(of: $0.referent), likeness: $0.likeness) }
        self.rest = rest
    }

    package var text: String { lines.text }
    package var marks: [Lines.Mark] { lines.marks }

    private var lines: Lines {
        var lines = Lines()
        if things.isEmpty { lines.add(0, "Nothing is like it.") }
        for line in things {
            lines.add(
                0, line.thing.path, line.thing.referent.kind.word, percent(line.likeness), of: line.thing.referent.entity)
        }
        if rest > 0 { lines.add(0, "not looked at yet: " + String(rest) + "; ask again") }
        return lines
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("things")
            json.array(things) { json, line in
                json.object { json in
                    line.thing.write(to: &json)
                    json.field("likeness", line.likeness)
                }
            }
            json.field("rest", rest)
        }
    }
}
