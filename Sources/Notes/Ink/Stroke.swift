package import Kernel

/// One line of ink, from pen down to pen up. Never changed once drawn: it is added, erased, and perhaps brought back.
package struct Stroke: Sendable, Equatable {
    package var id: StrokeID
    package var tool: InkTool
    /// 0xRRGGBBAA.
    package var colour: UInt64
    /// Hundredths of a point.
    package var width: Int
    /// The points, packed as deltas; `StrokePoints` reads them.
    package var packed: Bytes

    package init(id: StrokeID, tool: InkTool, colour: UInt64, width: Int, packed: Bytes) {
        self.id = id
        self.tool = tool
        self.colour = colour
        self.width = width
        self.packed = packed
    }
}

/// The tool that drew a stroke. Requirement B-103.
package enum InkTool: UInt64, FieldChoice, Sendable {
    case pen = 0
    case pencil = 1
    case highlighter = 2

    package static var blank: InkTool { .pen }

    package var fieldName: StaticString {
        switch self {
        case .pen: "pen"
        case .pencil: "pencil"
        case .highlighter: "highlighter"
        }
    }
}

extension Stroke: FieldMessage {
    package static var schemaName: StaticString { "Stroke" }
    package static var blank: Stroke { Stroke(id: .zero, tool: .pen, colour: 0, width: 0, packed: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "id", &id)
        coder.field(2, "tool", &tool)
        coder.field(3, "colour", &colour)
        coder.field(4, "width", &width)
        coder.field(5, "points", &packed)
    }
}
