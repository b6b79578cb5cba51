package import Foundation

/// The sample on which `daybook tour` shows the main job: a small vault, a board, a list of tasks and the drawings of a family
/// that is moving house.
///
/// It is part of the program, so that the tour works wherever the program is put.
package enum ShippedSample {
    /// The name of the vault's directory.
    package static let vaultName = "Our family"
    /// The name of the board's file.
    package static let boardName = "moving-house.json"
    /// The name of the tasks' file; Todoist says nowhere else what the project is called.
    package static let tasksName = "The last week.csv"

    /// Where `write(to:)` put what can be imported.
    package struct Places: Sendable {
        package let vault: URL
        package let board: URL
        package let tasks: URL
        package let drawings: [URL]
    }

    /// Every file of the vault, by its path in it.
    package static var vaultFiles: [(path: String, bytes: [UInt8])] {
        notes.map { ($0.path, Array($0.text.utf8)) } + [("Moving/Pictures/house.png", picture)]
    }

    /// The board, as Trello exports one.
    package static var boardBytes: [UInt8] { Array(board.utf8) }

    /// Writes everything into `directory`, which is there already.
    ///
    /// - Returns: what to import.
    package static func write(to directory: URL) throws -> Places {
        let vault = directory.appending(path: vaultName, directoryHint: .isDirectory)
        for (path, bytes) in vaultFiles {
            let file = vault.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(bytes).write(to: file)
        }
        func written(_ bytes: [UInt8], _ name: String) throws -> URL {
            let file = directory.appending(path: name)
            try Data(bytes).write(to: file)
            return file
        }
        return Places(
            vault: vault, board: try written(boardBytes, boardName),
            tasks: try written(Array(tasks.utf8), tasksName),
            drawings: try drawings.map { try written($0.bytes, $0.name) })
    }

    /// The picture that Mia drew: a PNG of 24 by 20 pixels.
    private static var picture: [UInt8] {
        bytes(
            """
            iVBORw0KGgoAAAANSUhEUgAAABgAAAAUCAIAAAAY12rUAAAAc0lEQVR42mPY9/ArVRADGXoqAtwGzqBVNkZwRL5ByKYgm0Wa\
            QZimoLmLKINwmYLHLAZSTcFlFgMZpmA1C92gD3e2EInoa9CvDxVAhKkZWZxkg1IcNSCIHIOQEbJBFIURsQZVrIpCRsQbhKaR\
            ZgaRjQafQQA14fehxSTzBwAAAABJRU5ErkJggg==
            """)
    }
}
