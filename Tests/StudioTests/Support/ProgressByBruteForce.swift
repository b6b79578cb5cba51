import Kernel
import KernelTesting
import Testing

@testable import Studio

/// Levels worked out the slow way, from the events alone: nothing here is shared with what is tested.
private struct BruteForce {
    struct Work {
        var child: ChildID
        var month: String
        var day: CalendarDay
        var isTrashed = false
        var isWithdrawn = false
    }

    var works: [ArtworkID: Work] = [:]
    var trashed: Set<ChildID> = []
    /// In the order in which they were asked for.
    var asked: [(id: AnalysisID, artwork: ArtworkID)] = []
    var results: [AnalysisID: AnalysisResult] = [:]
    var withdrawn: Set<AnalysisID> = []
    var answers: [EntityID: Bool] = [:]

    init(_ events: [StudioEvent]) {
        for event in events {
            switch event {
            case .artworkUploaded(let id, let child, let new):
                let day = new.date ?? new.uploaded
                works[id] = Work(child: child, month: String(day.text.prefix(7)), day: day)
            case .artworkDated(let id, let day):
                works[id]?.month = String(day.text.prefix(7))
                works[id]?.day = day
            case .artworkReassigned(let id, _, let child): works[id]?.child = child
            case .artworkTrashed(let id): works[id]?.isTrashed = true
            case .artworkRestored(let id): works[id]?.isTrashed = false
            case .artworkWithdrawn(let id): works[id]?.isWithdrawn = true
            case .artworkReinstated(let id): works[id]?.isWithdrawn = false
            case .childTrashed(let id): trashed.insert(id)
            case .childRestored(let id): trashed.remove(id)
            case .analysisRequested(let id, let artwork, _, _): asked.append((id, artwork))
            case .analysisCompleted(let id, let result): results[id] = result
            case .analysisWithdrawn(let id): withdrawn.insert(id)
            case .analysisReinstated(let id): withdrawn.remove(id)
            case .consentGiven(let holder, _, _): answers[holder] = true
            case .consentWithdrawn(let holder, _, _): answers[holder] = false
            case .consentReopened(let holder, _): answers[holder] = nil
            default: break
            }
        }
    }

    /// `"line_control 2026-10": (750, 1)` of one child.
    func levels(of child: ChildID) -> [String: (level: Int, observations: Int)] {
        let own = answers[child.entity]
        let common = answers[FamilyID.ours.entity]
        guard own != false, common != false, own == true || common == true, !trashed.contains(child) else { return [:] }
        let shown = works.filter { $0.value.child == child && !$0.value.isTrashed && !$0.value.isWithdrawn }
        var found: [String: (level: Int, observations: Int)] = [:]
        for skill in Skill.allCases {
            // All measures of the skill, artwork by artwork.
            var measures: [ArtworkID: [SkillMetric]] = [:]
            for (id, artwork) in asked where shown[artwork] != nil && !withdrawn.contains(id) {
                for metric in results[id]?.metrics ?? [] where metric.skill == skill {
                    measures[artwork, default: []].append(metric)
                }
            }
            let newest = measures.keys.max {
                (shown[$0]?.day ?? .blank, $0) < (shown[$1]?.day ?? .blank, $1)
            }
            guard let newest, let by = measures[newest]?.last else { continue }
            var values: [String: [Int]] = [:]
            for (artwork, metrics) in measures {
                guard let work = shown[artwork],
                    let metric = metrics.last(where: { $0.method == by.method && $0.version == by.version })
                else { continue }
                values[work.month, default: []].append(metric.thousandths)
            }
            for (month, values) in values {
                let exact = Double(values.reduce(0, +)) / Double(values.count)
                found["\(skill) \(month)"] = (Int(exact.rounded(.toNearestOrAwayFromZero)), values.count)
            }
        }
        return found
    }
}

@Suite("Progress from history")
struct ProgressFromHistory {
    /// A random simulation of two children: everything that can change a level, in any order.
    static func simulation(_ seed: Seed, events count: Int) -> [StudioEvent] {
        var chance = seed.chance
        var family = ProgressFamily()
        var artworks: [ArtworkID] = []
        var analyses: [AnalysisID] = []
        let children = [ProgressFamily.mia, ProgressFamily.ben]
        func date() -> CalendarDay { CalendarDay(daysSinceEpoch: 20_400 + chance.below(200)) }
        while family.events.count < count {
            let child = children[chance.below(2)]
            let artwork = chance.pick(artworks) ?? .zero
            let analysis = chance.pick(analyses) ?? .zero
            switch chance.below(20) {
            case 0..<5: artworks.append(family.upload(nil, of: child, made: date().text))
            case 5..<11:
                let found = Skill.allCases.filter { _ in chance.once(in: 2) }.map { ($0, chance.below(1001)) }
                let method = chance.once(in: 5) ? "pixels" : "strokes"
                let version = chance.once(in: 5) ? 2 : 1
                analyses.append(family.analyse(artwork, found, method: method, version: version))
            case 11: family.record(.artworkDated(artwork, date()))
            case 12: family.record(.artworkReassigned(artwork, from: children[0], to: child))
            case 13: family.record(chance.once(in: 2) ? .artworkTrashed(artwork) : .artworkRestored(artwork))
            case 14: family.record(chance.once(in: 2) ? .artworkWithdrawn(artwork) : .artworkReinstated(artwork))
            case 15: family.record(chance.once(in: 2) ? .analysisWithdrawn(analysis) : .analysisReinstated(analysis))
            case 16: family.record(.analysisCompleted(analysis, family.result([(.writing, chance.below(1001))])))
            case 17: family.record(chance.once(in: 3) ? .childTrashed(child) : .childRestored(child))
            case 18: family.record(.consentGiven(child.entity, .analysis, notice: ""))
            default:
                family.record(
                    chance.once(in: 2)
                        ? .consentWithdrawn(child.entity, .analysis, notice: "")
                        : .consentReopened(child.entity, .analysis))
            }
        }
        return family.events
    }

    static func facts(_ events: [StudioEvent]) -> [Recorded<StudioEvent>] {
        events.enumerated().map { offset, event in
            Recorded(
                position: Position(UInt64(offset + 1)), actor: .zero, device: .zero,
                instant: Instant(seconds: Int64(offset)), event: event)
        }
    }

    /// At every thirtieth event, since an undone consent or a trashed child hides everything now and then.
    @Test(.shows("J-461", "J-211"), arguments: Seed.hundred)
    func `the numbers are those of a count over all events, and a rebuild gives the same`(seed: Seed) throws {
        let facts = Self.facts(Self.simulation(seed, events: 200))
        var view = StudioProjection.empty
        var compared = 0
        for (offset, fact) in facts.enumerated() {
            StudioProjection.project(fact, into: &view)
            guard offset % 30 == 29 || offset == facts.count - 1 else { continue }
            let brute = BruteForce(facts[...offset].map(\.event))
            for child in [ProgressFamily.mia, ProgressFamily.ben] {
                var found: [String: (level: Int, observations: Int)] = [:]
                let heatmap = try #require(view.heatmap(of: child))
                for row in heatmap.rows {
                    for (month, cell) in zip(heatmap.months, row.cells) {
                        if let cell { found["\(row.skill) \(month.text)"] = (cell.level, cell.observations) }
                    }
                }
                let expected = brute.levels(of: child)
                #expect(Set(found.keys) == Set(expected.keys))
                for (key, value) in expected {
                    #expect(found[key]?.level == value.level, "\(key) after \(offset + 1) events")
                    #expect(found[key]?.observations == value.observations, "\(key) after \(offset + 1) events")
                    compared += 1
                }
            }
        }
        #expect(compared > 0)

        // Rebuilt from nothing, and from a snapshot half-way.
        let rebuilt = ProgressFamily.view(of: facts)
        var resumed = try throughASnapshot(ProgressFamily.view(of: facts.prefix(100)))
        for fact in facts.dropFirst(100) { StudioProjection.project(fact, into: &resumed) }
        let today = ProgressFamily.today
        for child in [ProgressFamily.mia, ProgressFamily.ben] {
            for other in [rebuilt, resumed] {
                #expect(other.heatmap(of: child) == view.heatmap(of: child))
                #expect(other.progress(of: child, today: today) == view.progress(of: child, today: today))
            }
        }
        #expect(rebuilt.timeline(today: today) == view.timeline(today: today))
        #expect(resumed.timeline(today: today) == view.timeline(today: today))
        #expect(resumed.week(of: today) == view.week(of: today))
    }

    private func throughASnapshot(_ view: StudioView) throws -> StudioView {
        var writer = FieldWriter()
        var view = view
        view.code(&writer)
        return try FieldReader.read(writer.bytes.span.bytes, subject: .zero) { reader throws(CodingFault) in
            var back = StudioView.blank
            back.code(&reader)
            return back
        }
    }
}
