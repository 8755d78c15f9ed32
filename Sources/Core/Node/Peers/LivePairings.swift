import Schema

/// The pairings that go on, as far as changes told: they are on no disk.
public struct LivePairings: Sendable {
  private var views: [String: PairView] = [:]

  /// None goes on.
  public init() {}

  /// Takes note of a change.
  public mutating func take(_ change: Change) {
    guard case .pairing(let view)? = change.what else { return }
    switch view.state {
    case .waiting, .asked: views[view.peer] = view
    case .asking, .comparing:
      // Whoever was waited for has come.
      views[""] = nil
      views[view.peer] = view
    case .done, .failed, .late, .unspecified, .UNRECOGNIZED: views[view.peer] = nil
    }
  }

  /// The pairings in progress, in order of the node ids.
  public var all: [PairView] { views.sorted { $0.key < $1.key }.map(\.value) }
}
