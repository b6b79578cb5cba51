import Foundation
import NIOCore

/// The few requests of JetStream that replication is made of, on one stream.
///
/// - Format: JSON requests on `$JS.API.…`, as docs.nats.io/reference/reference-protocols/nats_api_reference describes them.
struct JetStream: Sendable {
    let client: NATSClient
    let name: String
    /// The time that one request may take.
    var timeout = TimeAmount.seconds(2)

    /// A message that the stream keeps.
    struct Kept: Sendable, Equatable {
        var sequence: UInt64
        var subject: String
        var headers: NATSHeaders
        var payload: [UInt8]
    }

    /// The outcome of publishing.
    enum Published: Equatable {
        /// Most of the servers have it, under this number.
        case stored(UInt64)
        /// Something else was published on the subject before.
        case overtaken
    }

    struct State: Decodable, Equatable {
        struct Config: Decodable, Equatable { var num_replicas: Int }
        struct Cluster: Decodable, Equatable { var leader: String? }
        struct Counts: Decodable, Equatable {
            var bytes: UInt64
            var messages: UInt64
            var subjects: [String: UInt64]?
        }
        var config: Config
        var cluster: Cluster?
        var state: Counts
    }

    /// - Parameter subjects: whose messages are counted one by one.
    /// - Returns: nil when there is no such stream.
    func state(subjects: String? = nil) throws -> State? {
        struct Query: Encodable { var subjects_filter: String? }
        do { return try ask("STREAM.INFO.\(name)", Query(subjects_filter: subjects), State.self) } catch let error
            as APIError where error.code == 404
        { return nil }
    }

    /// Makes the stream: file storage, nothing ever dropped, `copies` servers each with all of it.
    func create(copies: Int) throws {
        struct Config: Encodable {
            var name: String
            var subjects: [String]
            var retention = "limits"
            var discard = "new"
            var storage = "file"
            var num_replicas: Int
            var max_consumers = -1
            var max_msgs = -1
            var max_bytes = -1
            var max_age = 0
        }
        _ = try ask(
            "STREAM.CREATE.\(name)", Config(name: name, subjects: ["\(name).>"], num_replicas: copies), State.self)
    }

    /// The last message on a subject, as the stream's leader knows it; nil when there is none.
    func last(on subject: String) throws -> Kept? {
        struct Query: Encodable { var last_by_subj: String }
        return try message(Query(last_by_subj: subject))
    }

    /// The message under a number; nil when there is none.
    func message(_ sequence: UInt64) throws -> Kept? {
        struct Query: Encodable { var seq: UInt64 }
        return try message(Query(seq: sequence))
    }

    /// The first message on a subject whose number is not below `sequence`; nil when there is none.
    func next(on subject: String, from sequence: UInt64) throws -> Kept? {
        struct Query: Encodable {
            var seq: UInt64
            var next_by_subj: String
        }
        return try message(Query(seq: sequence, next_by_subj: subject))
    }

    /// Publishes a message if the last one on its subject still is `last` (0: none).
    ///
    /// - Throws: `NATSFault`: then it is unknown whether the stream has it, or will have it yet.
    func publish(
        _ headers: NATSHeaders, _ payload: [UInt8], on subject: String, after last: UInt64
    ) throws -> Published {
        struct Answer: Decodable {
            var seq: UInt64?
            var error: APIError?
        }
        var headers = headers
        headers.fields.append(("Nats-Expected-Last-Subject-Sequence", String(last)))
        headers.fields.append(("Nats-Expected-Stream", name))
        let reply = try client.request(subject, headers, payload: payload, timeout: timeout)
        let answer = try decode(Answer.self, reply.payload)
        if let error = answer.error {
            if error.err_code == APIError.wrongLastSequence { return .overtaken }
            throw error
        }
        guard let sequence = answer.seq, sequence > 0 else { throw NATSFault.malformed("an answer without a number") }
        return .stored(sequence)
    }

    /// Removes every message on a subject, from all copies.
    func purge(_ subject: String) throws {
        struct Query: Encodable { var filter: String }
        struct Answer: Decodable { var success: Bool? }
        _ = try ask("STREAM.PURGE.\(name)", Query(filter: subject), Answer.self)
    }

    /// The error that JetStream answers with.
    struct APIError: Error, Decodable, Equatable {
        var code: Int
        var err_code: Int?
        var description: String?

        static let wrongLastSequence = 10071
        /// Fewer servers are there than copies are asked for. A cluster says so, as a bad request, also while those that
        /// were started have not been heard of by their leader yet.
        static let tooFewPeers = 10005
        /// Such as no leader yet, or storage that is not ready.
        var isPassing: Bool { code == 503 || code == 408 || err_code == Self.tooFewPeers }
    }

    private struct KeptAnswer: Decodable {
        struct Message: Decodable {
            var subject: String
            var seq: UInt64
            var hdrs: Data?
            var data: Data?
        }
        var message: Message
    }

    private struct Envelope: Decodable { var error: APIError? }

    private func message(_ query: some Encodable) throws -> Kept? {
        do {
            let found = try ask("STREAM.MSG.GET.\(name)", query, KeptAnswer.self).message
            return Kept(
                sequence: found.seq, subject: found.subject,
                headers: found.hdrs.flatMap { NATSHeaders(bytes: $0) } ?? NATSHeaders(),
                payload: found.data.map { Array($0) } ?? [])
        } catch let error as APIError where error.code == 404 {
            return nil
        }
    }

    private func ask<Answer: Decodable>(
        _ subject: String, _ query: some Encodable, _: Answer.Type
    ) throws -> Answer {
        let reply = try client.request(
            "$JS.API." + subject, payload: Array(JSONEncoder().encode(query)), timeout: timeout)
        if let error = try decode(Envelope.self, reply.payload).error { throw error }
        return try decode(Answer.self, reply.payload)
    }

    private func decode<Value: Decodable>(_: Value.Type, _ bytes: [UInt8]) throws -> Value {
        do { return try JSONDecoder().decode(Value.self, from: Data(bytes)) } catch {
            throw NATSFault.malformed("an answer of JetStream that is not the expected JSON")
        }
    }
}
