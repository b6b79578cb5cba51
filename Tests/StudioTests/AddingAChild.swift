import Kernel
import KernelTesting
import Studio
import Testing

@Suite("Adding a child")
struct AddingAChild {
    let family = Fixture.spec

    @Test(.shows("J-612", "J-614", "J-201"))
    func `a child has a name, a month of birth or a picked age, and a portrait`() {
        let born = Birth(month: Fixture.month("2020-05"))
        family.when(add(birth: "2020-05", avatar: .emoji("🦄")))
            .then(.childAdded(.lea, name: Fixture.name("Lea"), birth: born, avatar: .emoji("🦄")))
        let photo = Fixture.file(90, "lea.jpg")
        family.when(add(age: 6, avatar: .photo(photo)))
            .then(
                .childAdded(
                    .lea, name: Fixture.name("Lea"), birth: Birth(month: Fixture.month("2020-05"), isEstimated: true),
                    avatar: .photo(photo)))
    }

    @Test(.shows("J-612"), arguments: 0...14)
    func `a child is three to ten years old when it is added`(years: Int) {
        let outcome = family.when(add(age: years))
        let month = CalendarMonth(
            monthsSinceYearZero: CalendarMonth(of: Fixture.today).monthsSinceYearZero - years * 12)
        let born = family.when(
            .addChild(.lea, name: Fixture.name("Lea"), birth: month, age: nil, avatar: .none, today: Fixture.today))
        if (3...10).contains(years) {
            #expect((try? outcome.result.get())?.count == 1)
            #expect((try? born.result.get())?.count == 1)
        } else {
            outcome.thenRefused(.badAge(years: years))
            born.thenRefused(.badAge(years: years))
        }
    }

    @Test func `is refused without an age, before birth, without a name, and with what is no emoji`() {
        family.when(add()).thenRefused(.noAge)
        family.when(add(birth: "2026-12")).thenRefused(.birthInFuture)
        family.when(
            .addChild(.lea, name: Fixture.name(""), birth: nil, age: 5, avatar: .none, today: Fixture.today)
        ).thenRefused(.badName(.empty))
        for text in ["", "a", "ab", "🦊🦊", "\n"] {
            family.when(add(age: 5, avatar: .emoji(text))).thenRefused(.badEmoji)
        }
        family.when(add(age: 5, avatar: .photo(Fixture.file(1, type: "text/plain"))))
            .thenRefused(.badFile(.notAnImage))
    }

    @Test func `does nothing when the child is there, and brings back one whose adding was undone, as asked for now`() {
        family.when(
            .addChild(.mia, name: Fixture.name("Other"), birth: nil, age: 99, avatar: .none, today: Fixture.today)
        ).thenNothing()
        family.after([add(age: 6)]).given(.childWithdrawn(.lea)).when(add(birth: "2020-05", avatar: .emoji("🦄")))
            .then(
                .childBirthCorrected(.lea, birth: Birth(month: Fixture.month("2020-05"))),
                .childPortrayed(.lea, .emoji("🦄")), .childReinstated(.lea))
    }

    @Test(.shows("J-201"))
    func `a child is renamed, portrayed anew, and its birth is put right`() {
        family.when(.renameChild(.mia, to: Fixture.name("Maria"))).then(
            .childRenamed(.mia, name: Fixture.name("Maria")))
        family.when(.portrayChild(.mia, .none)).then(.childPortrayed(.mia, .none))
        family.when(.correctBirth(.ben, Fixture.month("2018-01"), today: Fixture.today))
            .then(.childBirthCorrected(.ben, birth: Birth(month: Fixture.month("2018-01"))))
        family.when(.correctBirth(.mia, nil, today: Fixture.today)).then(.childBirthCorrected(.mia, birth: nil))

        family.when(.renameChild(.mia, to: Fixture.name("Mia"))).thenNothing()
        family.when(.portrayChild(.mia, .emoji("🦊"))).thenNothing()
        family.when(.correctBirth(.mia, Fixture.month("2022-04"), today: Fixture.today)).thenNothing()

        family.when(.renameChild(.lea, to: Fixture.name("Lea"))).thenRefused(.noSuchChild(.lea))
        for command: StudioCommand in [.portrayChild(.lea, .none), .trashChild(.lea), .restoreChild(.lea)] {
            family.when(command).thenRefused(.noSuchChild(.lea))
        }
        family.when(.correctBirth(.mia, Fixture.month("2027-01"), today: Fixture.today)).thenRefused(.birthInFuture)
        family.when(.correctBirth(.mia, Fixture.month("1990-01"), today: Fixture.today)).thenRefused(.birthInFuture)
    }

    @Test(.shows("J-112"))
    func `a child goes to the trash with its artworks, and comes back with them`() throws {
        let away = family.after([.trashChild(.mia)])
        let view = Fixture.view(of: away.history)
        #expect(view.gallery().artworks.map(\.id) == [.letter])
        let trash = view.trash(name: Fixture.name(of:))
        #expect(trash.children.map(\.id) == [.mia])
        #expect(trash.children.map(\.artworks) == [3])
        #expect(trash.artworks.isEmpty, "they are in it with the child, and not beside it")

        away.when(.trashChild(.mia)).thenNothing()
        away.when(.renameChild(.mia, to: Fixture.name("M"))).thenRefused(.childInTrash(.mia, Fixture.name("Mia")))
        away.when(.captionArtwork(.sun, nil)).thenRefused(.childInTrash(.mia, Fixture.name("Mia")))
        away.when(.restoreChild(.mia)).then(.childRestored(.mia))
        family.when(.restoreChild(.mia)).thenNothing()
        let back = away.given(.childRestored(.mia))
        #expect(Fixture.view(of: back.history).gallery() == Fixture.view(of: family.history).gallery())
    }

    @Test func `adding cannot be undone over artworks that the child has by now, and the refusal counts them`() {
        let refusal = StudioRefusal.childNotEmpty(.mia, Fixture.name("Mia"), artworks: 3)
        #expect(throws: refusal) {
            try StudioDecider.compensation(
                for: family.history[0], before: StudioDecider.initial, now: family.state, inverse: nil)
        }
    }

    @Test func `a hundred children are the limit`() {
        var history: [StudioEvent] = []
        for number in 0..<UInt64(StudioState.childrenMax) {
            history.append(
                .childAdded(Fixture.id(5_000 + number), name: Fixture.name("Child"), birth: nil, avatar: .none))
        }
        Spec<StudioDecider>.given(history).when(add(age: 5))
            .thenRefused(.tooMany(.children, max: StudioState.childrenMax))
    }

    private func add(birth: String? = nil, age: Int? = nil, avatar: Avatar = .none) -> StudioCommand {
        .addChild(
            .lea, name: Fixture.name("Lea"), birth: birth.map { Fixture.month($0) }, age: age, avatar: avatar,
            today: Fixture.today)
    }
}
