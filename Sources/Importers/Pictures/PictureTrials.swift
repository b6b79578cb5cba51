import Synchronization

/// The result of decoding a picture once, as it is reported to the person who imports it.
package enum PictureTrial: Sendable, Equatable {
    /// It can be shown.
    case sound
    /// It can be shown, perhaps not whole: the decoder met damage in it.
    case damaged
    /// It cannot be shown here.
    case undecodable
}

/// Trials of the pictures of one import: each is decoded once however often the import is planned, and all of them together take a
/// bounded time.
final class PictureTrials: Sendable {
    private struct State: Sendable {
        /// By digest; nil for one of which the decoder said nothing.
        var results: [[UInt8]: PictureTrial?] = [:]
        var spent = Duration.zero
    }

    private let state = Mutex(State())

    /// The time they may take. A picture costs 0.1 seconds or more; one that is not tried then is known by its structure alone.
    static let durationMax = Duration.seconds(30)

    enum Outcome: Equatable {
        /// Nil where nobody knows.
        case tried(PictureTrial?)
        /// The time was over before.
        case untried
    }

    /// The trial of a picture as it was before, or made now.
    func outcome(
        of digest: [UInt8], clock: () -> Duration, trying trial: () -> PictureTrial?
    ) -> Outcome {
        if let known = state.withLock({ $0.results[digest] }) { return .tried(known) }
        guard state.withLock({ $0.spent < Self.durationMax }) else { return .untried }
        let start = clock()
        let result = trial()
        let duration = clock() - start
        state.withLock { state in
            state.results[digest] = .some(result)
            state.spent += duration
        }
        return .tried(result)
    }
}
