import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Trying it out as a guest")
struct TryingItOut {
    let spec = Spec<GuestDecider>.given(started(.visitor, 1, until: Fixture.after(hours: 1)))

    private static func started(
        _ guest: GuestID, _ secret: UInt8, from address: String = "192.0.2.1", until expires: Instant
    ) -> GuestEvent {
        .guestStarted(guest, secret: Fixture.secret(secret), address: Array(address.utf8), expires: expires)
    }

    private func start(
        _ guest: GuestID, _ secret: UInt8, from address: String = "192.0.2.1", at now: Instant = Fixture.morning,
        until expires: Instant = Fixture.nextMonth, limits: GuestLimits = GuestLimits()
    ) -> GuestCommand {
        .startGuest(
            GuestStart(
                guest, secret: Fixture.secret(secret), from: Array(address.utf8), at: now, until: expires,
                limits: limits))
    }

    private func upload(_ number: UInt64, at now: Instant = Fixture.morning) -> GuestCommand {
        .countGuestUpload(.visitor, file: Fixture.id(100 + number), at: now)
    }

    @Test func `a visit begins with a secret and ends by itself`() {
        let first = start(.visitor, 1, until: Fixture.after(hours: 1))
        Spec<GuestDecider>.given().when(first).then(Self.started(.visitor, 1, until: Fixture.after(hours: 1)))
        spec.when(first).thenNothing()
        spec.when(start(.visitor, 2)).thenRefused(.guestTaken)
        Spec<GuestDecider>.given().when(start(.visitor, 2, until: Fixture.morning)).thenRefused(.badStart)
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
        // One that never arrived is not counted.
        visit.when(.dropGuestUpload(.visitor, file: Fixture.id(105)))
            .then(.guestUploadDropped(.visitor, Fixture.id(105)))
        visit.when(.dropGuestUpload(.visitor, file: Fixture.id(106))).thenNothing()
        visit.given(.guestUploadDropped(.visitor, Fixture.id(105))).when(upload(6))
            .then(.guestUploaded(.visitor, Fixture.id(106)))
        Spec<GuestDecider>.given().when(.dropGuestUpload(.visitor, file: Fixture.id(105)))
            .thenRefused(.noSuchGuest)
    }

    @Test func `a secret leads to its guest while the visit lasts`() {
        let now = Fixture.morning
        #expect(spec.state.bearer(of: Fixture.secret(1), at: now) == .visitor)
        #expect(spec.state.bearer(of: Fixture.secret(2), at: now) == nil)
        #expect(spec.state.bearer(of: Fixture.secret(1), at: Fixture.after(hours: 1)) == nil)
        #expect(spec.given(.guestEnded(.visitor)).state.bearer(of: Fixture.secret(1), at: now) == nil)
        #expect(
            spec.given(.guestConverted(.visitor, to: .emil)).state.bearer(of: Fixture.secret(1), at: now) == nil)
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
            Self.started(Fixture.id(71), 2, until: Fixture.nextMonth),
            Self.started(Fixture.id(72), 3, until: Fixture.nextMonth),
            .guestEnded(Fixture.id(72)))
        let left = over.state.forgettingThePast(at: Fixture.after(hours: 1))
        #expect(left.guests.ids == [Fixture.id(71)])
        #expect(left.bearer(of: Fixture.secret(2), at: Fixture.morning) == Fixture.id(71))
        #expect(left.bearer(of: Fixture.secret(1), at: Fixture.morning) == nil)
    }

    @Test func `there is a limited number of guests at once, and from one address`() {
        let limits = GuestLimits(guestsMax: 5, guestsPerAddressMax: 3)
        let crowd = Spec<GuestDecider>.given(
            (0..<5).map { number in
                let address = number < 3 ? "192.0.2.1" : "192.0.2.2"
                return Self.started(
                    Fixture.id(10_000 + UInt64(number)), UInt8(number + 10), from: address,
                    until: Fixture.after(hours: 1))
            })
        crowd.when(start(.visitor, 1, limits: limits)).thenRefused(.tooManyGuestsHere(max: 3))
        crowd.when(start(.visitor, 1, from: "192.0.2.2", limits: limits)).thenRefused(.tooManyGuests(max: 5))
        crowd.when(start(.visitor, 1, at: Fixture.after(hours: 1), limits: limits))
            .then(Self.started(.visitor, 1, until: Fixture.nextMonth))
    }

    @Test func `every refusal of a guest says what to do`() throws {
        let refusals: [GuestRefusal] = [
            .noSuchGuest, .guestExpired, .guestTaken, .badStart, .guestLimit(max: 5), .tooManyGuests(max: 100),
            .tooManyGuestsHere(max: 10), .guestFull, .guestLeaving,
        ]
        try expectGolden(refusals.map { $0.message + "\n" }.joined(), "guests.txt")
    }
}
