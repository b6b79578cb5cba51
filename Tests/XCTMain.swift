// Runs the tests. Without this file the package manager writes one, after having the compiler make an index of all tests to find
// those of XCTest, of which there are none: a third of the time of compiling them.
import Testing
import XCTest

// `swift test` asks for those of XCTest first.
if CommandLine.arguments.contains("swift-testing") { await Testing.__swiftPMEntryPoint() as Never }
XCTMain([])
