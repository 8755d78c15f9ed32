import API
import Foundation
import Testing
import Yams

/// protocol/api.yaml and the router say the same.
@Suite struct DescriptionTests {
  private func description() throws -> [String: Any] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "protocol/api.yaml"), encoding: .utf8)
    return try #require(try Yams.load(yaml: text) as? [String: Any])
  }

  @Test func everyRouteIsDescribedAndEveryDescriptionServed() throws {
    let paths = try #require(try description()["paths"] as? [String: [String: Any]])
    let described = paths.flatMap { path, methods in
      methods.keys.map { "\($0.uppercased()) \(path)" }
    }
    let node = FakeNode()
    let served = APIRouter(node: node, attendance: AttendingScreens(node: node)).served
      .map { "\($0.method) \($0.path)" }
    #expect(described.sorted() == served.sorted())
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let whole = try description()
    var references: Set<String> = []
    collect(whole, into: &references)
    #expect(references.count > 10)
    for reference in references {
      var place: Any? = whole
      for step in reference.dropFirst(2).split(separator: "/") {
        place = (place as? [String: Any])?[String(step)]
      }
      #expect(place != nil, "\(reference) leads nowhere")
    }
  }

  private func collect(_ value: Any, into references: inout Set<String>) {
    if let list = value as? [Any] { for item in list { collect(item, into: &references) } }
    guard let object = value as? [String: Any] else { return }
    for (key, item) in object {
      if key == "$ref", let reference = item as? String {
        references.insert(reference)
      } else {
        collect(item, into: &references)
      }
    }
  }
}
