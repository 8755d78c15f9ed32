import Schema

/// The newest views of the tables where a match goes on.
///
/// The store has them as of the beginning of the match or of the process; whoever is told the changes
/// of a node keeps them here.
public struct LiveTables: Sendable {
  private var views: [String: TableView] = [:]

  /// Knows of no match.
  public init() {}

  /// Takes note of a change.
  public mutating func take(_ change: Change) {
    switch change.what {
    case .table(let view)?: views[view.id] = view.phase == .playing ? view : nil
    case .tableGone(let id)?: views[id] = nil
    default: break
    }
  }

  /// The newest view of a table that was read from the store.
  public func newest(_ stored: TableView) -> TableView {
    stored.phase == .playing ? views[stored.id] ?? stored : stored
  }
}
