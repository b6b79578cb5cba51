import Kernel
import Notes

/// Reads InkML, the W3C's Ink Markup Language (Recommendation of 20 September 2011).
///
/// One file is one page with one drawing, moved so that it begins at the top left: where a tablet begins to count means
/// nothing in a note. Channels X, Y, F (force), T (time), OTx and OTy (tilt) are taken.
struct InkMLReader {
    private var document = InkDocument()
    private var layer = InkDocument.Layer()
    private let definitions: InkMLDefinitions
    private var traces: [(points: [InkMLPoint], brush: InkMLBrush)] = []
    private var unreadable = 0
    private var penUp = 0

    static func read(_ root: XMLNode) -> InkDocument {
        var reader = InkMLReader(definitions: InkMLDefinitions(root))
        reader.ingest(root, context: nil, brush: nil)
        reader.draw()
        reader.annotate(root)
        return reader.document
    }

    private init(definitions: InkMLDefinitions) { self.definitions = definitions }

    /// Traces in the order of the document; a group hands down what it refers to.
    private mutating func ingest(_ node: XMLNode, context: String?, brush: String?) {
        for child in node.children where child.name != "definitions" {
            let context = child.attributes["contextRef"] ?? context
            let brush = child.attributes["brushRef"] ?? brush
            switch child.name {
            case "trace" where child.attributes["type"] == "penUp": penUp += 1
            case "trace":
                let format = definitions.format(context)
                if let points = InkMLTrace.points(child.text, format), !points.isEmpty {
                    traces.append((points, definitions.brush(brush)))
                } else {
                    unreadable += 1
                }
            case "traceGroup": ingest(child, context: context, brush: brush)
            default: break
            }
        }
    }

    // MARK: - Drawing

    private mutating func draw() {
        let all = traces.lazy.flatMap(\.points)
        let left = all.map(\.x).min() ?? 0
        let top = all.map(\.y).min() ?? 0
        let force = all.compactMap(\.force).max() ?? 1
        let reach = max((all.map(\.x).max() ?? 0) - left, (all.map(\.y).max() ?? 0) - top)
        let scale = definitions.hasUnits ? 1 : InkMLDefinitions.pointsPerUnknownUnit(reach: reach)
        let margin = 10.0
        for (points, brush) in traces {
            var line = InkDocument.Line(tool: brush.tool, colour: brush.colour, width: brush.width)
            let start = points[0].time ?? 0
            for point in points {
                guard let x = hundredths((point.x - left) * scale + margin),
                    let y = hundredths((point.y - top) * scale + margin)
                else { continue }
                let pressure = point.force.map { $0 / (definitions.forceMax ?? max(force, 1)) } ?? 1
                let time = max(0, min(86_400_000, (point.time ?? 0) - start))
                line.points.append(
                    StrokePoints.Point(
                        x: x, y: y, pressure: Int((max(0, min(1, pressure)) * 65_535).rounded()),
                        tiltX: tilt(point.tiltX), tiltY: tilt(point.tiltY), time: Int(time)))
            }
            if line.points.isEmpty { unreadable += 1 } else { layer.strokes.append(line) }
        }
        document.pages = [InkDocument.Page(layers: [layer])]
        document.leave("traces", count: unreadable, "the ink", "their points cannot be read")
        document.leave("pen-up traces", count: penUp, "the ink", "what the pen did above the paper is not drawn")
    }

    private func tilt(_ degrees: Double?) -> Int {
        degrees.map { Int(max(-90, min(90, $0.isFinite ? $0 : 0)).rounded()) } ?? 0
    }

    // MARK: - What is said about it

    /// Adds the words of the ink, where a person wrote them down, to the text; reports every other annotation.
    private mutating func annotate(_ root: XMLNode) {
        for child in root.children where child.name == "annotation" {
            let text = trimmed(child.text)
            if child.attributes["type"] == "truth", !text.isEmpty {
                document.annotations.append(text.hasPrefix("$") ? text : plainMarkdown(text))
            } else if !text.isEmpty {
                document.leave("annotation", child.attributes["type"] ?? "the ink", String(text.prefix(200)))
            }
        }
        document.leave(
            "annotations in XML", count: root.all("annotationXML").count, "the ink",
            "what they mean is known to the program that wrote them")
        let groups = root.all("traceGroup").count
        document.leave("groups of traces", count: groups, "the ink", "strokes stand one by one here")
    }
}
