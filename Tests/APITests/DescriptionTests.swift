import API
import Foundation
import TestKit
import Testing

/// protocol/api.yaml and the router say the same.
@Suite struct DescriptionTests {
  private func description() throws -> ScriptNode {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "protocol/api.yaml"), encoding: .utf8)
    return try #require(try ScriptNode.read(text))
  }

  @Test func everyRouteIsDescribedAndEveryDescriptionServed() throws {
    let paths = try #require(try description()["paths"]?.mapping)
    let described = try paths.flatMap { path, methods in
      let path = try #require(path.scalar)
      return try #require(methods.mapping).map { "\($0.key.scalar?.uppercased() ?? "") \(path)" }
    }
    let node = FakeNode()
    let served = APIRouter(node: node, attendance: AttendingScreens(node: node)).served
      .map { "\($0.method) \($0.path)" }
    #expect(described.sorted() == served.sorted())
  }

  @Test func everyReferenceLeadsSomewhere() throws {
    let whole = try description()
    let references = Set(references(in: whole))
    #expect(references.count > 10)
    for reference in references {
      let place = reference.dropFirst(2).split(separator: "/").reduce(whole as ScriptNode?) {
        $0?[String($1)]
      }
      #expect(place != nil, "\(reference) leads nowhere")
    }
  }

  private func references(in part: ScriptNode) -> [String] {
    let pairs = part.mapping ?? []
    return (part.sequence ?? []).flatMap(references)
      + pairs.flatMap { key, value in
        key.scalar == "$ref" ? [value.scalar ?? ""] : references(in: value)
      }
  }
}
