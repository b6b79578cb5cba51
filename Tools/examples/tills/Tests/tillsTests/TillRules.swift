import Daybook
import DaybookTesting
import Testing

@testable import tills

@Suite("The rules of a till")
struct TillRules {
    let till = EntityID(named: "a till")
    var open: Specification<Till> {
        given(Till.self, .opened(till: till, owner: "Anna"), .paidIn(till: till, cents: 100))
    }

    @Test func `a till pays out what it holds`() {
        open.when(.payOut(till, cents: 40)).then(.paidOut(till: till, cents: 40))
        open.when(.payOut(till, cents: 101)).thenRefused(.notEnough(cents: 100))
    }

    @Test func `opening it again changes nothing`() {
        open.when(.open(till, owner: "Anna")).thenNothing()
    }

    @Test func `balances read as they were recorded`() async throws {
        var options = StoreOptions()
        options.storage = .memory()
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: options)
        try await store.append([.opened(till: till, owner: "Anna"), .paidIn(till: till, cents: 100)])
        try expectSnapshot(of: try await store.view(of: BalancesProjection.self).cents, named: "balances.json")
    }

    @Test func `no crash takes an acknowledged payment`() async throws {
        let disk = CrashTestDisk()
        let store = try await EventStore<TillEvent>.open(at: "/tills", options: disk.options)
        try await store.append([.opened(till: till, owner: "Anna")])
        disk.promise(1)
        try await store.append([.paidIn(till: till, cents: 100)])
        disk.promise(2)
        try await disk.forEachCrash(stride: 5) { crash in
            let store = try await EventStore<TillEvent>.open(at: "/tills", options: crash.options)
            #expect(store.last.sequence >= UInt64(crash.promised))
        }
    }
}
