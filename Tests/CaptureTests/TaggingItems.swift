import Capture
import Kernel
import KernelTesting
import Testing

@Suite("Tagging items")
struct TaggingItems {
    let home = Fixture.name("home")
    let garden = Fixture.name("home/garden")
    let house = Fixture.name("house")

    /// `milk` and `tulips` at home, `shelf` in the garden there.
    var tagged: Spec<CaptureDecider> {
        Fixture.spec.given(
            .itemTagged(.milk, [home]), .itemTagged(.tulips, [home, house]), .itemTagged(.shelf, [garden]))
    }

    @Test(.shows("O-104", "O-155")) func `adds and takes away values, each once, sorted`() throws {
        Fixture.spec.when(.tagItem(.milk, [house, home, home])).then(.itemTagged(.milk, [home, house]))
        tagged.when(.tagItem(.tulips, [home])).thenNothing()
        tagged.when(.untagItem(.tulips, [home, garden])).then(.itemUntagged(.tulips, [home]))
        tagged.when(.untagItem(.milk, [house])).thenNothing()
        let spec = Fixture.spec.after([.tagItem(.milk, [house]), .tagItem(.milk, [home])])
        #expect(Fixture.view(of: spec.history).existing(.milk)?.tags == [home, house])
    }

    @Test(.shows("O-155")) func `whoever tags at once, all tags are there, in whatever order the facts arrive`() {
        let one: [CaptureEvent] = [.itemTagged(.milk, [home])]
        let other: [CaptureEvent] = [.itemTagged(.milk, [house]), .itemTagged(.milk, [home])]
        #expect(
            Fixture.spec.given(one + other).state.model.items[.milk]
                == Fixture.spec.given(other + one).state.model.items[.milk])
    }

    @Test func `has one spelling for a tag, that of the tag, else the first in use`() {
        tagged.when(.tagItem(.shelf, [Fixture.name("HOME")])).then(.itemTagged(.shelf, [home]))
        tagged.when(.untagItem(.milk, [Fixture.name("Home")])).then(.itemUntagged(.milk, [home]))
        tagged.given(.tagCreated(.work, name: Fixture.name("Work"), colour: .none))
            .when(.tagItem(.milk, [Fixture.name("work"), Fixture.name("WORK")]))
            .then(.itemTagged(.milk, [Fixture.name("Work")]))
    }

    @Test func `refuses names that are none, and more than 200 on one item`() {
        Fixture.spec.when(.tagItem(.milk, [Fixture.name("a//b")])).thenRefused(.badTag(Fixture.name("a//b")))
        Fixture.spec.when(.tagItem(.milk, [Fixture.name("/a")])).thenRefused(.badTag(Fixture.name("/a")))
        Fixture.spec.when(.tagItem(.milk, [Fixture.name("")])).thenRefused(.badName(.empty))
        let many = (0...Limits.tagsMax).map { Fixture.name("tag \($0)") }
        Fixture.spec.when(.tagItem(.milk, many)).thenRefused(.tooMany(.tagsOnItem, max: 200))
    }

    @Test func `H5: a list of far too many tags is refused by its count, and the rest of it is not looked at`() {
        let many = (0..<5_000).map { Fixture.name("a tag with a name of some length \($0)") } + [Fixture.name("a//b")]
        Fixture.spec.when(.tagItem(.milk, many)).thenRefused(.tooMany(.tagsOnItem, max: 200))
        // Met twice, in whatever case, is once.
        let twice = (0..<Limits.tagsMax).flatMap { [Fixture.name("tag \($0)"), Fixture.name("TAG \($0)")] }
        let spec = Fixture.spec.after([.tagItem(.milk, twice)])
        #expect(Fixture.view(of: spec.history).existing(.milk)?.tags.count == Limits.tagsMax)
    }

    @Test(.shows("O-163")) func `a tag is created with a colour, under a name that nobody else has`() {
        Fixture.spec.when(.createTag(.home, name: home, colour: .red)).then(
            .tagCreated(.home, name: home, colour: .red))
        let spec = Fixture.spec.given(.tagCreated(.home, name: home, colour: .red))
        spec.when(.createTag(.home, name: house, colour: .none)).thenNothing()
        spec.when(.createTag(.work, name: Fixture.name("Home"), colour: .none))
            .thenRefused(.nameTaken(Fixture.name("Home"), free: Fixture.name("Home 2")))
        spec.when(.createTag(.work, name: Fixture.name("a/"), colour: .none)).thenRefused(.badTag(Fixture.name("a/")))
    }

    @Test func `creating a tag gives the items its spelling, and one that was undone comes back as it is asked for`() {
        tagged.when(.createTag(.home, name: Fixture.name("Home"), colour: .none)).then(
            .itemRetagged(.milk, from: [home], to: [Fixture.name("Home")]),
            .itemRetagged(.tulips, from: [home], to: [Fixture.name("Home")]),
            .tagCreated(.home, name: Fixture.name("Home"), colour: .none))
        Fixture.spec.given(.tagCreated(.home, name: home, colour: .red), .tagWithdrawn(.home))
            .when(.createTag(.home, name: house, colour: .blue))
            .then(.tagRenamed(.home, name: house), .tagRecoloured(.home, colour: .blue), .tagReinstated(.home))
    }

    @Test(.shows("O-163")) func `renaming a tag renames it on every item at once, and what is nested below it`() {
        tagged.given(.tagCreated(.home, name: home, colour: .red))
            .when(.renameTag(.home, to: Fixture.name("flat"))).then(
                .tagRenamed(.home, name: Fixture.name("flat")),
                .itemRetagged(.milk, from: [home], to: [Fixture.name("flat")]),
                .itemRetagged(.tulips, from: [home], to: [Fixture.name("flat")]),
                .itemRetagged(.shelf, from: [garden], to: [Fixture.name("flat/garden")]))
    }

    @Test func `renaming reaches items in the trash, so that they come back renamed`() {
        tagged.given(.tagCreated(.home, name: home, colour: .red), .itemTrashed(.milk))
            .when(.renameTag(.home, to: Fixture.name("flat"))).then(
                .tagRenamed(.home, name: Fixture.name("flat")),
                .itemRetagged(.milk, from: [home], to: [Fixture.name("flat")]),
                .itemRetagged(.tulips, from: [home], to: [Fixture.name("flat")]),
                .itemRetagged(.shelf, from: [garden], to: [Fixture.name("flat/garden")]))
    }

    @Test func `where an item has both names, they become one, and undoing knows which it had`() throws {
        let spec = tagged.given(.tagCreated(.home, name: home, colour: .red))
        let renamed = spec.after([.renameTag(.home, to: house)])
        #expect(renamed.state.model.items[.tulips]?.tags == [house])
        #expect(renamed.state.model.items[.milk]?.tags == [house])
        var now = renamed.state
        for event in renamed.history.dropFirst(spec.history.count).reversed() {
            let subject = event.encoded().subject
            let before = Spec<CaptureDecider>.given(spec.history.filter { $0.encoded().subject == subject }).state
            for undo in try CaptureDecider.compensation(for: event, before: before, now: now, inverse: nil) {
                CaptureDecider.evolve(&now, with: undo)
            }
        }
        #expect(now == spec.state)
    }

    @Test func `a tag is not renamed to what another is called, nor into itself`() {
        let both = tagged.given(
            .tagCreated(.home, name: home, colour: .red), .tagCreated(.work, name: Fixture.name("work"), colour: .none))
        both.when(.renameTag(.home, to: Fixture.name("Work")))
            .thenRefused(.nameTaken(Fixture.name("Work"), free: Fixture.name("Work 2")))
        both.when(.renameTag(.home, to: home)).thenNothing()
        both.when(.renameTag(.home, to: Fixture.name("Home"))).then(
            .tagRenamed(.home, name: Fixture.name("Home")),
            .itemRetagged(.milk, from: [home], to: [Fixture.name("Home")]),
            .itemRetagged(.tulips, from: [home], to: [Fixture.name("Home")]),
            .itemRetagged(.shelf, from: [garden], to: [Fixture.name("Home/garden")]))
        both.when(.renameTagValue(home, to: garden)).thenRefused(.tagInsideItself(home, garden))
        Fixture.spec.when(.renameTag(.home, to: house)).thenRefused(.noSuchTag(.home))
    }

    @Test func `by name it is renamed whether there is a tag of that name or only items, and two become one`() {
        tagged.when(.renameTagValue(home, to: Fixture.name("flat"))).then(
            .itemRetagged(.milk, from: [home], to: [Fixture.name("flat")]),
            .itemRetagged(.tulips, from: [home], to: [Fixture.name("flat")]),
            .itemRetagged(.shelf, from: [garden], to: [Fixture.name("flat/garden")]))
        tagged.given(
            .tagCreated(.home, name: home, colour: .red), .tagCreated(.work, name: house, colour: .none)
        ).when(.renameTagValue(home, to: house)).then(
            .tagDeleted(.home, takenOff: []),
            .itemRetagged(.milk, from: [home], to: [house]),
            .itemRetagged(.tulips, from: [home], to: []),
            .itemRetagged(.shelf, from: [garden], to: [Fixture.name("house/garden")]))
        Fixture.spec.when(.renameTagValue(home, to: house)).thenNothing()
    }

    @Test func `it is recoloured`() {
        let spec = Fixture.spec.given(.tagCreated(.home, name: home, colour: .red))
        spec.when(.recolourTag(.home, .blue)).then(.tagRecoloured(.home, colour: .blue))
        spec.when(.recolourTag(.home, .red)).thenNothing()
        spec.given(.tagDeleted(.home, takenOff: [])).when(.recolourTag(.home, .blue))
            .thenRefused(.tagDeleted(.home, home))
    }

    @Test func `deleting a tag takes it off every item, and restoring gives it back to them`() {
        let spec = tagged.given(.tagCreated(.home, name: home, colour: .red))
        spec.when(.deleteTag(.home)).then(
            .itemUntagged(.milk, [home]), .itemUntagged(.tulips, [home]),
            .tagDeleted(.home, takenOff: [.milk, .tulips]))
        let deleted = spec.after([.deleteTag(.home)])
        deleted.when(.deleteTag(.home)).thenNothing()
        spec.when(.deleteTag(.work)).thenRefused(.noSuchTag(.work))
        spec.given(.tagWithdrawn(.home)).when(.deleteTag(.home)).thenRefused(.noSuchTag(.home))
        deleted.when(.restoreTag(.home))
            .then(.tagRestored(.home), .itemTagged(.milk, [home]), .itemTagged(.tulips, [home]))
        spec.when(.restoreTag(.home)).thenNothing()
        deleted.given(.tagCreated(.work, name: Fixture.name("Home"), colour: .none)).when(.restoreTag(.home))
            .thenRefused(.nameTaken(home, free: Fixture.name("home 2")))
        tagged.when(.deleteTagValue(house)).then(.itemUntagged(.tulips, [house]))
        Fixture.spec.when(.deleteTagValue(house)).thenNothing()
    }
}
