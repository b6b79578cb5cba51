/// The page that lies in every export, for a person who finds it without Daybook.
enum ExportReadMe {
    static let fileName = "README.txt"

    static let text = """
        This is everything that was kept in a Daybook, as files that open without it.

        Notes/                Every note as Markdown, in its folders. Files that hang on a note are in NOTE.files
                              beside it, its drawings as SVG in NOTE.ink.
        Boards/               Every board as JSON: columns, cards, checklists, comments.
        capture.json          What was captured: items, plans and lists, tags. Capture/ has the files.
        studio.json           Children, artworks, albums, stories. Studio/ has the pictures, in a directory for each
                              child; beside each picture stands what is known of it.
        Trash/                What was deleted and could still be restored, laid out in the same way.
        notes.json            What Markdown cannot say: identifiers, tags, pins, times, who wrote what.
        people.json           Who the authors are, and what was imported from elsewhere.
        daybook-export.json   What is here, and which form of export it is.

        Times are RFC 3339 in UTC. Identifiers are UUIDs and never change. The strokes of a drawing, with pressure,
        tilt and time, stand in the metadata of its SVG. Every file's SHA-256 stands beside its name in the JSON.

        `daybook import` of this directory brings it all back: the same notes, boards and drawings under the same
        identifiers. How things came to be as they are, their history, is in the journal and not in these files.

        """
}
