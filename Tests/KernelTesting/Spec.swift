package import Kernel
package import Testing

/// Says a rule as a sentence: given what has happened, when this is asked, then that follows.
///
/// Every `then` also asks the same again of the state that follows, since any command may be sent twice.
package struct Spec<D: Decider>: Sendable {
    package let history: [D.Event]
    package let state: D.State

    package init(history: [D.Event]) {
        self.history = history
        var state = D.initial
        for event in history { D.evolve(&state, with: event) }
        self.state = state
    }

    package static func given(_ history: D.Event...) -> Spec { Spec(history: history) }
    package static func given(_ history: [D.Event]) -> Spec { Spec(history: history) }

    /// The same past, and more of it.
    package func given(_ more: D.Event...) -> Spec { Spec(history: history + more) }
    package func given(_ more: [D.Event]) -> Spec { Spec(history: history + more) }

    /// Asks; what comes of it is said by `then`, `thenNothing` or `thenRefused`.
    package func when(_ command: D.Command) -> Outcome<D> {
        do throws(D.Refusal) {
            return Outcome(command: command, before: state, result: .success(try D.decide(command, given: state)))
        } catch {
            return Outcome(command: command, before: state, result: .failure(error))
        }
    }

    /// The past that follows from asking `commands` one after the other; what is refused changes nothing.
    package func after(_ commands: [D.Command]) -> Spec {
        var history = history
        var state = state
        for command in commands {
            guard let events = try? D.decide(command, given: state) else { continue }
            for event in events { D.evolve(&state, with: event) }
            history += events
        }
        return Spec(history: history)
    }

    /// Asks each of `commands` twice in a row: whatever the first leads to, the second leads to nothing, or to a
    /// refusal where the first was refused too.
    ///
    /// - Returns: how many of the commands led to something, for the caller to see that its commands are any good.
    @discardableResult
    package func expectIdempotence(
        of commands: [D.Command], sourceLocation: SourceLocation = #_sourceLocation
    ) -> Int {
        var state = state
        var decided = 0
        for command in commands {
            guard let events = try? D.decide(command, given: state) else { continue }
            for event in events { D.evolve(&state, with: event) }
            if !events.isEmpty { decided += 1 }
            expectSilence(of: command, given: state, sourceLocation)
        }
        return decided
    }

    fileprivate func expectSilence(of command: D.Command, given state: D.State, _ sourceLocation: SourceLocation) {
        do throws(D.Refusal) {
            let again = try D.decide(command, given: state)
            #expect(again.isEmpty, "sent twice, \(command) is decided twice", sourceLocation: sourceLocation)
        } catch {
            Issue.record("sent twice, \(command) is refused: \(error)", sourceLocation: sourceLocation)
        }
    }
}

/// The outcome of a command.
package struct Outcome<D: Decider>: Sendable {
    package let command: D.Command
    package let before: D.State
    package let result: Result<[D.Event], D.Refusal>

    package func then(_ expected: D.Event..., sourceLocation: SourceLocation = #_sourceLocation) {
        then(expected, sourceLocation: sourceLocation)
    }

    package func then(_ expected: [D.Event], sourceLocation: SourceLocation = #_sourceLocation) {
        switch result {
        case .success(let events):
            #expect(events == expected, sourceLocation: sourceLocation)
            var after = before
            for event in events { D.evolve(&after, with: event) }
            Spec<D>(history: []).expectSilence(of: command, given: after, sourceLocation)
        case .failure(let refusal):
            Issue.record("\(command) was refused: \(refusal)", sourceLocation: sourceLocation)
        }
    }

    package func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) {
        then([], sourceLocation: sourceLocation)
    }

    package func thenRefused(_ expected: D.Refusal, sourceLocation: SourceLocation = #_sourceLocation) {
        switch result {
        case .success(let events):
            Issue.record("\(command) was not refused but led to \(events)", sourceLocation: sourceLocation)
        case .failure(let refusal):
            #expect(refusal == expected, sourceLocation: sourceLocation)
        }
    }
}
