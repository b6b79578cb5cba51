package import Cryptography
import Foundation
package import JournalEngine
import Kernel

/// Keys made of keys, and keys kept under keys. Nothing here ever becomes text but `check` and what a key file holds.
extension SecretKey {
    /// 64 hexadecimal digits; nil for anything else. What stands around them is left out.
    init?(digits text: String) {
        guard let bytes = hexBytes(text.trimmingCharacters(in: .whitespacesAndNewlines)) else { return nil }
        self.init(bytes: bytes)
    }

    /// The content of `master.key`.
    var fileContent: [UInt8] { withUnsafeBytes { Array((hexText(Array($0)) + "\n").utf8) } }

    /// Tells a wrong key from the right one, and gives nothing of it away.
    var check: String { hexText(Array(derived("check").prefix(16))) }

    /// Returns a key for another purpose: it does not reveal this one.
    package func subkey(_ purpose: String) -> SymmetricKey { SymmetricKey(data: derived(purpose)) }

    /// The same as a key that seals files.
    func secretSubkey(_ purpose: String) -> SecretKey {
        guard let key = SecretKey(bytes: derived(purpose)) else { preconditionFailure("32 bytes were derived") }
        return key
    }

    var symmetricKey: SymmetricKey { withUnsafeBytes { SymmetricKey(data: Array($0)) } }

    private func derived(_ purpose: String) -> [UInt8] {
        let key = HKDFSHA256.deriveKey(
            from: symmetricKey, info: Array("daybook \(purpose)".utf8), outputByteCount: 32)
        return key.withUnsafeBytes { Array($0) }
    }
}

/// The bytes that an even number of hexadecimal digits stand for; nil for anything else.
func hexBytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = hexValue(digits[index]), let low = hexValue(digits[index + 1]) else { return nil }
        bytes.append(high << 4 | low)
    }
    return bytes
}
