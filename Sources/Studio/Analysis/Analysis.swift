package import Kernel

/// The facts about one analysis of one artwork that both the rules and the read models need. No analysis runs here: the
/// request, its provider and its result are recorded.
package struct Analysis: Sendable, Equatable {
    /// Times an analysis may be tried again.
    package static let attemptsMax = 20
    package static let reasonBytesMax = 2_000

    package var artwork: ArtworkID
    /// Of the last attempt.
    package var method: AnalysisMethod
    /// SHA-256 of everything that was handed over.
    package var inputDigest: [UInt8]
    /// 1 for the first.
    package var attempt = 1
    package var status = AnalysisStatus.pending
    /// Why the last attempt failed.
    package var reason = ""
    /// Of the last attempt that came to one: a new attempt leaves it until it is better.
    package var result: AnalysisResult?
    /// Sorted by identifier. Copies, so that a tip that was liked outlives the result it came with. Requirement J-309.
    package var saved: [Tip] = []
    /// One for each tip that has any.
    package var ratings: [TipRating] = []
    /// True if someone looked at the tips. Requirement J-209.
    package var isRead = false
    package var isWithdrawn = false

    package init(of artwork: ArtworkID, method: AnalysisMethod, inputDigest: [UInt8]) {
        self.artwork = artwork
        self.method = method
        self.inputDigest = inputDigest
    }

    /// One of the result or a saved one.
    package func tip(_ id: TipID) -> Tip? {
        result?.tips.first { $0.id == id } ?? saved.first { $0.id == id }
    }

    package func isSaved(_ tip: TipID) -> Bool { saved.contains { $0.id == tip } }
    package func rating(of tip: TipID) -> Rating { ratings.first { $0.tip == tip }?.rating ?? .none }

    mutating func save(_ tip: Tip) {
        saved.removeAll { $0.id == tip.id }
        saved.insert(tip, at: saved.firstIndex { tip.id < $0.id } ?? saved.count)
    }

    mutating func rate(_ tip: TipID, _ rating: Rating) {
        ratings.removeAll { $0.tip == tip }
        guard rating != .none else { return }
        ratings.insert(TipRating(tip: tip, rating: rating), at: ratings.firstIndex { tip < $0.tip } ?? ratings.count)
    }

    /// Where it stands, to go back to when what follows is undone.
    package var outcome: AnalysisOutcome {
        get {
            AnalysisOutcome(
                method: method, inputDigest: inputDigest, attempt: attempt, status: status, reason: reason,
                result: result, isRead: isRead)
        }
        set {
            method = newValue.method
            inputDigest = newValue.inputDigest
            attempt = newValue.attempt
            status = newValue.status
            reason = newValue.reason
            result = newValue.result
            isRead = newValue.isRead
        }
    }
}

/// The state of an analysis: pending, or how it ended.
package enum AnalysisStatus: UInt64, FieldChoice, Sendable {
    case pending = 0
    case completed = 1
    case failed = 2
    /// Its consent was withdrawn while it was under way.
    case stopped = 3

    package static var blank: AnalysisStatus { .pending }

    package var fieldName: StaticString {
        switch self {
        case .pending: "pending"
        case .completed: "completed"
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }
}

/// The provider, model and version that do the work: results of different methods are never compared.
package struct AnalysisMethod: Sendable, Equatable {
    /// `local`, or the name of a service.
    package var provider: Name
    package var model: Name
    /// Of the instructions that the model was given.
    package var version: Int

    package init(provider: Name, model: Name, version: Int) {
        self.provider = provider
        self.model = model
        self.version = version
    }
}

/// The result of an analysis: metrics, tips and suggested tags.
package struct AnalysisResult: Sendable, Equatable {
    /// Tips in one result. Requirement J-303.
    package static let tips = 3...5
    package static let tagsMax = 20
    package static let descriptionBytesMax = 600

    /// One for each skill at most.
    package var metrics: [SkillMetric]
    package var tips: [Tip]
    /// Proposals: a tag is on the artwork when a person put it there. Requirement J-207.
    package var suggestedTags: [SuggestedTag]
    /// Nil for a provider that counts nothing.
    package var usage: ProviderUsage?
    /// The picture in words, for a person who does not see it; empty where nobody said. Requirement J-415.
    package var description: String

    package init(
        metrics: [SkillMetric], tips: [Tip], suggestedTags: [SuggestedTag] = [], usage: ProviderUsage? = nil,
        description: String = ""
    ) {
        self.description = description
        self.metrics = metrics
        self.tips = tips
        self.suggestedTags = suggestedTags
        self.usage = usage
    }
}

/// The level of one skill that one artwork shows.
package struct SkillMetric: Sendable, Equatable {
    package static let thousandths = 0...1000

    package var skill: Skill
    package var thousandths: Int
    /// The method that measured it; only numbers of one method are compared.
    package var method: Name
    package var version: Int
    /// The noise floor of the method in thousandths: two pictures of one page may lie this far apart. 0 where nobody said.
    package var noise: Int

    package init(skill: Skill, thousandths: Int, method: Name, version: Int, noise: Int = 0) {
        self.noise = noise
        self.skill = skill
        self.thousandths = thousandths
        self.method = method
        self.version = version
    }
}

/// Something to try next. Requirements J-302, J-304.
package struct Tip: Sendable, Equatable {
    package static let textBytesMax = 2_000
    package static let resourceBytesMax = 200

    package var id: TipID
    package var text: String
    package var skill: Skill
    package var stage: AgeStage
    /// Names an entry of the curated list; empty for none. Never an address: those are only in the list.
    package var resource: String
    /// Of the curated list; 0 without a resource.
    package var listVersion: Int

    package init(id: TipID, text: String, skill: Skill, stage: AgeStage, resource: String = "", listVersion: Int = 0) {
        self.id = id
        self.text = text
        self.skill = skill
        self.stage = stage
        self.resource = resource
        self.listVersion = listVersion
    }
}

/// A tag that an analysis would put on the artwork.
package struct SuggestedTag: Sendable, Equatable {
    package var tag: Name
    /// The confidence of the method, 0 to 1000.
    package var confidence: Int

    package init(tag: Name, confidence: Int) {
        self.tag = tag
        self.confidence = confidence
    }
}

/// A parent's opinion of a tip.
package enum Rating: UInt64, FieldChoice, Sendable {
    case none = 0
    case up = 1
    case down = 2

    package static var blank: Rating { .none }

    package var fieldName: StaticString {
        switch self {
        case .none: "none"
        case .up: "up"
        case .down: "down"
        }
    }
}

package struct TipRating: Sendable, Equatable {
    package var tip: TipID
    package var rating: Rating
}

/// Where an analysis stood at some point, as undoing goes back to it.
package struct AnalysisOutcome: Sendable, Equatable {
    package var method: AnalysisMethod
    package var inputDigest: [UInt8]
    package var attempt: Int
    package var status: AnalysisStatus
    package var reason: String
    package var result: AnalysisResult?
    package var isRead: Bool

    package init(
        method: AnalysisMethod, inputDigest: [UInt8], attempt: Int, status: AnalysisStatus, reason: String,
        result: AnalysisResult?, isRead: Bool
    ) {
        self.method = method
        self.inputDigest = inputDigest
        self.attempt = attempt
        self.status = status
        self.reason = reason
        self.result = result
        self.isRead = isRead
    }
}
