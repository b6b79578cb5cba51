import Kernel

extension Ink {
    /// Returns the text that stands in place of the drawing: an image in CommonMark, so that typed and drawn content share one
    /// flow and any other program shows at least that something is there. Requirement T-101.
    package static func anchor(_ id: InkID) -> String { "![ink](ink:" + id.text + ")" }
}
