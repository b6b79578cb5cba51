extension ChainHash {
    /// Reads what `description` writes, where it was kept elsewhere; nil for anything else.
    package init?(hex: some StringProtocol) {
        guard let bytes = Hex.bytes(of: hex), bytes.count == 32 else { return nil }
        self = bytes.withUnsafeBytes { ChainHash($0) }
    }
}

extension ChainHead {
    /// A head that was kept elsewhere.
    package init(sequence: UInt64, kept hash: ChainHash) {
        self.init(sequence: sequence, hash: hash)
    }
}
