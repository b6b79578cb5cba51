import Boards
import Capture
import Exporters
import Foundation
import Importers
import Kernel
import KernelTesting
import Notes
import Studio
import Testing

@testable import Workspace

@Suite("A whole household that was exported comes back")
struct WorkspaceComesBack {
    private static let seeds = Array(Seed.hundred.prefix(24))

    @Test(.shows("B-02", "T-005"), arguments: seeds.prefix(12))
    func `with every reading of every domain and across them, byte for byte`(seed: Seed) throws {
        var house = TravellingWorkspace(seed)
        try house.live(commands: 400)
        try house.inScratch { target in
            let report = try house.export(house.view, to: target)
            #expect(report.leftOut.allSatisfy { $0.hasPrefix("where ") })
            let copy = try TravellingWorkspace.imported(target, into: (WorkspaceView(), WorkspaceState()))
            #expect(copy.plan.notTaken.allSatisfy { $0.what == "history" })
            house.expectSame(copy.view, as: house.view)
            // What the rules know is what can be read, and taken in again it adds nothing.
            let isInStep = copy.view.state == copy.state
            #expect(isInStep)
            let again = try TravellingWorkspace.plan(target, state: copy.state)
            #expect(again.steps == [])
            // A copy of the copy is the same once more.
            try house.inScratch { second in
                _ = try house.export(copy.view, to: second)
                let other = try TravellingWorkspace.imported(second, into: (WorkspaceView(), WorkspaceState()))
                house.expectSame(other.view, as: copy.view)
            }
        }
    }

    @Test(.shows("B-16"), arguments: Seed.ten)
    func `in part, with what is in the chosen things and no more than they stand in`(seed: Seed) throws {
        var house = TravellingWorkspace(seed)
        try house.live(commands: 400)
        let (held, family) = (house.view.capture.model, house.view.studio.model)
        var chance = seed.chance
        let picked = (
            plan: chance.pick(held.collections.ids.filter { house.view.capture.existing($0) != nil }),
            item: chance.pick(held.items.ids.filter { house.view.capture.existing($0) != nil }),
            album: chance.pick(family.albums.ids.filter { family.existing($0) != nil })
        )
        let (plan, lone, album) = (try #require(picked.plan), try #require(picked.item), try #require(picked.album))
        let selection = ExportSelection(of: [.collection(plan), .item(lone), .album(album)], in: house.view)
        try house.inScratch { target in
            _ = try house.export(house.view, selection, to: target)
            let copy = try TravellingWorkspace.imported(target, into: (WorkspaceView(), WorkspaceState()))
            #expect(copy.plan.notTaken == [])
            let (items, studio) = (copy.view.capture.model.items, copy.view.studio.model)
            let members = held.members(of: plan).ids.filter { house.view.capture.existing($0) != nil }
            #expect(Set(items.ids) == Set(members + [lone]))
            for parent in [nil] + members.map({ Optional($0) }) {
                let order = Array(held.members(of: plan).children(of: parent).ids).filter { members.contains($0) }
                #expect(Array(copy.view.capture.model.members(of: plan).children(of: parent).ids) == order)
            }
            #expect(copy.view.capture.model.collections.ids == [plan])
            let inAlbum = zip(family.albums[album]?.members.ids ?? [], family.albums[album]?.members.entries ?? [])
                .filter { !$0.1.isRemoved && family.existing($0.0) != nil }.map(\.0)
            #expect(Set(studio.artworks.ids) == Set(inAlbum))
            #expect(Set(studio.children.ids) == Set(inAlbum.compactMap { family.artworks[$0]?.child }))
            #expect(studio.albums.ids == [album])
            // What belongs to the family or to other things stays at home.
            #expect(copy.view.notes.notes.ids.isEmpty && copy.view.boards.model.boards.ids.isEmpty)
            #expect(copy.view.capture.model.prompts.ids.isEmpty)
            #expect(!studio.consents.ids.contains(FamilyID.ours.entity))
            #expect(studio.reminders == StudioModel().reminders)
            let runs = copy.view.capture.model.runs
            #expect(runs.entries.allSatisfy { $0.request.items.allSatisfy { items[$0] != nil } })
            for id in items.ids { #expect(items[id]?.content == held.items[id]?.content) }
        }
    }

    /// Chance that never makes anything would show nothing.
    @Test func `that holds something of everything`() throws {
        var seen: [String: Int] = [:]
        for seed in Self.seeds {
            var house = TravellingWorkspace(seed)
            try house.live(commands: 400)
            seen.merge(house.inventory) { $0 + $1 }
        }
        for (what, count) in seen.sorted(by: { precedes($0.key, $1.key) }) {
            #expect(count > 2, "\(what): \(count)")
        }
    }
}
