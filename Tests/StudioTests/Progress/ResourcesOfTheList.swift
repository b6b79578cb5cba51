import Kernel
import KernelTesting
import Studio
import Testing

@Suite("The curated list of resources")
struct ResourcesOfTheList {
    /// The number of entries of each version; one more line with each version.
    static let entriesByVersion = [54]

    @Test(arguments: 1...ResourceList.version)
    func `an entry keeps its number and its words for ever`(version: Int) throws {
        #expect(Self.entriesByVersion.count == ResourceList.version)
        let entries = ResourceList.all.prefix(Self.entriesByVersion[version - 1])
        let lines = entries.map { entry in
            "\(entry.name) · \(entry.stage.words) · \(entry.advice)\n  \(entry.title) · \(entry.link)\n"
        }
        try expectGolden(lines.joined(), "progress/resources-\(version).txt")
    }

    @Test func `the numbers ascend without a gap, and every name finds its entry`() {
        let all = ResourceList.all
        #expect(all.map(\.number) == Array(1...Self.entriesByVersion[ResourceList.version - 1]))
        for entry in all { #expect(ResourceList.entry(named: entry.name) == entry) }
        #expect(ResourceList.entry(named: "writing-0") == nil)
        #expect(Set(all.map(\.advice)).count == all.count)
    }

    @Test(.shows("J-302")) func `every skill has three entries and more at every stage`() {
        for skill in Skill.allCases {
            for stage in AgeStage.table {
                let entries = ResourceList.entries(skill: skill, stage: stage)
                #expect(entries.count >= ResourceList.perSkillAndStageMin, "\(skill) \(stage)")
                #expect(entries.allSatisfy { $0.skill == skill && $0.stage == stage })
            }
        }
        #expect(ResourceList.entries(stage: .beyond) == ResourceList.entries(stage: .late))
        #expect(ResourceList.entries(skill: .writing).count == 9)
    }

    @Test func `a link is encrypted, carries nothing, and reads as words`() throws {
        for entry in ResourceList.all {
            let path = try #require(entry.link.wholeMatch(of: #/https://[a-z.]+(/[A-Za-z0-9_()/.-]*)/#)).1
            #expect(path.contains(#/[a-z]{3,}/#), "\(entry.link)")
        }
    }

    @Test(arguments: Seed.hundred)
    func `what is picked is of the stage, each once, and new as long as there is anything new`(seed: Seed) {
        var chance = seed.chance
        let stage = chance.pick(AgeStage.allCases) ?? .unknown
        let skills = Skill.allCases.shuffled(using: &chance).prefix(chance.below(4))
        let all = ResourceList.entries(stage: stage)
        let given = all.filter { _ in chance.once(in: 2) }.map(\.number)
        let besides = all.filter { _ in chance.once(in: 5) }.map(\.number)
        let count = chance.below(20)

        let picked = ResourceList.picked(count, at: stage, skills: Array(skills), given: given, besides: besides)

        let open = all.filter { !besides.contains($0.number) }
        #expect(picked.count == min(count, open.count))
        #expect(Set(picked.map(\.number)).count == picked.count)
        #expect(picked.allSatisfy { open.contains($0) })
        let fresh = open.filter { !given.contains($0.number) }
        #expect(picked.prefix(fresh.count).allSatisfy { fresh.contains($0) })
        // The skills that matter come first, one each.
        let wanted = skills.filter { skill in fresh.contains { $0.skill == skill } }
        #expect(picked.prefix(wanted.count).map(\.skill) == Array(wanted.prefix(picked.count)))
    }
}
