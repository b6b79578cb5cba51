/// Why the keys of an installation cannot be used. No case ever carries a key or a passphrase.
package enum KeyFault: Error, Equatable, Sendable {
    /// Nothing is encrypted here.
    case noKeys(path: String)
    case keysExist(path: String, kind: MasterKeySource)
    /// `master.json` is gone although there are keyrings.
    case recordMissing(path: String)
    case recordDamaged(path: String)
    /// A journal is encrypted, and what opens it is not where it should be.
    case keyringMissing(path: String, of: String)
    case fileMissing(path: String)
    /// Others than the owner may read or write the file.
    case fileTooOpen(path: String, mode: UInt32)
    case fileMalformed(path: String)
    case variableMissing(String)
    case variableMalformed(String)
    /// Nobody can be asked for the passphrase.
    case passphraseMissing
    case passphraseFileUnreadable(path: String)
    case passphraseTooShort(charactersMin: Int)
    case passphraseTooLong(bytesMax: Int)
    case passphrasesDiffer
    case passphraseNotHashed
    case wrongFile(path: String)
    case wrongVariable(String)
    case wrongPassphrase
    case noPassphraseToChange(MasterKeySource)
    /// The new key is the old one.
    case sameKey(String)
    case rotationUnfinished(path: String)
    /// Somebody writes what is about to get other keys.
    case inUse(path: String, holderPID: Int32?)
}

extension KeyFault {
    /// One sentence: what happened, to what, and what to do.
    package var message: String {
        switch self {
        case .noKeys(let path): "Nothing is encrypted in \(path); `daybook keys create` makes the keys."
        case .keysExist(let path, let kind):
            "\(path) has a master key already, \(kind.words); `daybook keys rotate` makes another."
        case .recordMissing(let path):
            "\(path) is missing although there are keyrings beside it; put it back from a backup."
        case .recordDamaged(let path): "\(path) and its copy are damaged; put one of them back from a backup."
        case .keyringMissing(let path, let root):
            "\(root) is encrypted, and its keyring \(path) is missing; put the directory of the keys back from a backup."
        case .fileMissing(let path):
            "The master key is missing: there is no file \(path); put it back from where you keep a copy of it."
        case .fileTooOpen(let path, let mode):
            "\(path) may be used by others than its owner (mode \(Self.octal(mode))); `chmod 600 \(path)` fixes it."
        case .fileMalformed(let path):
            "\(path) does not hold 64 hexadecimal digits; put it back from where you keep a copy of it."
        case .variableMissing(let name):
            "The master key is missing: the environment variable \(name) must hold its 64 hexadecimal digits."
        case .variableMalformed(let name): "The environment variable \(name) does not hold 64 hexadecimal digits."
        case .passphraseMissing:
            "The passphrase is missing: nobody can be asked for it here, so \(Unlocking.passphraseVariable) must name a "
                + "file that holds it."
        case .passphraseFileUnreadable(let path): "The passphrase cannot be read from \(path); check the path."
        case .passphraseTooShort(let min): "The passphrase is too short; use at least \(min) characters."
        case .passphraseTooLong(let max): "The passphrase is too long; use at most \(max) bytes."
        case .passphrasesDiffer: "The two passphrases are not the same; nothing was changed."
        case .passphraseNotHashed:
            "The passphrase cannot be used: it holds a zero byte, yescrypt is not in the system's library, or "
                + "keys/master.json asks for another method or for more than 1 GiB of memory."
        case .wrongFile(let path):
            "\(path) holds another master key than the one this data was encrypted with; put the right one back."
        case .wrongVariable(let name):
            "The environment variable \(name) holds another master key than the one this data was encrypted with."
        case .wrongPassphrase: "The passphrase is wrong; it is another one that this data was encrypted with."
        case .noPassphraseToChange(let kind):
            "There is no passphrase to change: the master key is kept \(kind.words); `daybook keys rotate --passphrase` "
                + "makes one."
        case .sameKey(let name): "The environment variable \(name) holds the key that is in use; set it to a new one."
        case .rotationUnfinished(let path):
            "An earlier change of the master key in \(path) was interrupted; `daybook keys rotate` finishes it first."
        case .inUse(let path, let pid):
            "\(path) is being written by \(pid.map { "process \($0)" } ?? "another process"); stop it first."
        }
    }

    private static func octal(_ mode: UInt32) -> String { "0" + String(mode & 0o777, radix: 8) }
}

extension RuntimeFailure {
    init(_ fault: KeyFault) { self = .keys(fault) }
}
