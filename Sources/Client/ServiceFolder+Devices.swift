import Foundation
import Kernel
package import Runtime

extension ServiceFolder {
    /// Takes in the workspaces that the service has, and the answer to who is asking.
    ///
    /// Under a token each client directory numbers as a device of its own, so that two machines with one token do not use the
    /// same numbers. It begins to where nothing is kept here under the numbers of the device that it was before.
    ///
    /// - Parameters:
    ///   - caller: nil where it was not asked.
    ///   - mark: of the token that was shown.
    package func take(
        _ workspaces: [Memory.Line], _ caller: ServiceClient.Caller?, showing mark: String?, in runtime: RuntimeEnvironment
    ) async throws -> Memory {
        try await update { memory in
            memory.workspaces = workspaces
            if let caller {
                if memory.user != caller.user { (memory.formerDevices, memory.primaryBoard) = (nil, nil) }
                let isSame = memory.token == mark && memory.user == caller.user && !memory.device.isEmpty
                if !isSame { memory.device = caller.device }
                (memory.user, memory.token) = (caller.user, mark)
                memory.devices = caller.session == nil ? caller.devices : ""
            }
            guard memory.wantsOwnDevice, let prefix = memory.devices, try isNothingKept(by: memory.device),
                let device = DeviceID(of: prefix, runtime.chance().0)
            else { return }
            memory.device = device.text
        }
    }

    /// Returns true when no outbox has a change of the device, nor a deed of which it is not known whether it was done.
    private func isNothingKept(by device: String) throws -> Bool {
        for outbox in try outboxes() {
            guard try !outbox.changes().contains(where: { $0.device == device }),
                !FileManager.default.fileExists(atPath: outbox.path + "/asked")
            else { return false }
        }
        return true
    }
}

extension ServiceFolder.Memory {
    /// Returns true when the service has to be asked who is asking: a token from elsewhere, another than the one that was
    /// shown last, or one of which it is not known yet how its devices begin.
    package func wantsCaller(showing mark: String?) -> Bool { device.isEmpty || token != mark || devices == nil }

    fileprivate var wantsOwnDevice: Bool {
        guard let devices, !devices.isEmpty else { return false }
        return !device.hasPrefix(devices)
    }
}

extension Identifier {
    /// Makes a UUID of version 8 with the service's beginning; nil where no UUID can begin so.
    ///
    /// - Parameter chance: 62 bits of it are used.
    fileprivate init?(of prefix: String, _ chance: UInt64) {
        guard let first = Self(text: prefix + "-0000-000000000000"), first.text.hasPrefix(prefix) else { return nil }
        self.init(hi: first.hi, lo: 1 << 63 | chance >> 2)
    }
}
