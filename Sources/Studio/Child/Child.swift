package import Kernel

/// The facts about a child that both the rules and the read models need. Requirements J-201, J-612, J-614.
package struct Child: Sendable, Equatable {
    /// The ages that the service is for: a child that is added is this old.
    package static let ages = 3...10
    /// The highest age in years that a child may turn out to have when its month of birth is corrected later.
    package static let ageMax = 21
    /// Bytes in the longest emoji; a family of four needs twenty-five.
    package static let emojiBytesMax = 64

    package var name: Name
    /// Nil when nobody gave it.
    package var birth: Birth?
    package var avatar: Avatar
    package var flags = LifecycleFlags()

    package init(name: Name, birth: Birth?, avatar: Avatar) {
        self.name = name
        self.birth = birth
        self.avatar = avatar
    }

    /// Whole years on `day`; nil when nobody said when the child was born.
    package func age(on day: CalendarDay) -> Int? { birth.map { Age.years(birth: $0.month, on: day) } }

    /// The stage on `day`, which is the day of an artwork and not today. Requirement J-202.
    package func stage(on day: CalendarDay) -> AgeStage { AgeStage.at(birth: birth?.month, on: day) }
}

/// When a child was born, to the month and no closer: all that a stage needs.
package struct Birth: Sendable, Equatable {
    package var month: CalendarMonth
    /// Worked out from an age that was picked, and at most half a year wrong.
    package var isEstimated: Bool

    package init(month: CalendarMonth, isEstimated: Bool = false) {
        self.month = month
        self.isEstimated = isEstimated
    }
}

/// The picture that stands for a child: an emoji, a photo or the first letter.
package enum Avatar: Sendable, Equatable {
    /// The first letter of the name.
    case none
    case emoji(String)
    case photo(FileFacts)

    package static func == (a: Avatar, b: Avatar) -> Bool {
        switch (a, b) {
        case (.none, .none): true
        case (.emoji(let a), .emoji(let b)): a.utf8.elementsEqual(b.utf8)
        case (.photo(let a), .photo(let b)): a == b
        default: false
        }
    }
}

extension Child: FieldMessage {
    package static var schemaName: StaticString { "Child" }
    package static var blank: Child { Child(name: .blank, birth: nil, avatar: .none) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "name", &name)
        coder.field(2, "birth", &birth)
        coder.field(3, "avatar", &avatar)
        coder.field(4, "standing", &flags)
    }
}

extension Birth: FieldMessage {
    package static var schemaName: StaticString { "Birth" }
    package static var blank: Birth { Birth(month: .blank) }

    package mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "month", &month)
        coder.field(2, "is_estimated", &isEstimated)
    }
}

extension Avatar: FieldMessage {
    package static var schemaName: StaticString { "Avatar" }
    package static var blank: Avatar { .none }

    package mutating func code<C: Coder>(_ coder: inout C) {
        var emoji = ""
        var photo: FileFacts?
        switch self {
        case .none: break
        case .emoji(let text): emoji = text
        case .photo(let facts): photo = facts
        }
        coder.field(1, "emoji", omittable: &emoji)
        coder.field(2, "photo", &photo)
        coder.demand(emoji.utf8.isEmpty || photo == nil, "an emoji or a photo, not both")
        if let photo {
            self = .photo(photo)
        } else {
            self = emoji.utf8.isEmpty ? .none : .emoji(emoji)
        }
    }
}
