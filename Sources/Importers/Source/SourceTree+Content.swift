import Cryptography
import Foundation

extension SourceTree.Content {
    /// All the bytes.
    func read() throws -> [UInt8] {
        switch self {
        case .onDisk(let url): [UInt8](try Data(contentsOf: url))
        case .inMemory(let bytes): bytes
        }
    }

    /// SHA-256 and size, without holding a file whole.
    func digest() throws -> (digest: [UInt8], sizeBytes: Int) {
        switch self {
        case .inMemory(let bytes): return (sha256(bytes), bytes.count)
        case .onDisk(let url):
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            var hash = SHA256()
            var size = 0
            while let chunk = try file.read(upToCount: 1 << 20), !chunk.isEmpty {
                hash.update(data: chunk)
                size += chunk.count
            }
            return (Array(hash.finalize()), size)
        }
    }

    /// Where the blob store finds them.
    var toKeep: BlobToKeep.Content {
        switch self {
        case .onDisk(let url): .file(url)
        case .inMemory(let bytes): .bytes(bytes)
        }
    }
}

/// The system's sentence for an error of Foundation, without its codes.
func describe(_ error: any Error) -> String {
    if let error = error as? CocoaError, let underlying = error.underlying as? POSIXError {
        return reason(underlying.code.rawValue)
    }
    switch (error as? CocoaError)?.code {
    case .fileReadNoPermission, .fileWriteNoPermission: return reason(EACCES)
    case .fileReadNoSuchFile, .fileNoSuchFile: return reason(ENOENT)
    default: return (error as NSError).localizedDescription
    }
}

/// Lowercase hexadecimal.
func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
