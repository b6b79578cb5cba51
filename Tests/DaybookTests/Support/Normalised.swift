/// The output of a run without the parts that differ from run to run.
enum Normalised {
    static func text(of said: String) -> String {
        times(in: said).replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
            .replacing(/[0-9a-f]{64}/, with: "DIGEST")
    }

    static func times(in said: String) -> String {
        said.replacing(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
    }
}
