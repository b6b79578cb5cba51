import ArgumentParser
import JournalEngine

struct Repair: AsyncParsableCommand, JournalLeaf {
    static let configuration = CommandConfiguration(
        abstract: "Saves what can be read of a damaged journal into a new directory.",
        discussion: """
            The old directory is only read. The new journal keeps the sequence numbers; what is lost stands in it as \
            lost, and in REPAIR.txt and REPAIR.json. Exit codes: 0 nothing was lost; 1 something was; 2 there is \
            nothing to be saved, or the new directory cannot be written.
            """)

    @OptionGroup var place: Place

    @Argument(help: "The directory to write, which must not be there.", completion: .directory)
    var newDirectory: String

    @Option(
        help: "For an encrypted journal: the keyring to make for the new one, under the same master key.",
        completion: .file())
    var newKeyring: String?

    func validate() throws {
        if (place.keys.keyring == nil) != (newKeyring == nil) {
            throw ValidationError("An encrypted journal needs both: --keyring to read it, and --new-keyring to write.")
        }
    }

    func run() async throws {
        var options = JournalOptions()
        let old = try place.keys.journalOptions().keyring
        if let newKeyring { options.keyring = try Keyring.create(at: newKeyring, under: place.keys.masterKey()) }
        let report = try await JournalRepair.run(from: place.directory, old, to: newDirectory, options: options)
        printLine(place.json ? report.json.text : String(report.text.dropLast()))
        if !report.lost.isEmpty || report.missing != nil { throw ExitCode(1) }
    }
}
