import Accounts
import Boards
import Capture
import HTTPTypes
import Kernel
import Notes
import Runtime
import Studio
import Workspace

/// The sender of a command, and the time it came: claims of the command about these are checked against it.
struct Arrival: Sendable {
    var user: UserID
    /// The device that numbered the command.
    var device: DeviceID
    var now: Instant

    /// Wherever on earth somebody is, their day is the service's, the one before or the one after.
    func admits(_ day: CalendarDay) -> Bool { abs(day.daysSinceEpoch - utcDay(now).daysSinceEpoch) <= 1 }

    /// No later than now, whatever a device's clock says.
    func clamped(_ instant: Instant) -> Instant { min(instant, now) }
}

extension WorkspaceCommand {
    /// The command as the service has it decided: what only a server can know is put in, or not taken from a client.
    ///
    /// - Throws: a problem for what a client may not say.
    func taken(on arrival: Arrival) throws(ProblemDocument) -> WorkspaceCommand {
        switch self {
        case .registry(let command): return .registry(try command.taken(on: arrival))
        case .capture(let command): return .capture(try command.taken(on: arrival))
        case .studio(let command):
            try command.check(on: arrival)
            return self
        // Looked at: on the device that says so.
        case .notes(.openNote(let note, .some)): return .notes(.openNote(note, on: arrival.device))
        case .boards(.visitBoard(let board, .some)): return .boards(.visitBoard(board, on: arrival.device))
        case .notes, .boards, .across: return self
        }
    }
}

extension ProblemDocument {
    fileprivate static let servicesOnly = ProblemDocument(
        .forbidden, "servicesOnly",
        "this says what a server did, such as what an AI answered; no client may say it", field: "type")

    fileprivate static let wrongDay = ProblemDocument(
        .unprocessableContent, "wrongDay", "this is not the day that it is anywhere on earth now; set the clock",
        field: "today")
}

extension RegistryCommand {
    fileprivate func taken(on arrival: Arrival) throws(ProblemDocument) -> RegistryCommand {
        switch self {
        case .nameActor(let actor, _) where actor.entity == arrival.user.entity: return self
        case .nameDevice(let device, _) where device == arrival.device: return self
        case .nameActor, .nameDevice: throw ProblemDocument(AuthorizationError.notYourAccount)
        case .recordSource: throw .servicesOnly
        }
    }
}

extension CaptureCommand {
    fileprivate func taken(on arrival: Arrival) throws(ProblemDocument) -> CaptureCommand {
        switch self {
        case .captureItem(let item, let content, let captured):
            return .captureItem(item, content: content, captured: arrival.clamped(captured))
        case .completeItem(let item, let completed): return .completeItem(item, at: arrival.clamped(completed))
        case .requestRun, .completeRun, .failRun, .forgetRunPayload: throw .servicesOnly
        default: return self
        }
    }
}

extension StudioCommand {
    fileprivate func check(on arrival: Arrival) throws(ProblemDocument) {
        let today: CalendarDay
        switch self {
        case .requestAnalysis, .retryAnalysis, .completeAnalysis, .failAnalysis, .completeStory, .failStory:
            throw .servicesOnly
        case .addChild(_, _, _, _, _, let day), .correctBirth(_, _, let day), .remindOfUpload(let day),
            .snoozeReminders(_, let day):
            today = day
        case .uploadArtwork(_, _, let upload, _): today = upload.uploaded
        default: return
        }
        guard arrival.admits(today) else { throw .wrongDay }
    }
}
