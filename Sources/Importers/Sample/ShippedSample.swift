package import Foundation

/// What `daybook tour` shows the main job on: a small vault and a board of a family that is moving house.
///
/// It is part of the program, so that the tour works wherever the program is put.
package enum ShippedSample {
    /// The name of the vault's directory.
    package static let vaultName = "Our family"
    /// The name of the board's file.
    package static let boardName = "moving-house.json"

    /// Every file of the vault, by its path in it.
    package static var vaultFiles: [(path: String, bytes: [UInt8])] {
        notes.map { ($0.path, Array($0.text.utf8)) } + [("Moving/Pictures/house.png", picture)]
    }

    /// The board, as Trello exports one.
    package static var boardBytes: [UInt8] { Array(board.utf8) }

    /// Writes both into `directory`, which is there already.
    ///
    /// - Returns: what to import: the vault's directory and the board's file.
    package static func write(to directory: URL) throws -> (vault: URL, board: URL) {
        let vault = directory.appending(path: vaultName, directoryHint: .isDirectory)
        for (path, bytes) in vaultFiles {
            let file = vault.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        let board = directory.appending(path: boardName)
        try Data(boardBytes).write(to: board)
        return (vault, board)
    }

    /// The picture that Mia drew: a PNG of 24 by 20 pixels.
    private static var picture: [UInt8] {
        let base64 = """
            iVBORw0KGgoAAAANSUhEUgAAABgAAAAUCAIAAAAY12rUAAAAc0lEQVR42mPY9/ArVRADGXoqAtwGzqBVNkZwRL5ByKYgm0Wa\
            QZimoLmLKINwmYLHLAZSTcFlFgMZpmA1C92gD3e2EInoa9CvDxVAhKkZWZxkg1IcNSCIHIOQEbJBFIURsQZVrIpCRsQbhKaR\
            ZgaRjQafQQA14fehxSTzBwAAAABJRU5ErkJggg==
            """
        return Data(base64Encoded: base64).map { [UInt8]($0) } ?? []
    }
}
