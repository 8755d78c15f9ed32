import Foundation
import Testing

@testable import Programs

@Suite struct FolderNamesTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("names-\(UUID().uuidString)")

  private struct Enough: Error {}

  @Test("the names in a folder are all listed, each time anew, and which of them may be folders")
  func names() throws {
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appendingPathComponent("set"), withIntermediateDirectories: true)
    defer { try? files.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("Æther.png"))
    #expect(Set(FolderNames.list(folder.path)) == [".", "..", "set", "Æther.png"])
    let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    for _ in 0..<2 {
      var found: [String: Bool] = [:]
      #expect(FolderNames.visit(descriptor) { found[$0] = $1 } == 0)
      #expect(found["set"] == true && found.count == 4)
    }
    #expect(throws: Enough.self) {
      try FolderNames.visit(descriptor) { _, _ throws(Enough) in throw Enough() }
    }
  }

  @Test("of what is no folder there are no names, and the error says why")
  func none() {
    #expect(FolderNames.list(folder.path).isEmpty)
    #expect(FolderNames.visit(-1) { _, _ in } == EBADF)
  }
}
