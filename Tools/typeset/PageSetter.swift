import CTypesetting

/// Puts elements onto pages, from the top to the bottom, and begins another page where one is full.
final class PageSetter {
    let context: OpaquePointer
    let geometry: Geometry
    private let description: Description
    /// Called when a page is done, before the next begins.
    private let endPage: () throws(Fault) -> Void
    /// From the top of the page, in points.
    private var y: Double
    private(set) var pageCount = 0
    private var isNumbered = false
    private var isOpen = false
    private(set) var outline: [(words: String, page: Int)] = []
    let typography: Typography

    /// The page and its margins, in points.
    struct Geometry {
        var width: Double
        var height: Double
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double
        /// True for light letters on a dark page.
        var isDark = false

        static let a4 = Geometry(width: 595.276, height: 841.89, left: 71, right: 71, top: 68, bottom: 78)

        var textWidth: Double { width - left - right }
        var textHeight: Double { height - top - bottom }
        var end: Double { height - bottom }
    }

    init(
        _ description: Description, on context: OpaquePointer, _ geometry: Geometry,
        endPage: @escaping () throws(Fault) -> Void
    ) {
        self.description = description
        self.context = context
        self.geometry = geometry
        self.endPage = endPage
        typography = Typography(description, context, isDark: geometry.isDark)
        y = geometry.top
    }

    func set() throws(Fault) {
        let elements = description.elements
        for (index, element) in elements.enumerated() {
            switch element {
            case .page(let isNumbered):
                if isOpen { try end() }
                begin(isNumbered: isNumbered)
            case .place(let permille): y = max(y, geometry.height * Double(permille) / 1000)
            case .space(let points): if y > geometry.top { y += Double(points) }
            case .rule: try rule()
            case .text(let style, let alignment, let level, let markup):
                try text(style, alignment, level, markup)
            case .picture(let picture): try set(picture, before: elements[(index + 1)...])
            case .row(let isHead, let cells): try row(isHead, cells)
            case .ink(let ink): try set(ink)
            }
        }
        if isOpen { try end() }
    }

    private func begin(isNumbered: Bool) {
        pageCount += 1
        self.isNumbered = isNumbered
        isOpen = true
        y = geometry.top
        let background = geometry.isDark ? 0.09 : 1.0
        guard geometry.isDark else { return }
        cairo_set_source_rgb(context, background, background, background + 0.01)
        cairo_paint(context)
    }

    private func end() throws(Fault) {
        if isNumbered {
            let number = "\(pageCount)"
            let layout = typography.layout(.small, .right, width: geometry.textWidth, number)
            draw(layout, x: geometry.left, y: geometry.height - 46)
            if !description.foot.isEmpty {
                let foot = typography.layout(.small, .left, width: geometry.textWidth - 40, description.foot)
                draw(foot, x: geometry.left, y: geometry.height - 46)
            }
        }
        try endPage()
        isOpen = false
    }

    /// Makes room for so many points, on the next page where there is none on this one.
    private func reserve(_ height: Double) throws(Fault) {
        if !isOpen { begin(isNumbered: true) }
        guard y + height > geometry.end + 0.5, y > geometry.top else { return }
        let isNumbered = isNumbered
        try end()
        begin(isNumbered: isNumbered)
    }

    private func draw(_ layout: Typography.Layout, x: Double, y: Double) {
        layout.applyColour()
        cairo_move_to(context, x, y)
        pango_cairo_show_layout(context, layout.pointer)
    }
}

// MARK: - Texts and rules

extension PageSetter {
    private static let indent = 18.0

    private func rule() throws(Fault) {
        try reserve(14)
        cairo_set_source_rgb(context, 0.75, 0.75, 0.75)
        cairo_set_line_width(context, 0.6)
        cairo_move_to(context, geometry.left, y + 5)
        cairo_line_to(context, geometry.width - geometry.right, y + 5)
        cairo_stroke(context)
        y += 14
    }

    /// Line by line, so that a long text goes on on the next page.
    private func text(_ style: TextStyle, _ alignment: Alignment, _ level: Int, _ markup: String) throws(Fault) {
        let indent = Self.indent * Double(level)
        let layout = typography.layout(style, alignment, width: geometry.textWidth - indent, markup)
        if style.isHeading, y > geometry.top { y += style.spaceBefore }
        // A heading stays with what it heads.
        try reserve(style.isHeading ? layout.height + 48 : min(layout.height, 2 * style.size * 1.5))
        if style.isHeading || style == .title { outline.append((layout.plain, pageCount)) }
        for line in layout.lines {
            try reserve(line.height)
            if style == .code {
                cairo_set_source_rgb(context, 0.95, 0.95, 0.95)
                cairo_rectangle(context, geometry.left + indent - 4, y, geometry.textWidth - indent + 8, line.height + 0.4)
                cairo_fill(context)
            }
            if style == .quote {
                cairo_set_source_rgb(context, 0.8, 0.8, 0.8)
                cairo_rectangle(context, geometry.left + indent - 10, y, 2, line.height)
                cairo_fill(context)
            }
            layout.applyColour()
            cairo_move_to(context, geometry.left + indent + line.x, y + line.baseline)
            pango_cairo_show_layout_line(context, line.pointer)
            y += line.height
        }
        y += style.spaceAfter
    }
}

// MARK: - Pictures and drawings

extension PageSetter {
    /// As large as it may be so that the words which follow stand on the same page, and never smaller than a third of it.
    private func set(_ picture: Picture, before rest: ArraySlice<Element>) throws(Fault) {
        if !isOpen { begin(isNumbered: true) }
        var words = 0.0
        for element in rest {
            guard case .text(let style, let alignment, let level, let markup) = element else { break }
            let width = geometry.textWidth - Self.indent * Double(level)
            words += typography.layout(style, alignment, width: width, markup).height + style.spaceAfter + style.spaceBefore
        }
        let (pixels, lines) = (Double(picture.widthPixels), Double(picture.heightPixels))
        let most = geometry.textHeight * Double(picture.heightPermilleMax) / 1000
        // Pixels are never blown up beyond 100 on an inch; a film has few of them.
        let wanted = min(most, geometry.textWidth * lines / pixels, geometry.isDark ? most : max(lines * 0.72, 120))
        let least = min(wanted, geometry.textHeight * 0.34)
        var height = min(wanted, max(least, geometry.end - y - words - 10))
        if y + height > geometry.end { try reserve(height) }
        height = min(wanted, max(least, geometry.end - y - words - 10))
        let width = height * pixels / lines
        let surface = try PictureSurface(picture)
        cairo_save(context)
        cairo_translate(context, geometry.left + (geometry.textWidth - width) / 2, y)
        cairo_scale(context, width / pixels, height / lines)
        cairo_set_source_surface(context, surface.pointer, 0, 0)
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_GOOD)
        cairo_rectangle(context, 0, 0, pixels, lines)
        cairo_fill(context)
        cairo_restore(context)
        y += height + 10
    }

    /// As wide as it was drawn, or as the page is.
    private func set(_ ink: Ink) throws(Fault) {
        let (width, height) = (max(1, Double(ink.width) / 100), max(1, Double(ink.height) / 100))
        let scale = min(1, geometry.textWidth / width, geometry.textHeight / height)
        try reserve(height * scale)
        cairo_save(context)
        cairo_translate(context, geometry.left, y)
        cairo_scale(context, scale, scale)
        cairo_translate(context, -Double(ink.left) / 100, -Double(ink.top) / 100)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
        for stroke in ink.strokes { draw(stroke) }
        cairo_restore(context)
        y += height * scale + 10
    }

    /// A translucent stroke is a group, so that it is not darker where its parts meet.
    private func draw(_ stroke: Ink.Stroke) {
        func part(_ shift: UInt32) -> Double { Double(stroke.colour >> shift & 0xFF) / 255 }
        let isGroup = stroke.colour & 0xFF != 0xFF
        if isGroup { cairo_push_group(context) }
        if stroke.isMultiplied, !isGroup { cairo_set_operator(context, CAIRO_OPERATOR_MULTIPLY) }
        cairo_set_source_rgb(context, part(24), part(16), part(8))
        for line in stroke.lines {
            cairo_set_line_width(context, Double(line.width) / 100)
            for (index, point) in line.points.enumerated() {
                let (x, y) = (Double(point.x) / 100, Double(point.y) / 100)
                if index == 0 { cairo_move_to(context, x, y) } else { cairo_line_to(context, x, y) }
            }
            // A line of no length is a dot.
            if line.points.count == 1 { cairo_close_path(context) }
            cairo_stroke(context)
        }
        guard isGroup else { return cairo_set_operator(context, CAIRO_OPERATOR_OVER) }
        cairo_pop_group_to_source(context)
        if stroke.isMultiplied { cairo_set_operator(context, CAIRO_OPERATOR_MULTIPLY) }
        cairo_paint_with_alpha(context, part(0))
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    }
}

// MARK: - Tables

extension PageSetter {
    private func row(_ isHead: Bool, _ cells: [Cell]) throws(Fault) {
        let gap = 8.0
        var placed: [(x: Double, width: Double, cell: Cell, layout: Typography.Layout?)] = []
        var (x, height) = (geometry.left, 20.0)
        for cell in cells {
            let width = geometry.textWidth * Double(cell.widthPermille) / 1000
            var layout: Typography.Layout?
            if case .text(let alignment, let markup) = cell.content {
                let found = typography.layout(.caption, alignment, width: max(10, width - gap), markup)
                height = max(height, found.height + 8)
                layout = found
            }
            placed.append((x, width - gap, cell, layout))
            x += width
        }
        try reserve(height)
        for (x, width, cell, layout) in placed {
            if let layout { draw(layout, x: x, y: y + 4) }
            if case .bar(let permille) = cell.content { bar(permille, x: x, width: width, middle: y + 4 + 7) }
        }
        y += height
        cairo_set_source_rgb(context, isHead ? 0.4 : 0.85, isHead ? 0.4 : 0.85, isHead ? 0.4 : 0.85)
        cairo_set_line_width(context, 0.5)
        cairo_move_to(context, geometry.left, y)
        cairo_line_to(context, geometry.width - geometry.right, y)
        cairo_stroke(context)
    }

    private func bar(_ permille: Int, x: Double, width: Double, middle: Double) {
        let height = 8.0
        cairo_set_source_rgb(context, 0.91, 0.91, 0.93)
        cairo_rectangle(context, x, middle - height / 2, width, height)
        cairo_fill(context)
        cairo_set_source_rgb(context, 0.27, 0.42, 0.65)
        cairo_rectangle(context, x, middle - height / 2, width * Double(min(1000, max(0, permille))) / 1000, height)
        cairo_fill(context)
    }
}
