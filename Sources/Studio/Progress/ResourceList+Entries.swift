/// The entries of the list, by skill and stage. What stands here stays: a tip that was given names its resource by its
/// number.
extension ResourceList {
    /// Every entry in the order of its number, handed out one by one: a literal of all of them would be one
    /// expression of three hundred parts.
    static func forEachEntry(_ body: (CuratedResource) -> Void) {
        func add(
            _ number: Int, _ skill: Skill, _ stage: AgeStage, _ advice: String, _ title: String, _ link: String
        ) {
            body(.init(number: number, skill: skill, stage: stage, advice: advice, title: title, link: link))
        }
        fineMotor(add)
        lineControl(add)
        colouring(add)
        composition(add)
        writing(add)
        creativity(add)
    }

    private static func fineMotor(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            1, .fineMotor, .early,
            "Roll and pinch dough into snakes and balls: it strengthens the fingers that hold a pencil.",
            "Modelling clay", "https://en.wikipedia.org/wiki/Plasticine")
        add(
            2, .fineMotor, .early,
            "Tear coloured paper and glue the pieces into a picture; both hands have to work together.",
            "Collage", "https://en.wikipedia.org/wiki/Collage")
        add(
            3, .fineMotor, .early,
            "Pick up stickers or cotton wool with two fingers and place them along a drawn line.",
            "Fine motor skill", "https://en.wikipedia.org/wiki/Fine_motor_skill")
        add(
            4, .fineMotor, .middle,
            "Fold one simple animal from paper and draw a place for it to live.",
            "Origami", "https://en.wikipedia.org/wiki/Origami")
        add(
            5, .fineMotor, .middle,
            "Cut along a curved line of your child's own; turn the paper, not the scissors.",
            "Scissors", "https://en.wikipedia.org/wiki/Scissors")
        add(
            6, .fineMotor, .middle,
            "Weave strips of paper in two colours into a mat.",
            "Weaving", "https://en.wikipedia.org/wiki/Weaving")
        add(
            7, .fineMotor, .late,
            "Cut a simple pattern into a potato or an eraser, and print with it.",
            "Printmaking", "https://en.wikipedia.org/wiki/Printmaking")
        add(
            8, .fineMotor, .late,
            "Sew a small drawing: the running stitch follows a pencil line.",
            "Running stitch", "https://en.wikipedia.org/wiki/Running_stitch")
        add(
            9, .fineMotor, .late,
            "Build a house or a bridge from card: measure, score, fold and glue.",
            "Paper model", "https://en.wikipedia.org/wiki/Paper_model")
    }

    private static func lineControl(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            10, .lineControl, .early,
            "Draw roads with a thick crayon and let a toy car follow them.",
            "Crayon", "https://en.wikipedia.org/wiki/Crayon")
        add(
            11, .lineControl, .early,
            "Take a line for a walk: one long line over the whole sheet without lifting the crayon.",
            "Paul Klee", "https://en.wikipedia.org/wiki/Paul_Klee")
        add(
            12, .lineControl, .early,
            "Trace around hands, cups and leaves; holding still with the other hand is half of the work.",
            "Line art", "https://en.wikipedia.org/wiki/Line_art")
        add(
            13, .lineControl, .middle,
            "Draw a shoe slowly without looking at the paper, laugh about it, and draw it once more.",
            "Blind contour drawing", "https://en.wikipedia.org/wiki/Blind_contour_drawing")
        add(
            14, .lineControl, .middle,
            "Fill strips of paper with one kind of line each: waves, loops, zigzags.",
            "Pattern", "https://en.wikipedia.org/wiki/Pattern")
        add(
            15, .lineControl, .middle,
            "Draw half of a butterfly, fold the sheet, and complete the other half.",
            "Symmetry", "https://en.wikipedia.org/wiki/Symmetry")
        add(
            16, .lineControl, .late,
            "Shade with lines alone: close together for dark, far apart for light.",
            "Hatching", "https://en.wikipedia.org/wiki/Hatching")
        add(
            17, .lineControl, .late,
            "Draw the outline of a plant in one go, looking more at the plant than at the paper.",
            "Contour drawing", "https://en.wikipedia.org/wiki/Contour_drawing")
        add(
            18, .lineControl, .late,
            "Try a broad pen: thick and thin strokes come from the angle in which it is held.",
            "Calligraphy", "https://en.wikipedia.org/wiki/Calligraphy")
    }

    private static func colouring(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            19, .colouring, .early,
            "Paint with the fingers in two colours, and name the one that appears where they meet.",
            "Finger paint", "https://en.wikipedia.org/wiki/Fingerpaint")
        add(
            20, .colouring, .early,
            "Colour one large shape together, from its edge to the middle.",
            "Colouring book", "https://en.wikipedia.org/wiki/Coloring_book")
        add(
            21, .colouring, .early,
            "Paint a rainbow and lay out the crayons in the same order.",
            "Rainbow", "https://en.wikipedia.org/wiki/Rainbow")
        add(
            22, .colouring, .middle,
            "Mix as many colours as you can from red, yellow and blue, and give them names.",
            "Primary colours", "https://en.wikipedia.org/wiki/Primary_color")
        add(
            23, .colouring, .middle,
            "Press lightly first and harder then: three tones from one pencil.",
            "Coloured pencils", "https://en.wikipedia.org/wiki/Colored_pencil")
        add(
            24, .colouring, .middle,
            "Wet the paper and let two watercolours run into each other, the sky first.",
            "Watercolour", "https://en.wikipedia.org/wiki/Watercolor_painting")
        add(
            25, .colouring, .late,
            "Put two opposites of the colour wheel side by side and see both glow.",
            "Complementary colours", "https://en.wikipedia.org/wiki/Complementary_colors")
        add(
            26, .colouring, .late,
            "Paint one picture twice: once in warm colours and once in cool ones.",
            "Colour theory", "https://en.wikipedia.org/wiki/Color_theory")
        add(
            27, .colouring, .late,
            "Make a picture of dots alone; the colours mix in the eye.",
            "Pointillism", "https://en.wikipedia.org/wiki/Pointillism")
    }

    private static func composition(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            28, .composition, .early,
            "Ask where the ground is and where the sky is, and let both be drawn.",
            "How children draw", "https://en.wikipedia.org/wiki/Child_art")
        add(
            29, .composition, .early,
            "Draw one thing as big as the sheet allows, and something tiny beside it.",
            "Composition", "https://en.wikipedia.org/wiki/Composition_(visual_arts)")
        add(
            30, .composition, .early,
            "Lay leaves and paper shapes on the sheet until it feels right, and only then glue them.",
            "Collage", "https://en.wikipedia.org/wiki/Collage")
        add(
            31, .composition, .middle,
            "Draw something that stands in front of something else, and something far behind both.",
            "Landscape painting", "https://en.wikipedia.org/wiki/Landscape_painting")
        add(
            32, .composition, .middle,
            "Arrange three things on the table and draw them from where you sit.",
            "Still life", "https://en.wikipedia.org/wiki/Still_life")
        add(
            33, .composition, .middle,
            "Cut a window into a card and look through it for the best picture in the room.",
            "Viewfinder", "https://en.wikipedia.org/wiki/Viewfinder")
        add(
            34, .composition, .late,
            "Sketch twice: once with the main thing in the middle, once on a third; compare.",
            "Rule of thirds", "https://en.wikipedia.org/wiki/Rule_of_thirds")
        add(
            35, .composition, .late,
            "Draw a street that runs towards one vanishing point.",
            "Perspective", "https://en.wikipedia.org/wiki/Perspective_(graphical)")
        add(
            36, .composition, .late,
            "Draw the shapes between the things instead of the things.",
            "Negative space", "https://en.wikipedia.org/wiki/Negative_space")
    }

    private static func writing(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            37, .writing, .early,
            "Write the first letter of the name as large as possible, with chalk on the pavement.",
            "Pavement chalk", "https://en.wikipedia.org/wiki/Sidewalk_chalk")
        add(
            38, .writing, .early,
            "Let your child tell what the picture shows; write one sentence below it and read it together.",
            "Picture book", "https://en.wikipedia.org/wiki/Picture_book")
        add(
            39, .writing, .early,
            "Make an alphabet book: one letter and one drawing a page.",
            "Alphabet book", "https://en.wikipedia.org/wiki/Alphabet_book")
        add(
            40, .writing, .middle,
            "Fold four boxes: how it begins, what happens, how it is solved, how it ends; one sentence each.",
            "Storyboard", "https://en.wikipedia.org/wiki/Storyboard")
        add(
            41, .writing, .middle,
            "Draw the front of a postcard and write to somebody on its back.",
            "Postcard", "https://en.wikipedia.org/wiki/Postcard")
        add(
            42, .writing, .middle,
            "Give the figures of the drawing speech bubbles.",
            "Speech balloon", "https://en.wikipedia.org/wiki/Speech_balloon")
        add(
            43, .writing, .late,
            "Keep a sketch diary for a week: one small drawing and one line a day.",
            "Diary", "https://en.wikipedia.org/wiki/Diary")
        add(
            44, .writing, .late,
            "Write a haiku to the picture: five, seven and five syllables.",
            "Haiku", "https://en.wikipedia.org/wiki/Haiku")
        add(
            45, .writing, .late,
            "Turn the picture into one page of a comic, with a turn before the last panel.",
            "Comics", "https://en.wikipedia.org/wiki/Comics")
    }

    private static func creativity(_ add: (Int, Skill, AgeStage, String, String, String) -> Void) {
        add(
            46, .creativity, .early,
            "Begin with a scribble and look for an animal in it.",
            "Doodle", "https://en.wikipedia.org/wiki/Doodle")
        add(
            47, .creativity, .early,
            "Rub leaves and coins through a sheet of paper with the side of a crayon.",
            "Frottage", "https://en.wikipedia.org/wiki/Frottage_(art)")
        add(
            48, .creativity, .early,
            "Paint on a smooth tray, press a sheet on it, and see what the print has made of it.",
            "Monotype", "https://en.wikipedia.org/wiki/Monotyping")
        add(
            49, .creativity, .middle,
            "Fold a sheet in three and draw one creature by turns, without seeing the others' parts.",
            "Exquisite corpse", "https://en.wikipedia.org/wiki/Exquisite_corpse")
        add(
            50, .creativity, .middle,
            "Build a figure from things that would be thrown away.",
            "Assemblage", "https://en.wikipedia.org/wiki/Assemblage_(art)")
        add(
            51, .creativity, .middle,
            "Draw what a piece of music sounds like.",
            "Wassily Kandinsky", "https://en.wikipedia.org/wiki/Wassily_Kandinsky")
        add(
            52, .creativity, .late,
            "Make a flip book of twelve pages in which one thing moves.",
            "Flip book", "https://en.wikipedia.org/wiki/Flip_book")
        add(
            53, .creativity, .late,
            "Paint the same place in the morning, at noon and in the evening.",
            "Impressionism", "https://en.wikipedia.org/wiki/Impressionism")
        add(
            54, .creativity, .late,
            "Choose a painting from a museum and continue it beyond its frame.",
            "Tate Kids", "https://www.tate.org.uk/kids")
    }
}
