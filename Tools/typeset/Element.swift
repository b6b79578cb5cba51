/// One thing on the pages, in the order in which they are set.
enum Element {
    /// Begins a page; one without a number is a title page.
    case page(isNumbered: Bool)
    /// Goes down to so many thousandths of the page's height, where it is not further down already.
    case place(permille: Int)
    case space(points: Int)
    case rule
    case text(TextStyle, Alignment, level: Int, markup: String)
    case picture(Picture)
    case row(isHead: Bool, [Cell])
    case ink(Ink)
}

enum Alignment: String {
    case left, centre, right
}

/// A cell of a row: text, or a bar of so many thousandths of its width.
struct Cell {
    /// Thousandths of the width between the margins.
    let widthPermille: Int
    let content: Content

    enum Content {
        case text(Alignment, markup: String)
        case bar(permille: Int)
    }
}

/// A picture: JPEG for pages, PNG for frames.
struct Picture {
    let widthPixels: Int
    let heightPixels: Int
    /// Thousandths of the height between the margins that it takes at most.
    let heightPermilleMax: Int
    let isJPEG: Bool
    let bytes: [UInt8]
}

/// The lines of a drawing, in hundredths of a point.
struct Ink {
    var left = 0
    var top = 0
    var width = 0
    var height = 0
    var strokes: [Stroke] = []

    struct Stroke {
        /// RRGGBBAA.
        let colour: UInt32
        /// True for a marker: what is below shows through.
        let isMultiplied: Bool
        var lines: [Line] = []
    }

    struct Line {
        let width: Int
        let points: [(x: Int, y: Int)]
    }
}

/// The look of a text.
enum TextStyle: String {
    case title, subtitle, heading1, heading2, heading3, story, body, caption, small, code, quote, item

    /// Points.
    var size: Double {
        switch self {
        case .title: 30
        case .subtitle, .story: 15
        case .heading1: 20
        case .heading2: 16
        case .heading3: 13
        case .body, .quote, .item: 11.5
        case .caption: 10.5
        case .small: 8.5
        case .code: 9.5
        }
    }

    var isBold: Bool {
        switch self {
        case .title, .heading1, .heading2, .heading3: true
        default: false
        }
    }

    var isHeading: Bool {
        switch self {
        case .heading1, .heading2, .heading3: true
        default: false
        }
    }

    /// Lightness of the letters on a white page, from 0.
    var grey: Double {
        switch self {
        case .subtitle, .caption, .quote: 0.33
        case .small: 0.45
        default: 0.1
        }
    }

    /// The height of a line, in heights of its letters.
    var leading: Double {
        switch self {
        case .body, .quote, .item: 1.25
        case .story: 1.35
        case .code: 1.15
        default: 1
        }
    }

    var spaceBefore: Double {
        switch self {
        case .heading1: 16
        case .heading2: 13
        case .heading3: 10
        default: 0
        }
    }

    var spaceAfter: Double {
        switch self {
        case .title: 10
        case .heading1, .heading2, .heading3: 5
        case .body, .quote, .code: 8
        case .story: 10
        case .item: 3
        case .subtitle, .caption, .small: 4
        }
    }
}
