import Feature
import Schema

extension Feature {
  /// Files that people share (specification section 17).
  public static let files = Feature(
    name: "files",
    kinds: [
      Kind(
        .sharedFile, SharedFile.self, title: { FileRules.name($0.name) }, blobs: { [$0.content] }
      ).erased
    ])
}
