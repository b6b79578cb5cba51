import Testing
@testable import Kernel
