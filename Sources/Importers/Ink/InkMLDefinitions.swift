import Notes

/// One point of a trace: its channels, lengths in points where the file names their unit.
struct InkMLPoint {
    var x = 0.0
    var y = 0.0
    var force: Double?
    /// Milliseconds.
    var time: Double?
    /// Degrees.
    var tiltX: Double?
    var tiltY: Double?
}

/// What a trace is drawn with.
struct InkMLBrush {
    var tool = InkTool.pen
    var colour: UInt64 = 0xFF
    /// Hundredths of a point.
    var width = 100
}

/// The channels of a trace in the order in which a point has them.
struct InkMLFormat {
    struct Channel {
        var name: String
        /// What a value is multiplied by to be in points, milliseconds or degrees.
        var scale = 1.0
    }

    var channels: [Channel]

    /// Every point has a value for each, said or not; a pen has about ten.
    static let channelsMax = 64
}

/// What an InkML file defines for its traces: formats of points, and brushes.
struct InkMLDefinitions {
    private var formats: [String: InkMLFormat] = [:]
    private var brushes: [String: InkMLBrush] = [:]
    private var standard = InkMLFormat(channels: [.init(name: "X"), .init(name: "Y")])
    /// The hardest that the device knows.
    private(set) var forceMax: Double?
    /// True if the file says how long a unit is.
    private(set) var hasUnits = false

    init(_ root: XMLNode) {
        for node in root.all("brush") {
            if let id = Self.id(of: node) { brushes[id] = Self.brush(node) }
        }
        for node in root.all("context") {
            if let id = Self.id(of: node), let format = format(in: node) { formats[id] = format }
        }
        for node in root.all("traceFormat") {
            if let id = Self.id(of: node), let format = read(node, properties: nil) { formats[id] = format }
        }
        if let own = root.child("traceFormat"), let format = read(own, properties: nil) { standard = format }
    }

    func format(_ reference: String?) -> InkMLFormat { reference.flatMap { formats[Self.name($0)] } ?? standard }
    func brush(_ reference: String?) -> InkMLBrush { reference.flatMap { brushes[Self.name($0)] } ?? InkMLBrush() }

    /// How long a unit is where nobody says: hundredths of a millimetre on a tablet, which counts in thousands, and the
    /// points of a screen otherwise.
    static func pointsPerUnknownUnit(reach: Double) -> Double { reach > 2_000 ? 72 / 2_540 : 1 }

    private static func name(_ reference: String) -> String {
        reference.hasPrefix("#") ? String(reference.dropFirst()) : reference
    }

    private static func id(of node: XMLNode) -> String? { node.attributes["xml:id"] ?? node.attributes["id"] }

    // MARK: - Formats

    private mutating func format(in context: XMLNode) -> InkMLFormat? {
        let source = context.child("inkSource")
        guard let node = context.child("traceFormat") ?? source?.child("traceFormat") else { return nil }
        return read(node, properties: source?.child("channelProperties"))
    }

    private mutating func read(_ node: XMLNode, properties: XMLNode?) -> InkMLFormat? {
        var resolutions: [String: Double] = [:]
        for property in properties?.children ?? [] where property.attributes["name"] == "resolution" {
            if let channel = property.attributes["channel"], let value = Double(property.attributes["value"] ?? ""),
                value > 0, let length = Self.points(per: Self.reciprocal(property.attributes["units"] ?? ""))
            {
                resolutions[channel] = length / value
            }
        }
        let found = node.children.filter { $0.name == "channel" }
        guard found.count <= InkMLFormat.channelsMax else { return nil }
        let channels = found.map { channel in
            read(channel, resolution: resolutions[channel.attributes["name"] ?? ""])
        }
        return channels.isEmpty ? nil : InkMLFormat(channels: channels)
    }

    private mutating func read(_ channel: XMLNode, resolution: Double?) -> InkMLFormat.Channel {
        let name = channel.attributes["name"] ?? ""
        let units = channel.attributes["units"] ?? ""
        var out = InkMLFormat.Channel(name: name)
        switch name {
        case "X", "Y":
            if let length = resolution ?? Self.points(per: units) {
                out.scale = length
                hasUnits = true
            }
        case "F":
            if let most = Double(channel.attributes["max"] ?? ""), most > 0 { forceMax = most }
        case "T": out.scale = units == "s" ? 1_000 : units == "us" ? 0.001 : 1
        case "OTx", "OTy": out.scale = units == "rad" ? 180 / .pi : 1
        default: break
        }
        return out
    }

    /// Of `1/in` the `in`.
    private static func reciprocal(_ units: String) -> String {
        units.hasPrefix("1/") ? String(units.dropFirst(2)) : units
    }

    /// How many points a length is; nil for no length, such as `dev`.
    private static func points(per unit: String) -> Double? {
        switch unit {
        case "in": 72
        case "cm": 72 / 2.54
        case "mm": 72 / 25.4
        case "m": 72 / 0.0254
        case "himetric": 72 / 2_540
        case "pt": 1
        case "pc": 12
        default: nil
        }
    }

    // MARK: - Brushes

    private static func brush(_ node: XMLNode) -> InkMLBrush {
        var brush = InkMLBrush()
        var transparency = 0.0
        for property in node.children where property.name == "brushProperty" {
            let value = property.attributes["value"] ?? ""
            switch property.attributes["name"] {
            case "width":
                if let number = Double(value), let points = points(per: property.attributes["units"] ?? "pt"),
                    let width = hundredths(number * points), width > 0
                {
                    brush.width = width
                }
            case "color":
                if value.hasPrefix("#"), value.utf8.count == 7, let rgb = UInt64(value.dropFirst(), radix: 16) {
                    brush.colour = rgb << 8 | 0xFF
                }
            case "transparency": transparency = Double(value) ?? 0
            case "rasterOp" where value == "maskPen": brush.tool = .highlighter
            default: break
            }
        }
        let opaque = UInt64(max(0, min(255, 255 - (transparency.isFinite ? transparency : 0))))
        brush.colour = brush.colour & ~0xFF | opaque
        return brush
    }
}
