import Foundation
import Testing

/// The folders of the tests of the node: an engine of the core, a feature, or what several of them share.
@Suite struct TestFolderTests {
  private static func folders(in path: String) throws -> Set<String> {
    let root = LayoutTests.root.appendingPathComponent(path)
    return Set(try FileManager.default.contentsOfDirectory(atPath: root.path))
  }

  @Test("each test of the node stands beside those of its engine or its feature")
  func nodeTests() throws {
    #expect(try Self.folders(in: "Tests/NodeTests") == ["Core", "Features", "Worlds"])
    let engines = try Self.folders(in: "Tests/NodeTests/Core")
    #expect(engines.subtracting(try Self.folders(in: "Sources/Core/Node")).isEmpty)
    let features = try Self.folders(in: "Tests/NodeTests/Features")
    #expect(features.subtracting(try Self.folders(in: "Sources/Domain")).isEmpty)
  }
}
