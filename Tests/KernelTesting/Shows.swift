package import Testing

/// Names the requirements a test shows; `Tools/test --requirements` reads them from the tests that ran.
///
/// With `DAYBOOK_SHOWN` set to a file, every test that passes appends its ids to that file, one a line.
package struct Shows: TestTrait, SuiteTrait {
    package let ids: [String]
    package var comments: [Comment] { [Comment(rawValue: "shows " + ids.joined(separator: ", "))] }
}

extension Trait where Self == Shows {
    /// - Parameter ids: rows of `REQUIREMENTS.tsv`, such as `"N-203.5"`, or of `FAULTS.md`, such as `"FAULT-7"`.
    package static func shows(_ ids: String...) -> Shows { Shows(ids: ids) }
}
