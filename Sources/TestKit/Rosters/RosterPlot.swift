/// The evil in a world of rosters.
public enum RosterPlot: String, CaseIterable, Sendable {
  /// Nobody lies.
  case peace
  /// A former owner hands the room over a second time.
  case secondHandOver = "second-hand-over"
  /// Most members help the former owner, and are removed before it shows its second hand-over.
  case faction
  /// People who took the true hand-over restore backups, and are shown the second one first.
  case restoredVoters = "restored-voters"
  /// The home of a former owner comes back from a backup and adds people.
  case restoredFormerOwner = "restored-former-owner"
  /// Strangers admit themselves by an invite until it is closed.
  case leakedInvite = "leaked-invite"
  /// Somebody who was removed admits itself by an invite.
  case returnByInvite = "return-by-invite"
  /// People say what only others may.
  case forgery
}

/// The counts of what happened in worlds of rosters.
public struct RosterTally: Sendable {
  private var worlds: [RosterPlot: Int] = [:]
  private var splits: [RosterPlot: Int] = [:]
  private var steps = 0

  /// Nothing yet.
  public init() {}

  init(plot: RosterPlot, steps: Int, isSplit: Bool) {
    (worlds, splits, self.steps) = ([plot: 1], [plot: isSplit ? 1 : 0], steps)
  }

  /// Adds what happened in another world.
  public mutating func add(_ other: RosterTally) {
    worlds.merge(other.worlds, uniquingKeysWith: +)
    splits.merge(other.splits, uniquingKeysWith: +)
    steps += other.steps
  }

  /// The things that a long run must have seen and has not.
  public var missing: [String] {
    RosterPlot.allCases.filter { worlds[$0] == nil }.map(\.rawValue)
      + (splits.values.contains { $0 > 0 } ? [] : ["a room that is split"])
  }

  /// A line for each plot.
  public var text: String {
    RosterPlot.allCases.map { plot in
      "\(plot.rawValue): \(worlds[plot, default: 0]) worlds, "
        + "\(splits[plot, default: 0]) of them split in the end"
    }.joined(separator: "\n")
  }
}
