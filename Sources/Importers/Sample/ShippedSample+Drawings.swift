import Foundation

extension ShippedSample {
    /// The drawings that Mia made since: two PNGs of 16 by 18 pixels, the apple tree and the cat.
    package static var drawings: [(name: String, bytes: [UInt8])] {
        [("apple-tree.png", bytes(appleTree)), ("findus.png", bytes(findus))]
    }

    private static let appleTree = """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAASCAIAAADdWck9AAAAWklEQVR42mNYdf0rSYiBOhqMmoxOaGgAScIagIrgquGIgAY0\
        1UAuTg1YVaNZgqIBl2qcGnCpxqmB9p7GdBuxEVcRoAFEJMQ0VTVErXLDRBANWKWwa8CDaK8BAE6NEw9rFNBIAAAAAElFTkSu\
        QmCC
        """

    private static let findus = """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAASCAIAAADdWck9AAAAR0lEQVR42mP49eEESYhh8GuIiorCw8WuoQkJENbQhAHwaYCo\
        kKuQQ2MQ0IDfEso0kOwHTD1ERRxpNlDBD9TWQLIf0PRgSgEA1Mmkw7bwgBAAAAAASUVORK5CYII=
        """

    /// The bytes of one of the texts above; a test sees that they are pictures.
    static func bytes(_ base64: String) -> [UInt8] { Data(base64Encoded: base64).map { [UInt8]($0) } ?? [] }
}
