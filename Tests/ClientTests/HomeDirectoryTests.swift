import Client
import Foundation
import Testing

@Suite struct HomeDirectoryTests {
  private func path(_ named: String?, _ environment: [String: String]) -> String? {
    HomeDirectory.path(
      named: named, environment: { environment[$0] }, workingDirectory: { "/here" })
  }

  @Test func theNearestWordCounts() {
    let all = ["PARLOR_HOME": "/p", "XDG_DATA_HOME": "/x", "HOME": "/h"]
    #expect(path("/a", all) == "/a")
    #expect(path(nil, all) == "/p")
    #expect(path(nil, ["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/parlor")
    #expect(path(nil, ["HOME": "/h"]) == "/h/.local/share/parlor")
    #expect(
      path(nil, ["PARLOR_HOME": "", "XDG_DATA_HOME": "x", "HOME": "/h/"])
        == "/h/.local/share/parlor")
    #expect(path(nil, [:]) == nil)
  }

  @Test func relativePathsAreMadeAbsolute() {
    #expect(path("A", [:]) == "/here/A")
    #expect(path("A///", [:]) == "/here/A")
    #expect(path(nil, ["PARLOR_HOME": "B/C"]) == "/here/B/C")
    #expect(path("/", [:]) == "/")
    #expect(path("/a//b/", [:]) == "/a/b")
    #expect(path(nil, ["XDG_DATA_HOME": "//x//"]) == "/x/parlor")
    #expect(path(nil, ["HOME": "/"]) == "/.local/share/parlor")
  }

  @Test func homesAreMadePrivate() throws {
    let root = FileManager.default.temporaryDirectory.path + "/parlor-home-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    #expect(HomeDirectory.make(root + "/a/b") == nil)
    let attributes = try FileManager.default.attributesOfItem(atPath: root + "/a/b")
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(HomeDirectory.make(root + "/a/b") == nil)
    #expect(FileManager.default.createFile(atPath: root + "/file", contents: nil))
    #expect(HomeDirectory.make(root + "/file") != nil)
    #expect(HomeDirectory.make(root + "/file/home") != nil)
  }
}
