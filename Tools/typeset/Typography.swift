import CTypesetting

/// Sets texts in the fonts that are here, and notes the characters that none of them has.
final class Typography {
    private let context: OpaquePointer
    private let isSerif: Bool
    private let isDark: Bool
    private let language: String
    /// Scalars that no font here has.
    private(set) var missing: Set<UInt32> = []

    init(_ description: Description, _ context: OpaquePointer, isDark: Bool) {
        self.context = context
        self.isDark = isDark
        isSerif = description.isSerif
        language = description.language
    }

    /// A text that is broken into lines.
    final class Layout {
        let pointer: OpaquePointer
        private let colour: Double
        private let context: OpaquePointer
        /// The height of a line, in heights of its letters.
        private let leading: Double

        fileprivate init(_ pointer: OpaquePointer, on context: OpaquePointer, colour: Double, leading: Double) {
            (self.pointer, self.context, self.colour, self.leading) = (pointer, context, colour, leading)
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

        var height: Double {
            var (width, height): (Int32, Int32) = (0, 0)
            pango_layout_get_size(pointer, &width, &height)
            return Double(height) / Double(typesetting_scale) * leading
        }

        var plain: String { pango_layout_get_text(pointer).map { String(cString: $0) } ?? "" }

        func applyColour() { cairo_set_source_rgb(context, colour, colour, colour) }

        struct Line {
            let pointer: OpaquePointer
            /// From the left of the layout; `baseline` from the top of the line.
            let x: Double
            let baseline: Double
            let height: Double
        }

        /// Good for as long as the layout is.
        var lines: [Line] {
            var found: [Line] = []
            guard let iterator = pango_layout_get_iter(pointer) else { return [] }
            defer { pango_layout_iter_free(iterator) }
            let scale = Double(typesetting_scale)
            repeat {
                guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
                var (top, bottom): (Int32, Int32) = (0, 0)
                pango_layout_iter_get_line_yrange(iterator, &top, &bottom)
                var place = PangoRectangle()
                pango_layout_iter_get_line_extents(iterator, nil, &place)
                let baseline = pango_layout_iter_get_baseline(iterator)
                let height = Double(bottom - top) / scale
                found.append(
                    Line(
                        pointer: line, x: Double(place.x) / scale,
                        baseline: Double(baseline - top) / scale + height * (leading - 1) / 2, height: height * leading))
            } while pango_layout_iter_next_line(iterator) != 0
            return found
        }
    }

    func layout(_ style: TextStyle, _ alignment: Alignment, width: Double, _ markup: String) -> Layout {
        guard let layout = pango_cairo_create_layout(context), let font = pango_font_description_new() else {
            preconditionFailure("memory is exhausted")
        }
        pango_font_description_set_family(font, style == .code ? "DejaVu Sans Mono" : isSerif ? "DejaVu Serif" : "DejaVu Sans")
        pango_font_description_set_absolute_size(font, style.size * Double(typesetting_scale) * (isDark ? 2.1 : 1))
        pango_font_description_set_weight(font, Int32(style.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL))
        if style == .quote { pango_font_description_set_style(font, Int32(PANGO_STYLE_ITALIC)) }
        pango_layout_set_font_description(layout, font)
        pango_font_description_free(font)
        pango_context_set_language(pango_layout_get_context(layout), pango_language_from_string(language))
        pango_layout_set_width(layout, Int32(width * Double(typesetting_scale)))
        pango_layout_set_wrap(layout, Int32(PANGO_WRAP_WORD_CHAR))
        switch alignment {
        case .left: pango_layout_set_alignment(layout, Int32(PANGO_ALIGN_LEFT))
        case .centre: pango_layout_set_alignment(layout, Int32(PANGO_ALIGN_CENTER))
        case .right: pango_layout_set_alignment(layout, Int32(PANGO_ALIGN_RIGHT))
        }
        // Markup that is none is shown as it is written.
        if pango_parse_markup(markup, -1, 0, nil, nil, nil, nil) != 0 {
            pango_layout_set_markup(layout, markup, -1)
        } else {
            pango_layout_set_text(layout, markup, -1)
        }
        let colour = isDark ? 1 - style.grey * 0.6 : style.grey
        let made = Layout(layout, on: context, colour: colour, leading: style.leading)
        if pango_layout_get_unknown_glyphs_count(layout) > 0 { noteMissing(in: made.plain) }
        return made
    }

    private func noteMissing(in text: String) {
        guard let probe = pango_cairo_create_layout(context) else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(probe)) }
        for scalar in Set(text.unicodeScalars) where scalar.value > 0x7F && !missing.contains(scalar.value) {
            pango_layout_set_text(probe, String(scalar), -1)
            if pango_layout_get_unknown_glyphs_count(probe) > 0 { missing.insert(scalar.value) }
        }
    }
}
