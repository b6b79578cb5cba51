import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Finding duplicates")
struct FindingDuplicates {
    @Test(.shows("B-61"))
    func `the same bytes in two artworks are found, and not those in the trash`() {
        let twice = Fixture.spec.after([
            .uploadArtwork(.new, of: .ben, Fixture.artwork(2), ifKnown: .kept)
        ])
        let exact = Fixture.view(of: twice.history).duplicates().exact
        #expect(exact.map { $0.images.map(\.artwork) } == [[.boat, .new]])
        #expect(Fixture.view(of: twice.after([.trashArtwork(.boat)]).history).duplicates().exact.isEmpty)
        #expect(Fixture.view(of: Fixture.spec.history).duplicates().exact.isEmpty)
    }

    @Test(.shows("B-61"), arguments: 0...12)
    func `images alike to the eye differ in six bits at most`(bits: Int) {
        let print: UInt64 = 0x0123_4567_89AB_CDEF
        var other = print
        for bit in 0..<bits { other ^= 1 << UInt64(bit * 5) }
        let family = Fixture.spec.after([
            .uploadArtwork(
                .new, of: .ben, NewArtwork(images: [Fixture.image(7, fingerprint: print)], uploaded: Fixture.today)),
            .uploadArtwork(
                Fixture.id(25), of: .mia,
                NewArtwork(images: [Fixture.image(8, fingerprint: other)], uploaded: Fixture.today)),
        ])
        let near = Fixture.view(of: family.history).duplicates().near
        #expect(near.map { $0.images.map(\.artwork) } == (bits <= 6 ? [[.new, Fixture.id(25)]] : []))
    }

    @Test(.shows("B-61"), arguments: Seed.ten)
    func `no alike pair is missed, and none is made up`(seed: Seed) {
        var chance = seed.chance
        let centres = (0..<6).map { _ in chance.next() }
        let prints = (0..<60).map { place -> UInt64 in
            var print = centres[chance.below(centres.count)]
            for _ in 0..<chance.below(9) { print ^= 1 << UInt64(chance.below(64)) }
            return print
        }
        var history = Array(Fixture.spec.history.prefix(1))
        for (place, print) in prints.enumerated() {
            history.append(
                Fixture.uploaded(
                    Fixture.id(3_000 + UInt64(place)), of: .mia,
                    NewArtwork(images: [Fixture.image(300 + place, fingerprint: print)], uploaded: Fixture.today)))
        }
        // Each with each, and joined until nothing changes.
        var group = Array(prints.indices)
        var isChanging = true
        while isChanging {
            isChanging = false
            for a in prints.indices {
                for b in prints.indices where group[a] < group[b] && (prints[a] ^ prints[b]).nonzeroBitCount <= 6 {
                    group[b] = group[a]
                    isChanging = true
                }
            }
        }
        let expected = Dictionary(grouping: prints.indices, by: { group[$0] }).values.filter { $0.count > 1 }
        let near = Fixture.view(of: history).duplicates().near
        let found = near.map { $0.images.map(\.artwork) }
        #expect(Set(found) == Set(expected.map { $0.map { Fixture.id(3_000 + UInt64($0)) } }))
    }
}
