import Accounts
import Kernel
import KernelTesting
import Testing

@Suite("Notifying devices")
struct NotifyingDevices {
    let spec = Fixture.spec.signedIn

    private func subscribed(_ push: PushSubscription = Fixture.push(1)) -> Spec<AccountDecider> {
        spec.given(.pushSubscribed(.phone, push))
    }

    @Test(.shows("J-210"))
    func `a device is notified of the topics that its person chose there, and choosing the same again does nothing`() {
        let messy = Fixture.push(1, [.family, .nothing, .reminders, .family])
        spec.when(.subscribePush(.phone, messy)).then(.pushSubscribed(.phone, Fixture.push(1)))
        var later = Fixture.push(1)
        later.since = Fixture.nextMonth
        subscribed().when(.subscribePush(.phone, later)).thenNothing()
        subscribed().when(.subscribePush(.phone, Fixture.push(1, [.tips])))
            .then(.pushSubscribed(.phone, Fixture.push(1, [.tips])))
        spec.when(.subscribePush(.tablet, Fixture.push(1))).thenRefused(.noSuchDevice(.tablet))
        spec.given(.deviceRevoked(.phone)).when(.subscribePush(.phone, Fixture.push(1)))
            .thenRefused(.deviceRevoked(.phone, Fixture.name("Phone")))
        #expect(
            Fixture.view(of: subscribed().history).account(.anna) { Fixture.name(of: $0) }?.devices.map(\.notifications)
                == [["reminders", "family"]])
    }

    @Test func `what a browser never gives is refused`() {
        for endpoint in ["", "https://", "http://push.example.org/1", "https://a b", "https://exämple.org/1"] {
            var push = Fixture.push(1)
            push.endpoint = endpoint
            spec.when(.subscribePush(.phone, push)).thenRefused(.badPush(.endpoint))
        }
        var push = Fixture.push(1)
        push.endpoint += String(repeating: "a", count: PushSubscription.endpointBytesMax)
        spec.when(.subscribePush(.phone, push)).thenRefused(.badPush(.endpoint))
        push = Fixture.push(1)
        push.key[0] = 2
        spec.when(.subscribePush(.phone, push)).thenRefused(.badPush(.key))
        push = Fixture.push(1)
        push.secret = PushSecret(bytes: [1, 2])
        spec.when(.subscribePush(.phone, push)).thenRefused(.badPush(.secret))
        spec.when(.subscribePush(.phone, Fixture.push(1, [.nothing]))).thenRefused(.badPush(.topics))
    }

    @Test func `a browser notifies one account`() {
        subscribed().when(.subscribePush(.desk, Fixture.push(1)))
            .then(.pushEnded(.phone), .pushSubscribed(.desk, Fixture.push(1)))
        subscribed().when(.subscribePush(.desk, Fixture.push(2))).then(.pushSubscribed(.desk, Fixture.push(2)))
    }

    @Test(.shows("J-210"))
    func `it ends with the last session on the device, and rests while none is open`() {
        let notified = subscribed()
        notified.when(.endPush(.phone)).then(.pushEnded(.phone))
        notified.given(.pushEnded(.phone)).when(.endPush(.phone)).thenNothing()
        spec.when(.endPush(.tablet)).thenRefused(.noSuchDevice(.tablet))
        #expect(notified.state.model.push(on: .phone, at: Fixture.morning)?.user == .anna)
        #expect(notified.state.model.push(on: .phone, at: Fixture.morning)?.subscription == Fixture.push(1))
        #expect(notified.state.model.push(on: .phone, at: Fixture.nextMonth) == nil, "both sessions are over")
        #expect(notified.state.model.notifiedDevices == [.phone])

        let left = notified.given(.sessionRevoked(.first))
        #expect(left.state.model.push(on: .phone, at: Fixture.morning) != nil, "the other session goes on")
        for over in [left.given(.sessionRevoked(.second)), notified.given(.deviceRevoked(.phone))] {
            #expect(over.state.model.notifiedDevices.isEmpty)
            #expect(over.state.model.devices[.phone]?.push == nil)
        }
        #expect(notified.given(.userWithdrawn(.anna)).state.model.push(on: .phone, at: Fixture.morning) == nil)
    }

    @Test func `neither beginning nor ending it is undone`() {
        let notified = subscribed()
        #expect(throws: AccountRefusal.final(.pushSubscription)) {
            try AccountDecider.compensation(
                for: .pushSubscribed(.phone, Fixture.push(1)), before: spec.state, now: notified.state)
        }
        #expect(throws: AccountRefusal.final(.pushEnding)) {
            try AccountDecider.compensation(for: .pushEnded(.phone), before: notified.state, now: spec.state)
        }
    }
}
