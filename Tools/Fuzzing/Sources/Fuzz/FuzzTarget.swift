/// One thing that is fed with foreign bytes.
///
/// `run` must return for every input: a refusal is fine, a trap, a hang or a broken property is a finding.
struct FuzzTarget: Sendable {
    let name: String
    /// The part of Daybook that meets these bytes, for the list that `Tools/fuzz --help` prints.
    let meets: String
    /// No longer inputs are made.
    let byteCountMax: Int
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    init(
        _ name: String, _ meets: String, byteCountMax: Int = 8 << 10,
        _ run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.name = name
        self.meets = meets
        self.byteCountMax = byteCountMax
        self.run = run
    }

    static let all: [FuzzTarget] = engine + keeping + domains + snapshots + importers + queries

    /// The target that `FUZZ_TARGET` names.
    static let chosen = environment("FUZZ_TARGET").flatMap(named)

    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Stops with a crash when a property does not hold: libFuzzer keeps the input.
func require(_ holds: @autoclosure () -> Bool, _ property: StaticString) {
    precondition(holds(), "\(property)")
}
