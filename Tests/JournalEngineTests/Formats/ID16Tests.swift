import JournalEngine
import KernelTesting
import Testing

@Suite("Sixteen opaque bytes")
struct OpaqueIdentifiers {
    @Test func `are ordered as the bytes they stand for`() {
        #expect(ID16(hi: 1, lo: 0) > ID16(hi: 0, lo: .max))
        #expect(ID16(hi: 1, lo: 1) > ID16(hi: 1, lo: 0))
    }
}
