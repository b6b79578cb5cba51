/// The use that one answer made of a provider, as the provider counted it: for the record and for the bill. Requirement O-307.
public struct ProviderUsage: Sendable, Equatable {
    /// Tokens that were sent, of pictures too.
    public var inputTokens: Int
    public var outputTokens: Int
    /// Questions that it took, those that were asked again included.
    public var requests: Int
    /// Millionths of the currency that the service's prices are given in; 0 where none are.
    public var costMillionths: Int
    /// The provider's name for its last answer; empty where it gave none.
    public var requestID: String

    public init(
        inputTokens: Int, outputTokens: Int, requests: Int, costMillionths: Int = 0, requestID: String = ""
    ) {
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
        self.requests = requests
        self.costMillionths = costMillionths
        self.requestID = requestID
    }

    /// Bytes of a provider's name for an answer.
    public static let requestIDBytesMax = 200

    /// False for what no provider counts.
    public var isSound: Bool {
        inputTokens >= 0 && outputTokens >= 0 && requests >= 0 && costMillionths >= 0
            && requestID.utf8.count <= Self.requestIDBytesMax
    }

    /// Counts the use of another question for the same answer.
    public mutating func add(_ other: ProviderUsage) {
        inputTokens += other.inputTokens
        outputTokens += other.outputTokens
        requests += other.requests
        costMillionths += other.costMillionths
    }

    /// As a person reads it.
    public var words: String {
        var words = counted(inputTokens, "token") + " in, " + counted(outputTokens, "token") + " out"
        if requests != 1 { words += ", " + counted(requests, "request") }
        guard costMillionths > 0 else { return words }
        let digits = String(1_000_000 + costMillionths % 1_000_000).dropFirst()
        return words + ", cost " + String(costMillionths / 1_000_000) + "." + digits
    }

    /// As field `name` of an object.
    public func write(to json: inout JSONWriter, _ name: String) {
        json.key(name)
        json.object { json in
            json.field("inputTokens", inputTokens)
            json.field("outputTokens", outputTokens)
            json.field("requests", requests)
            json.field("costMillionths", costMillionths)
            json.field("requestID", requestID.utf8.isEmpty ? nil : requestID)
        }
    }
}

extension ProviderUsage: FieldMessage {
    public static var schemaName: StaticString { "ProviderUsage" }
    public static var blank: ProviderUsage { ProviderUsage(inputTokens: 0, outputTokens: 0, requests: 0) }

    public mutating func code<C: Coder>(_ coder: inout C) {
        coder.field(1, "input_tokens", &inputTokens)
        coder.field(2, "output_tokens", &outputTokens)
        coder.field(3, "requests", &requests)
        coder.field(4, "cost_millionths", omittable: &costMillionths)
        coder.field(5, "request_id", omittable: &requestID)
    }
}
