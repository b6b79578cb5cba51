package import Kernel

/// A day worth remembering in a child's making. Requirement J-005.
///
/// The first upload, the first story and a skill that rose are recorded by the rules together with what caused them,
/// under identifiers that follow from the cause: so each happens once, on every device.
package struct Milestone: Sendable, Equatable {
    package var kind: MilestoneKind
    package var child: ChildID
    package var day: CalendarDay
    /// Out of sight, on purpose.
    package var isHidden = false
    package var isWithdrawn = false

    package init(kind: MilestoneKind, child: ChildID, day: CalendarDay) {
        self.kind = kind
        self.child = child
        self.day = day
    }
}

package enum MilestoneKind: Sendable, Equatable {
    case custom(Name)
    case firstUpload
    case firstStory
    case skillUp(Skill, SkillStep)

    /// The text that readers see.
    package var words: String {
        switch self {
        case .custom(let name): name.text
        case .firstUpload: "First upload"
        case .firstStory: "First story"
        case .skillUp(let skill, let step): skill.title + ": " + step.words
        }
    }
}

extension Identifier where Kind == Milestone {
    /// Of which a child has one.
    static func firstUpload(of child: ChildID) -> MilestoneID { derived(from: child, 1) }
    static func firstStory(of child: ChildID) -> MilestoneID { derived(from: child, 2) }
    /// Of which an analysis leads to one for each skill, at the step that it came to.
    static func skillUp(_ rise: SkillLevels.Rise, by analysis: AnalysisID) -> MilestoneID {
        derived(from: analysis, 16 + rise.skill.rawValue * 16 + UInt64(rise.step.rawValue))
    }

    /// Another identifier for each number, and the same on every device; still a UUIDv7 of the same instant.
    private static func derived<Cause>(from cause: Identifier<Cause>, _ number: UInt64) -> MilestoneID {
        MilestoneID(hi: cause.hi, lo: cause.lo ^ (0x2D4D_494C_4553_0000 | number) & 0x3FFF_FFFF_FFFF_FFFF)
    }
}

extension Milestone: FieldMessage {
    package static var schemaName: StaticString { "Milestone" }
    package static var blank: Milestone { Milestone(kind: .blank, child: .zero, day: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "kind", &kind)
        coder.field(2, "child", &child)
        coder.field(3, "day", &day)
        coder.field(4, "is_hidden", &isHidden)
        coder.field(5, "is_withdrawn", &isWithdrawn)
    }
}

extension MilestoneKind: FieldMessage {
    package static var schemaName: StaticString { "MilestoneKind" }
    package static var blank: MilestoneKind { .custom(.blank) }

    private enum Sort: UInt64, FieldChoice {
        case custom = 0
        case firstUpload = 1
        case firstStory = 2
        case skillUp = 3

        static var blank: Sort { .custom }

        var fieldName: StaticString {
            switch self {
            case .custom: "custom"
            case .firstUpload: "first_upload"
            case .firstStory: "first_story"
            case .skillUp: "skill_up"
            }
        }
    }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var sort = Sort.custom
        var name = Name.blank
        var skill = Skill.blank
        var step = 0
        switch self {
        case .custom(let given): name = given
        case .firstUpload: sort = .firstUpload
        case .firstStory: sort = .firstStory
        case .skillUp(let risen, let reached):
            sort = .skillUp
            skill = risen
            step = reached.rawValue
        }
        coder.field(1, "sort", &sort)
        coder.field(2, "name", &name)
        coder.field(3, "skill", &skill)
        coder.field(4, "step", &step)
        switch sort {
        case .custom: self = .custom(name)
        case .firstUpload: self = .firstUpload
        case .firstStory: self = .firstStory
        case .skillUp: self = .skillUp(skill, SkillStep(rawValue: step) ?? .flourishing)
        }
    }
}
