package import Kernel

/// The progress of a child: every skill with its latest trend, and the suggestions for its age. Requirement J-451.
package struct ProgressView: CanonicalView, Sendable, Equatable {
    package var child: ChildID
    package var name: String
    /// Whole years today; nil when nobody said when the child was born.
    package var age: Int?
    package var guide: StageGuide
    /// Live artworks of the child.
    package var artworks: Int
    /// True if a parent agrees that they are analysed.
    package var isAllowed: Bool
    package var skills: [Line]

    package struct Line: Sendable, Equatable {
        package var trend: SkillTrend
        package var sentence: String
        /// The highest step the skill has come to; nil while there is too little to say.
        package var step: SkillStep?
        package var method: SkillMethod
        /// Artworks that were measured by another method alone, and are not compared.
        package var otherwise: Int
    }

    package var text: String {
        var lines = Lines()
        lines.add(
            0, name, age.map { counted($0, "year") } ?? "", guide.stage.words, counted(artworks, "artwork"))
        lines.fact(1, "focus", guide.focus)
        for line in skills {
            lines.add(
                1, line.sentence, line.trend.direction?.words ?? "", line.step?.words ?? "",
                line.otherwise == 0 ? "" : String(line.otherwise) + " measured otherwise")
        }
        if !isAllowed {
            lines.add(1, "Nothing is analysed: nobody has agreed to it.")
        } else if skills.isEmpty {
            lines.add(1, SkillTrend.sparse)
        }
        return lines.text
    }

    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("child", child.text)
            json.field("name", name)
            json.key("age")
            if let age { json.value(age) } else { json.null() }
            json.field("artworks", artworks)
            json.field("allowed", isAllowed)
            json.key("guide")
            guide.write(to: &json)
            json.key("skills")
            json.array(skills) { $1.write(to: &$0) }
        }
    }
}

extension ProgressView.Line {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("skill", spelled(trend.skill.fieldName))
            json.field("month", trend.now.month.text)
            json.key("levelThousandths")
            if let level = trend.level { json.value(level) } else { json.null() }
            json.key("changeThousandths")
            if let change = trend.change { json.value(change) } else { json.null() }
            json.field("comparedWith", trend.change == nil ? nil : trend.before?.month.text)
            json.field("observations", trend.observations)
            json.field("direction", trend.direction?.words)
            json.field("badge", trend.badge.utf8.isEmpty ? nil : trend.badge)
            json.field("step", step?.words)
            json.field("sentence", sentence)
            json.field("method", method.text)
            json.field("otherwise", otherwise)
        }
    }
}
