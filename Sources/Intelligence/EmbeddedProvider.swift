import Capture
package import Kernel
package import Studio

/// The provider that is always there: rules, measures and building blocks of this program. Nothing leaves the machine, no key
/// is needed, and none of it is called intelligent. Requirement J-013.
package struct EmbeddedProvider: Provider {
    private let mint: @Sendable () -> EntityID

    /// - Parameter mint: an identifier for each suggestion and tip.
    package init(mint: @escaping @Sendable () -> EntityID) { self.mint = mint }

    package static var name: String { RunRequest.embeddedProvider }
    package var name: String { Self.name }
    package var isRemote: Bool { false }

    package func method(for capability: Capability) -> AnalysisMethod? {
        let (model, version): (String, Int)
        switch capability {
        case .organise: (model, version) = ("rules", CaptureRules.version)
        case .analyse: (model, version) = ("measures", PictureMeasures.version)
        case .tell: (model, version) = ("building blocks", StoryTemplate.version)
        case .transcribe, .speak: return nil
        }
        return AnalysisMethod(provider: Name(recorded: name), model: Name(recorded: model), version: version)
    }

    package func organise(_ question: OrganiseQuestion) async throws(ProviderFailure) -> OrganiseAnswer {
        let findings = CaptureRules(question).findings()
        let suggestions = findings.proposals.prefix(OrganiseRun.suggestionsMax).compactMap { proposal in
            (try? Name(proposal.title)).map { title in
                OrganiseSuggestion(
                    id: mint().as(OrganiseSuggestion.self), kind: proposal.kind, title: title, parts: proposal.parts,
                    confidenceThousandths: proposal.rule.confidence)
            }
        }
        let questions = Array(findings.questions.prefix(OrganiseRun.questionsMax))
        return OrganiseAnswer(
            suggestions: suggestions, questions: questions, bytes: Self.bytes(of: findings, version: CaptureRules.version))
    }

    package func analyse(_ question: PictureQuestion) async throws(ProviderFailure) -> AnalysisResult {
        let found = MeasuredTips(PictureMeasures(of: question.raster), question)
        return AnalysisResult(
            metrics: found.metrics, tips: found.tips { mint().as(Tip.self) }, suggestedTags: found.tags,
            description: found.description)
    }

    package func tell(_ question: StoryQuestion) async throws(ProviderFailure) -> StoryAnswer {
        var template = StoryTemplate(question)
        let title = template.title()
        let passages = template.passages()
        guard let method = method(for: .tell) else { throw .unsupported(.tell) }
        return StoryAnswer(
            text: StoryText(title: title, passages: passages, method: method),
            moderation: StoryModeration.judged(passages, title: title.text))
    }

    /// The findings as bytes, without identifiers: the same captures always have the same.
    private static func bytes(of findings: CaptureRules.Findings, version: Int) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.field("version", version)
            json.key("suggestions")
            json.array(findings.proposals) { json, proposal in
                json.object { json in
                    json.field("rule", proposal.rule.rawValue)
                    json.field("title", proposal.title)
                    json.key("parts")
                    json.array(proposal.parts) { json, part in
                        json.object { json in
                            json.field("item", part.citation.item.text)
                            json.field("start", part.citation.start)
                            json.field("length", part.citation.length)
                        }
                    }
                }
            }
            json.field("questions", findings.questions)
        }
        return json.bytes
    }
}
