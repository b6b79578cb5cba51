import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Trying it out as a guest")
struct TryingItOut {
    let spec = Spec<GuestDecider>.given(
        .guestStarted(.visitor, secret: Fixture.secret(1), expires: Fixture.after(hours: 1)))

    private func upload(_ number: UInt64, at now: Instant = Fixture.morning) -> GuestCommand {
        .countGuestUpload(.visitor, file: Fixture.id(100 + number), at: now)
    }

    @Test func `a visit begins with a secret and ends by itself`() {
        let start = GuestCommand.startGuest(
            .visitor, secret: Fixture.secret(1), at: Fixture.morning, expires: Fixture.after(hours: 1))
        Spec<GuestDecider>.given().when(start)
            .then(.guestStarted(.visitor, secret: Fixture.secret(1), expires: Fixture.after(hours: 1)))
        spec.when(start).thenNothing()
        spec.when(
            .startGuest(.visitor, secret: Fixture.secret(2), at: Fixture.morning, expires: Fixture.nextMonth)
        ).thenRefused(.guestTaken)
        Spec<GuestDecider>.given().when(
            .startGuest(.visitor, secret: Fixture.secret(2), at: Fixture.morning, expires: Fixture.morning)
        ).thenRefused(.badStart)
        spec.when(upload(1, at: Fixture.after(hours: 1))).thenRefused(.guestExpired)
        spec.when(.endGuest(.visitor)).then(.guestEnded(.visitor))
        spec.given(.guestEnded(.visitor)).when(upload(1)).thenRefused(.noSuchGuest)
        Spec<GuestDecider>.given().when(.endGuest(.visitor)).thenNothing()
    }

    @Test(.shows("J-605"))
    func `a guest uploads five pictures, and the sixth is refused`() {
        var visit = spec
        for number in 1...5 as ClosedRange<UInt64> {
            visit.when(upload(number)).then(.guestUploaded(.visitor, Fixture.id(100 + number)))
            visit = visit.given(.guestUploaded(.visitor, Fixture.id(100 + number)))
        }
        visit.when(upload(6)).thenRefused(.guestLimit(max: 5))
        // An upload that is sent again is not counted again.
        visit.when(upload(5)).thenNothing()
        Spec<GuestDecider>.given().when(upload(1)).thenRefused(.noSuchGuest)
    }

    @Test func `a guest becomes a user once`() {
        let convert = GuestCommand.convertGuest(.visitor, to: .emil, at: Fixture.morning)
        spec.when(convert).then(.guestConverted(.visitor, to: .emil))
        let converted = spec.given(.guestConverted(.visitor, to: .emil))
        converted.when(.convertGuest(.visitor, to: .dora, at: Fixture.morning)).thenRefused(.noSuchGuest)
        converted.when(upload(1)).thenRefused(.noSuchGuest)
        Spec<GuestDecider>.given().when(convert).thenRefused(.noSuchGuest)
    }

    @Test func `what is over is forgotten`() {
        let over = spec.given(
            .guestStarted(Fixture.id(71), secret: Fixture.secret(2), expires: Fixture.nextMonth),
            .guestStarted(Fixture.id(72), secret: Fixture.secret(3), expires: Fixture.nextMonth),
            .guestEnded(Fixture.id(72)))
        let left = over.state.forgettingThePast(at: Fixture.after(hours: 1))
        #expect(left.guests.ids == [Fixture.id(71)])
    }

    @Test func `there is a limited number of guests at once`() {
        let crowd = Spec<GuestDecider>.given(
            (0..<GuestDecider.guestsMax).map {
                .guestStarted(
                    Fixture.id(10_000 + UInt64($0)), secret: Fixture.secret(1), expires: Fixture.after(hours: 1))
            })
        crowd.when(
            .startGuest(.visitor, secret: Fixture.secret(1), at: Fixture.morning, expires: Fixture.nextMonth)
        ).thenRefused(.tooManyGuests(max: GuestDecider.guestsMax))
        crowd.when(
            .startGuest(.visitor, secret: Fixture.secret(1), at: Fixture.after(hours: 1), expires: Fixture.nextMonth)
        ).then(.guestStarted(.visitor, secret: Fixture.secret(1), expires: Fixture.nextMonth))
    }

    @Test func `every refusal of a guest says what to do`() throws {
        let refusals: [GuestRefusal] = [
            .noSuchGuest, .guestExpired, .guestTaken, .badStart, .guestLimit(max: 5), .tooManyGuests(max: 10_000),
            .guestFull,
        ]
        try expectGolden(refusals.map { $0.message + "\n" }.joined(), "guests.txt")
    }
}
