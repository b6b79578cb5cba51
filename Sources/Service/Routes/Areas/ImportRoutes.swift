import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Importers
import Kernel
import Runtime
import Studio
import Workspace

extension RouteTable {
    /// The routes that import content kept elsewhere.
    static let imports: [Route] = [
        Route(
            .post, "/v1/workspaces/{workspace}/imports", "importFile",
            "Brings in a file or an archive from elsewhere as one batch, undone as one, and says what was not taken over. "
                + "Importing the same again adds only what changed there.", .uploads,
            query: [
                FieldShape("name", .text(bytesMax: 255), "What the file is called; it names the import, too."),
                FieldShape(
                    "format", .word(ImportFormat.allCases.map(\.rawValue)), "What it is; seen from its content by default."
                ).optional,
                FieldShape("child", .text(bytesMax: Name.bytesMax), "Whose the pictures are.").optional,
                FieldShape("age", .number(3...10), "How old that child is, where it is new here.").optional,
                FieldShape("rehearsal", .flag, "Only say what would come of it.").optional,
            ], content: .bytes(importTypes), answerSchema: "ImportResult", furtherStatuses: [408, 413, 415],
            isForGuests: false
        ) { try await $0.importFile() }
    ]

    static let importTypes = [
        "application/octet-stream", "application/zip", "application/gzip", "application/x-tar", "application/json",
        "application/xml", "text/csv", "text/plain",
    ]
}

extension Call {
    fileprivate func importFile() async throws -> Response {
        guard let mediaType, RouteTable.importTypes.contains(mediaType) else {
            throw ProblemDocument(
                .unsupportedMediaType, "notImportable", "send the file as application/octet-stream, whatever it is")
        }
        guard let permit = service.importers.enter(for: requester) else { throw Self.importsAlready }
        defer { withExtendedLifetime(permit) {} }
        let name = query.required("name")
        let file = try await arrivedFile(named: name)
        return try await renewed().bringIn(file, named: name)
    }

    /// - Throws: a problem for a body that is too large or too slow.
    private func arrivedFile(named name: String) async throws -> ArrivedFile {
        let file = try ArrivedFile(named: name)
        let bytesMax = service.configuration.number(.importBytes)
        let seconds = service.configuration.number(.importSeconds)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [request] in
                var count = 0
                for try await part in request.body {
                    count += part.readableBytes
                    guard count <= bytesMax else { throw ProblemDocument.bodyTooLarge(beyond: .importBytes) }
                    try file.append(part)
                }
            }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw ProblemDocument(
                    .requestTimeout, "bodyTooSlow", "the body did not arrive within \(seconds) seconds; send it again")
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        return file
    }

    private func bringIn(_ file: ArrivedFile, named name: String) async throws -> Response {
        let caller = try signedIn()
        let authorizer = WorkspaceAuthorizer(of: try workspace(), given: accounts)
        let sender = Sender(
            caller.principal, actor: caller.author.actor, name: accounts.model.existing(caller.user)?.name, deviceNames: [:])
        let author = Author(actor: sender.actor, device: pool.device)
        let decoder = PictureDecoder(service.configuration)
        let wish = PicturesWish(
            child: query.text("child"), age: query.number("age"), today: utcDay(now),
            reach: try childrenSeen(in: try workspace())
        ) { decoder.trial($0) }
        let format = query.text("format").flatMap { ImportFormat(rawValue: $0) }
        let (isRehearsal, now, budget) = (query.flag("rehearsal"), now, service.importBudget(of: file.path))
        let result = try await using(try workspace()) { workspace in
            let (state, view) = (await workspace.state, await workspace.view)
            let (plan, hold) = try await planned(within: budget) {
                do {
                    let source = try ImportSource(URL(filePath: file.path), format: format, within: budget)
                    try authorizer.check(sender.principal, mayBringIn: source.format, wish, given: state, at: now)
                    let plan = try source.plan(into: nil, pictures: wish, state: state) {
                        try workspace.textHistory(of: $0)
                    }
                    try plan.requireReadable(at: file.path)
                    try authorizer.check(
                        sender.principal, plan.requiredPermissions(of: sender.actor, through: authorizer, given: state), at: now
                    )
                    guard !isRehearsal else { return (plan, nil as StorageHold?) }
                    try mend(plan.held + plan.blobs, of: view, in: workspace)
                    guard !plan.steps.isEmpty else { return (plan, nil) }
                    let hold = try holdRoom(for: plan.blobs, and: budget.madeBytes, in: workspace)
                    let scopes = try view.fileScopes(after: plan.steps)
                    for blob in plan.blobs {
                        let bytes = try blob.read()
                        try workspace.blobs.keep(bytes, for: scopes[Digest(of: bytes)] ?? [.workspace])
                    }
                    return (plan, hold)
                } catch let failure as ImportFailure {
                    throw ProblemDocument(failure, of: file.path, named: name)
                }
            }
            defer { withExtendedLifetime(hold) {} }
            guard !isRehearsal, !plan.steps.isEmpty else { return ImportResult(plan, nil) }
            // It waited for others' imports, and took its own time: what counts is who may by now.
            let latest = try await renewed()
            let latestGate = WorkspaceAuthorizer(of: authorizer.workspace, given: latest.accounts)
            try latestGate.check(
                sender.principal, plan.requiredPermissions(of: sender.actor, through: latestGate, given: state), at: latest.now)
            try await workspace.introduce(sender, on: author.device)
            return ImportResult(plan, try await workspace.performImport(plan.steps, as: author))
        }
        return .document(.ok, result)
    }

    /// Runs `body` on one of the threads for imports.
    ///
    /// - Parameter budget: of what `body` plans; it ends when nobody waits for it any more, and with it the work.
    private func planned<Result: Sendable>(
        within budget: ImportBudget, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withTaskCancellationHandler {
            try await service.imports.runUntilCancelled(for: requester, orSay: Self.tooManyImports, body)
        } onCancel: {
            budget.cancel()
        }
    }

    /// Writes the source's files again that are damaged or gone here.
    private func mend(_ blobs: [BlobToKeep], of view: WorkspaceView, in workspace: WorkspaceActor) throws {
        let damaged = try workspace.blobs.unsound(among: blobs.compactMap { Digest(bytes: $0.digest) }, of: view)
        guard !damaged.isEmpty else { return }
        let scopes = view.fileScopes
        for blob in blobs {
            guard let digest = Digest(bytes: blob.digest), damaged.contains(digest), let scope = scopes[digest] else {
                continue
            }
            let bytes = try blob.read()
            // What changed since it was read is another file.
            if Digest(of: bytes) == digest { try workspace.blobs.keep(bytes, for: scope) }
        }
    }

    /// Takes room for those of the files that are not here yet, and for what is journaled.
    ///
    /// - Throws: a problem where there is none.
    private func holdRoom(
        for blobs: [BlobToKeep], and madeBytes: Int, in workspace: WorkspaceActor
    ) throws -> StorageHold? {
        let new = blobs.filter { blob in !(Digest(bytes: blob.digest).map { workspace.blobs.holds($0) } ?? false) }
        let byteCount = new.reduce(madeBytes) { $0.addingClamped($1.sizeBytes) }
        return try holdRoom(for: byteCount, in: try self.workspace())
    }

    private static let importsAlready = ProblemDocument(
        .tooManyRequests, "tooManyImports", "you are importing something already; send this when that is over",
        retryAfter: 10)
    private static let tooManyImports = ProblemDocument(
        .tooManyRequests, "tooManyImports", "others are importing at the moment; try again in a while", retryAfter: 10)
}

extension ImportPlan {
    /// Returns the permissions that are required first. Facts from another Daybook are accepted from owners alone: they are not
    /// decided here, and could say anything about anybody.
    fileprivate func requiredPermissions(
        of actor: ActorID, through authorizer: WorkspaceAuthorizer, given state: WorkspaceState
    ) -> [RequiredPermission] {
        var requiredPermissions: [RequiredPermission] = []
        for step in steps {
            let more =
                switch step.ask {
                case .command(.registry(let command)):
                    RegistryDecider.decide(command, given: state.registry)
                        .flatMap { authorizer.requiredPermissions(of: .registry($0), by: actor, given: state) }
                case .command(let command): command.requiredPermissions(given: state)
                case .fact(let event): event.requiredPermissions(given: state) + [RequiredPermission(.administer, .registry)]
                }
            for permission in more where !requiredPermissions.contains(permission) { requiredPermissions.append(permission) }
        }
        return requiredPermissions
    }
}

extension WorkspaceAuthorizer {
    /// Checks what a format speaks of, before anything is planned: the answer depends on the sender and the file, never on
    /// what is here already.
    ///
    /// - Throws: the policy's denial; to those with some children in reach, the same for a child out of reach as for none.
    fileprivate func check(
        _ who: Principal, mayBringIn format: ImportFormat, _ wish: PicturesWish, given state: WorkspaceState,
        at now: Instant
    ) throws(AuthorizationError) {
        guard format == .pictures else { return try check(who, format.requiredPermissions, at: now) }
        do throws(AuthorizationError) {
            try check(who, format.requiredPermissions, at: now)
        } catch .outOfReach {
            let family = state.studio.model
            let live = family.children.all.filter { family.children[$0.slot].flags.isLive }
            var meant = live.map(\.id.entity)
            if let name = wish.child.flatMap({ try? Name($0) }) {
                meant = live.filter { family.children[$0.slot].name.clashKey == name.clashKey }.map(\.id.entity)
            }
            // Of several, the plan would say how many there are.
            guard meant.count == 1 else { throw .outOfReach }
            try check(who, [RequiredPermission(.write, .studio, child: meant[0])], at: now)
        }
    }
}

extension ImportFormat {
    /// The permissions that any file of the format requires.
    fileprivate var requiredPermissions: [RequiredPermission] {
        switch self {
        case .daybook:
            [.notes, .boards, .captures, .studio].map { RequiredPermission(.write, $0) } + [
                RequiredPermission(.administer, .registry)
            ]
        case .todoist, .ticktick: [RequiredPermission(.write, .captures)]
        case .trello, .wekan, .planka, .focalboard, .deck: [RequiredPermission(.write, .boards)]
        case .markdown, .evernote, .joplin, .keep, .csv, .ink, .editHistory: [RequiredPermission(.write, .notes)]
        case .pictures: [RequiredPermission(.write, .studio)]
        }
    }
}

extension ProblemDocument {
    /// Where the file was held here is nobody's business; it has the name that it came with.
    fileprivate init(_ failure: ImportFailure, of path: String, named name: String) {
        let words = failure.message.replacing(path, with: name)
        switch failure {
        case .tooLarge: self.init(.contentTooLarge, "importTooLarge", words)
        case .overBudget(_, let excess):
            let limit = excess.setting.map { " (\($0.rawValue))" } ?? ""
            let isTime = excess.setting == .importPlanSeconds
            self.init(.contentTooLarge, isTime ? "importTooLong" : "importTooLarge", words + limit)
        case .hostile: self.init(.unprocessableContent, "hostileArchive", words)
        default: self.init(.unprocessableContent, "notImportable", words)
        }
    }
}

extension ImportBudget.Excess {
    /// The setting that says how much is too much.
    fileprivate var setting: Setting? {
        switch self {
        case .seconds: .importPlanSeconds
        case .steps: .importSteps
        case .bytes: .importMakesMegabytes
        case .cancelled: nil
        }
    }
}

extension DaybookService {
    /// The bounds of one import. Its time counts from the moment at which it has a thread.
    func importBudget(of path: String) -> ImportBudget {
        let limits = ImportBudget.Limits(
            secondsMax: configuration.number(.importPlanSeconds), stepsMax: configuration.number(.importSteps),
            bytesMax: configuration.number(.importMakesMegabytes) << 20)
        return ImportBudget(of: path, limits, now: pool.runtime.now)
    }
}
