// The vocabulary that a domain of one's own shares with Daybook itself: the very protocols and values that its notes and boards
// are made of. Nothing else of the kernel comes along, so that its names stand in nobody's way.

@_exported public import protocol Kernel.Decider
@_exported public import protocol Kernel.Projection

@_exported public import struct Kernel.Position
@_exported public import struct Kernel.Recorded
@_exported public import struct Kernel.Instant
@_exported public import struct Kernel.Identifier

@_exported public import typealias Kernel.ActorID
@_exported public import typealias Kernel.EntityID
