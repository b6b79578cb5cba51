import Foundation
import Kernel
import KernelTesting
import Testing
import Workspace

@testable import Runtime

/// Facts that were recorded once and never change: what a family did in an afternoon, as it stands in a journal.
enum Facts {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/facts.hex")

    /// - Format: a `FactStream` in hexadecimal, 64 bytes a line.
    static func golden() throws -> [Recorded<WorkspaceEvent>] {
        let text = try String(contentsOf: file, encoding: .utf8)
        let digits = text.utf8.compactMap { hexValue($0) }
        let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
        return try FactStream(bytes: bytes).facts.map { try $0.recorded() }
    }
}
