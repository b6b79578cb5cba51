import JournalTool

@main
struct JournalProgram {
    static func main() async { await JournalCommand.runProgram() }
}
