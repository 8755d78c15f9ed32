import Schema

/// A person at `parlor peer pair --json`: what was said so far, and how it ended.
final class Pairer: Sendable {
  let program: Program

  init(_ home: Home, _ words: String...) throws {
    program = try home.start(["peer", "pair"] + words + ["--json"])
  }

  /// Every state that was told, oldest first.
  var views: [PairView] {
    program.output.split(separator: "\n").compactMap { line in
      try? JSONMapping.message(PairView.self, from: Array(line.utf8))
    }
  }

  /// Waits until the words are shown.
  func compares() async throws -> PairView {
    try await eventually("words to compare", otherwise: { program.story }) {
      if program.poll() != nil, !views.contains(where: { $0.state == .comparing }) {
        throw Late(description: "no words came: \(program.story)")
      }
      return views.last { $0.state == .comparing }
    }
  }

  /// Waits until the other side's answer is waited for.
  func isAsking() async throws {
    try await holds("a question", otherwise: { program.story }) { !views.isEmpty }
  }
}

extension Home {
  /// Returns this home's view of its only peer of a name.
  func peer(_ name: String) async throws -> PeerView? {
    try await ask("peer", "list", as: PeerList.self).peers.first { $0.name == name }
  }

  func isPaired(with name: String) async throws -> Bool {
    try await peer(name)?.paired == true
  }
}
