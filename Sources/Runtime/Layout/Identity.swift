import Foundation
import JournalEngine
package import Kernel

/// The author from this installation by default: its device and its usual person.
package struct Identity: Equatable, Sendable {
    package var device: DeviceID
    package var deviceName: String
    package var actor: ActorID
    package var actorName: String

    package init(device: DeviceID, deviceName: String, actor: ActorID, actorName: String) {
        self.device = device
        self.deviceName = deviceName
        self.actor = actor
        self.actorName = actorName
    }

    package var author: Author { Author(actor: actor, device: device) }

    package var json: String {
        var json = JSONWriter()
        json.object { json in
            json.field("device", device.text)
            json.field("deviceName", deviceName)
            json.field("actor", actor.text)
            json.field("actorName", actorName)
        }
        return json.text + "\n"
    }

    private static let fields: Set = ["device", "deviceName", "actor", "actorName"]

    init?(json bytes: [UInt8]) {
        guard ChecksummedJSON.isSound(bytes, fields: Self.fields) else { return nil }
        struct Stored: Decodable {
            var device: String
            var deviceName: String
            var actor: String
            var actorName: String
        }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: Data(bytes)),
            let device = DeviceID(text: stored.device), let actor = ActorID(text: stored.actor)
        else { return nil }
        self.init(device: device, deviceName: stored.deviceName, actor: actor, actorName: stored.actorName)
    }
}

extension DataDirectory {
    /// Returns the identity of this installation; nil before the first command that writes.
    package func identity() throws(RuntimeFailure) -> Identity? {
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try disk.readFile(identityPath)
        } catch  where error.errno == ENOENT {
            return nil
        } catch {
            throw RuntimeFailure(error)
        }
        guard let identity = Identity(json: bytes) else { throw .identityUnreadable(path: identityPath) }
        return identity
    }

    /// Returns the identity of this installation, which is made and kept the first time.
    ///
    /// - Parameters:
    ///   - actorName: the name of the person, such as the login name.
    ///   - deviceName: the name of the installation, such as the host's name.
    package func identity(
        orCreateFor actorName: String, on deviceName: String, in runtime: RuntimeEnvironment
    ) throws(RuntimeFailure) -> Identity {
        if let identity = try identity() { return identity }
        let identity = Identity(
            device: runtime.mint(), deviceName: deviceName, actor: runtime.mint(), actorName: actorName)
        do throws(DiskError) {
            try disk.makeDirectories(path)
            try disk.writeFile(identityPath, ChecksummedJSON.marked(Array(identity.json.utf8)))
        } catch {
            throw RuntimeFailure(error)
        }
        return identity
    }
}
