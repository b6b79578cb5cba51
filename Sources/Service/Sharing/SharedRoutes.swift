import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import Kernel
import NIOCore
import Runtime
import Workspace

/// Where share links lead.
enum SharedRoute {
    /// The secret stands in the path; logs and metrics know a request by its route alone.
    static let path = "/v1/shared/{secret}"

    static func path(of secret: String) -> String { "/v1/shared/" + secret }
}

extension RouteTable {
    private static let pass = FieldShape(
        SharePass.headerName, .text(bytesMax: 128), "What typing the password gave; a browser has it as a cookie."
    ).optional

    /// The routes for anyone who has a share link, signed in or not.
    static let shared: [Route] = [
        Route(
            .get, SharedRoute.path, "showShared",
            "What a share link leads to, as it is now: JSON, HTML or text. One that is over, revoked or wrong, and one to "
                + "what is in the trash or erased, are not told apart.",
            .anybody,
            query: [
                FieldShape("format", .word(SharedFormat.allCases.map(\.rawValue)), "Goes before Accept.").optional,
                FieldShape(
                    "picture", .number(1...Int(Int32.max)), "The picture that a page shows alone, from 1; all by default."
                ).optional,
            ], headers: [pass], furtherStatuses: [403, 413], formats: ["text/html", "text/plain"],
            problemFormats: ["text/html"]
        ) { try await $0.showShared() },
        Route(
            .post, SharedRoute.path, "openShared",
            "Takes the password of a share link, and gives a pass that is good for an hour.", .anybody,
            content: .form(["password"]), furtherStatuses: [303],
            problemFormats: ["text/html"]
        ) { try await $0.openShared() },
        Route(
            .get, SharedRoute.path + "/files/{digest}", "readShared",
            "A picture that a share link shows, without what the camera wrote into it: whole, or at most so many pixels "
                + "wide and high as WebP.", .anybody,
            query: [
                FieldShape(
                    "size", .word(PictureVariant.sizes.map(String.init)), "Pixels; the whole picture by default."
                ).optional
            ],
            headers: [
                pass, FieldShape("Range", .text(bytesMax: 256), "One range of bytes; several get the whole.").optional,
                FieldShape("If-Range", .text(bytesMax: 128), "The ETag that the range is of.").optional,
            ], answer: .bytes("image/jpeg"), furtherStatuses: [206, 304, 403, 415, 416, 422],
            formats: ["image/png", "image/webp"]
        ) { try await $0.readShared() },
    ]
}

/// In which form a share link is answered.
enum SharedFormat: String, CaseIterable, Sendable {
    case json, html, text

    /// The first of a list of accepted types that there is; JSON for anything else.
    init(accepting list: String) {
        for item in list.split(separator: ",") {
            switch trimmed(String(item.split(separator: ";").first ?? "").lowercased()) {
            case "application/json": self = .json
            case "text/html": self = .html
            case "text/plain": self = .text
            default: continue
            }
            return
        }
        self = .json
    }
}

// Looking at it.
extension Call {
    fileprivate func showShared() async throws -> Response {
        let format =
            query.text("format").flatMap { SharedFormat(rawValue: $0) }
            ?? SharedFormat(accepting: request.headers[.accept] ?? "")
        do {
            let (id, link, reading) = try await sharedReading()
            let words = format == .html ? try await wordsAsHTML(in: reading, of: id) : [:]
            return try await renderingShared(link) {
                switch format {
                case .json: return Response.json { reading.write(to: &$0) }.unlisted
                case .text: return Response.words(reading.text, "text/plain; charset=utf-8").unlisted
                case .html:
                    let page = SharedPage(
                        reading, words: words, at: parameters.get("secret") ?? "",
                        language: ReaderLanguage(of: request))
                    return try page.response(showing: query.number("picture")).unlisted
                }
            }
        } catch let problem as ProblemDocument where format == .html {
            return SharedPage.of(problem).unlisted
        }
    }

    /// The texts of a page, with their Markdown as HTML. Without the program that does it a page shows them as they were typed, and
    /// the log says why.
    private func wordsAsHTML(in reading: SharedView, of link: ShareLinkID) async throws -> [String: String] {
        let texts = reading.texts
        guard !texts.isEmpty, reading.contentBytes <= SharedPage.contentBytesMax else { return [:] }
        return try await pool.rendering.run(for: visitors(of: link), orSay: .crowded) { [logger = service.logger] in
            do {
                return Dictionary(zip(texts, try ExportPrograms().html(texts))) { first, _ in first }
            } catch {
                logger.warning("a shared page shows its Markdown as it was typed", error: error)
                return [:]
            }
        }
    }

    fileprivate func readShared() async throws -> Response {
        let (id, link, reading) = try await sharedReading()
        guard let address = parameters.get("digest").flatMap({ Digest(hex: $0) }) else {
            throw ProblemDocument(
                .badRequest, "badParameter", "the digest in the address must be a SHA-256 as 64 hexadecimal digits",
                field: "digest")
        }
        guard let picture = reading.pictures.first(where: { $0.address == address }) else {
            throw ProblemDocument(.notFound, "noSuchFile", "this link shows no picture of this address")
        }
        let size = query.text("size").flatMap { Int($0) }
        guard size != nil || !link.isViewOnly else {
            throw ProblemDocument(
                .forbidden, "viewOnly", "this link is for looking at: ask for the picture with a size", field: "size")
        }
        var response = try await pool.using(.existing(link.workspace), for: requester) { workspace in
            try await sendShared(picture, size, of: id, in: workspace)
        }
        // Once a link is revoked, no browser shows what it has kept without asking.
        response.headers[.cacheControl] = "private, no-cache"
        return response.unlisted
    }

    private func sendShared(
        _ picture: SharedPicture, _ size: Int?, of link: ShareLinkID, in workspace: WorkspaceActor
    ) async throws -> Response {
        let variant: PictureVariant
        if let size {
            variant = .thumbnail(size)
        } else {
            variant = .stripped(isPNG: try await isPNG(picture.original, in: workspace))
        }
        let tag = picture.address.text + "-" + variant.name
        if isUnchanged(tag) { return fileNotChanged(tag) }
        let (home, ledger) = (accounts.model.shareLinks[link]?.workspace, pool.storage)
        let bytes = try await service.pictures.picture(
            variant, edited: picture.recipe, of: picture.original, in: workspace.blobs, for: visitors(of: link)
        ) { count in
            if let home { ledger.add(count, in: home) }
        }
        return try send(
            SentFile(content: .bytes(bytes), tag: tag, mediaType: variant.mediaType, name: "picture." + variant.fileExtension),
            for: visitors(of: link))
    }

    /// Those who look through a link are one party, wherever they are counted.
    private func visitors(of link: ShareLinkID) -> Requester {
        Requester(person: "share " + link.text, network: address)
    }

    /// Returns the content of the request's link.
    ///
    /// - Throws: one problem for every link that opens nothing; another where the password is still to be typed.
    private func sharedReading() async throws -> (id: ShareLinkID, link: ShareLink, reading: SharedView) {
        let (id, link, reading) = try await goodLink()
        guard link.password == nil || hasPass(for: id, link) else {
            throw ProblemDocument(.forbidden, "passwordNeeded", "this link needs its password too; POST it here")
        }
        return (id, link, reading)
    }

    /// The link and what it would show, before any password.
    private func goodLink() async throws -> (id: ShareLinkID, link: ShareLink, reading: SharedView) {
        guard let secret = parameters.get("secret"), secret.utf8.count <= Credential.secretBytesMax,
            let (id, link) = AuthorizationPolicy.shareLink(bearing: FreshSecret.digest(of: secret), given: accounts, at: now)
        else { throw Self.leadsNowhere }
        let view = try await pool.using(.existing(link.workspace), for: requester) { await $0.view }
        let shown = try await renderingShared(link) { view.shared(by: id, link) }
        guard var reading = shown else { throw Self.leadsNowhere }
        reading.sender = accounts.model.existing(link.maker)?.name?.text
        return (id, link, reading)
    }

    private func renderingShared<Result: Sendable>(
        _ link: ShareLink, _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        guard !pool.weights.isLight(.existing(link.workspace)) else { return try body() }
        return try await pool.rendering.run(for: requester, orSay: .crowded, body)
    }

    private func hasPass(for id: ShareLinkID, _ link: ShareLink) -> Bool {
        let header = HTTPField.Name(SharePass.headerName).flatMap { request.headers[$0] }
        let passes = [header, request.cookies[SharePass.cookieName]?.value].compactMap(\.self)
        return passes.contains { service.sharePass.isGood($0, for: id, link, at: now) }
    }

    private static let leadsNowhere = ProblemDocument(
        .notFound, "noSuchLink", "this link leads nowhere, or does not any more; ask the person who sent it for another")
}

// Typing its password.
extension Call {
    fileprivate func openShared() async throws -> Response {
        // A link that leads nowhere is not worth reading a password for.
        _ = try await goodLink()
        let isForm = mediaType == Route.Content.formType
        let password = isForm ? try await passwordInForm() : try await passwordInJSON()
        let latest = try await renewed()
        let (id, link, _) = try await latest.goodLink()
        do {
            try await checkPassword(password, of: id, link)
        } catch let problem as ProblemDocument where isForm {
            return SharedPage.of(problem).unlisted
        }
        let pass = service.sharePass.make(for: id, link, at: latest.now)
        let path = SharedRoute.path(of: parameters.get("secret") ?? "")
        let seconds = (pass.expires.microseconds - latest.now.microseconds) / 1_000_000
        var headers: HTTPFields = [
            .setCookie: "\(SharePass.cookieName)=\(pass.text); Path=\(path); Max-Age=\(seconds); "
                + "Secure; HttpOnly; SameSite=Lax"
        ]
        guard !isForm else {
            headers[.location] = path
            return Response(status: .seeOther, headers: headers)
        }
        return .json(.ok, headers: headers) { json in
            json.object { json in
                json.field("pass", pass.text)
                json.field("expires", pass.expires.text)
            }
        }
    }

    private func checkPassword(_ password: String, of id: ShareLinkID, _ link: ShareLink) async throws {
        guard let hash = link.password else { return }
        try countPassword(for: "share " + id.text)
        guard try await service.passwords.isRight(password, for: hash, asked: requester) else {
            service.signIns.noteFailure(for: "share " + id.text, at: now)
            throw ProblemDocument(.forbidden, "wrongPassword", "the password of this link is wrong", field: "password")
        }
    }

    private func passwordInJSON() async throws -> String {
        let shape = FieldShape("password", .text(bytesMax: Passwords.bytesMax), "The password of the link.")
        return try Fields(try JSONValue(parsing: try await jsonBytes()), [shape]).required("password")
    }

    private func passwordInForm() async throws -> String {
        let text = String(decoding: try await smallBody(), as: UTF8.self)
        for field in text.split(separator: "&") where field.hasPrefix("password=") {
            let value = field.dropFirst("password=".count).replacing("+", with: " ")
            if let password = value.removingPercentEncoding, password.utf8.count <= Passwords.bytesMax {
                return password
            }
        }
        throw ProblemDocument(.unprocessableContent, "missingField", "password is missing", field: "password")
    }
}

extension Response {
    fileprivate static func words(_ text: String, _ type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// The same, in no search engine.
    fileprivate var unlisted: Response {
        var response = self
        if let name = HTTPField.Name("X-Robots-Tag") { response.headers[name] = "noindex, nofollow" }
        return response
    }
}

extension PictureVariant {
    fileprivate var fileExtension: String { mediaType.split(separator: "/").last.map(String.init) ?? "" }
}
