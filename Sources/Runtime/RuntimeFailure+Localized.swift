import Foundation

/// Lets code that knows only `Error`, such as an export, pass on the sentence instead of a type name and a number.
extension RuntimeFailure: LocalizedError {
    package var errorDescription: String? { message }
}
