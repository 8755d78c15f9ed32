import Foundation
import Testing

/// The schema is one module for all layers, and one for each feature that only its own layers know.
@Suite struct SchemaLayoutTests {
  /// The modules with the messages of one feature each, by the folders of Sources/Schema.
  static let features: Set<String> = {
    let folder = LayoutTests.root.appendingPathComponent("Sources/Schema").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return Set(names).subtracting(["Schema", "WholeSchema"])
  }()

  @Test("the messages of a feature know those of no other")
  func schemasKnowTheBaseAlone() throws {
    let allowed: Set = ["Schema", "SwiftProtobuf", "Foundation", "FoundationEssentials"]
    #expect(Self.features.isSuperset(of: ["ChatSchema", "DeckSchema", "TournamentSchema"]))
    for module in Self.features.sorted() {
      let files = LayoutTests.files(below: "Sources/Schema/\(module)")
      #expect(!files.isEmpty, "\(module) has no files")
      for file in files {
        for other in try LayoutTests.imports(of: file) {
          #expect(allowed.contains(other), "\(LayoutTests.name(file)) imports \(other)")
        }
      }
    }
  }

  @Test("each file of the schema is in one module, whose folder has what is made of it")
  func modulesOfTheSchema() throws {
    let text = try LayoutTests.text(of: "protocol/modules.asciipb")
    var modules: [String: String] = [:]
    for part in text.split(separator: "mapping {").dropFirst() {
      let module = try #require(part.firstMatch(of: /module_name: "(\w+)"/)?.1)
      for match in part.matches(of: /proto_file_path: "(\w+)\.proto"/) {
        #expect(modules.updateValue(String(module), forKey: String(match.1)) == nil, "\(match.1)")
      }
    }
    let names = try FileManager.default.contentsOfDirectory(
      atPath: LayoutTests.root.appendingPathComponent("protocol").path)
    let protos = names.filter { $0.hasSuffix(".proto") }.map { String($0.dropLast(6)) }
    #expect(Set(protos) == Set(modules.keys))
    // Options have no messages.
    let made = modules.filter { $0.key != "options" }
      .map { "Sources/Schema/\($0.value)/\($0.key).pb.swift" }
    let found = LayoutTests.files(below: "Sources/Schema").map(LayoutTests.name)
      .filter { $0.hasSuffix(".pb.swift") }
    #expect(Set(made) == Set(found))
  }

  @Test("the core, the daemon, the API and the client know no feature and no game")
  func featuresAreKnownToTheirListAlone() throws {
    let domains = try FileManager.default.contentsOfDirectory(
      atPath: LayoutTests.root.appendingPathComponent("Sources/Domain").path)
    #expect(domains.contains("War") && domains.contains("Chat"))
    let folders = [
      "Sources/Core/", "Sources/Shell/Daemon/", "Sources/Shell/API/", "Sources/Shell/Client/",
    ]
    for file in LayoutTests.sources where folders.contains(where: LayoutTests.name(file).hasPrefix)
    {
      for module in try LayoutTests.imports(of: file) {
        #expect(
          !domains.contains(module) && !Self.features.contains(module),
          "\(LayoutTests.name(file)) imports \(module)")
      }
    }
  }

  @Test("each feature has a line that says what it may import") func everyFeatureHasALine() throws {
    let features = try FileManager.default.contentsOfDirectory(
      atPath: LayoutTests.root.appending(path: "Sources/Domain").path)
    for feature in features {
      #expect(LayoutTests.mayImport["Sources/Domain/\(feature)"] != nil, "\(feature)")
    }
  }
}
