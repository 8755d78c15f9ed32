import Client
import Schema

/// Plays matches by hand through the local API, with both persons' screens open.
final class Taps {
  private let homes: TwoHomes
  /// Daemons of people who watch each match; they are linked with the host's.
  private let watchers: [DaemonProcess]

  init(_ homes: TwoHomes, watchers: [DaemonProcess] = []) {
    self.homes = homes
    self.watchers = watchers
  }

  /// Plays one match, the joiner first in each battle.
  /// - Returns: Microseconds from each tap until both screens were told its card.
  func playMatch() throws -> Samples {
    let table = try homes.startMatch(spectators: watchers.isEmpty ? .unspecified : .everybody)
    let query = "?table=\(table)&attend=true"
    let screens = try [homes.host, homes.joiner].map { try $0.client.changes(query) }
    // Their screens are open, too, as those of people who look on.
    let looks = try watchers.map { try watch(table, at: $0) }
    defer { withExtendedLifetime(looks) {} }
    var samples = Samples()
    while let tap = try nextTap(table), samples.values.count < 2000 {
      for (seat, daemon) in [(Seat.joiner, homes.joiner), (.host, homes.host)] {
        let start = ContinuousClock.now
        try daemon.client.call(Methods.Tables.tap) { $0 = tap }
        for screen in screens { try awaitCard(screen, seat, tap) }
        samples.record((ContinuousClock.now - start).seconds * 1e6)
      }
    }
    return samples
  }

  private func watch(_ table: String, at daemon: DaemonProcess) throws -> ChangeReader {
    try homes.wait("the match to be offered to who watches") {
      try daemon.client.call(Methods.Tables.list).tables
        .contains { $0.id == table && $0.phase == .watchable }
    }
    try daemon.client.call(Methods.Tables.watch) { $0.table = table }
    try homes.wait("the host to let them watch") {
      try daemon.client.call(Methods.Tables.show) { $0.table = table }.watching
    }
    return try daemon.client.changes("?table=\(table)")
  }

  /// Waits until both may play the same battle.
  /// - Returns: The tap that plays it, nil when the match is over.
  private func nextTap(_ table: String) throws -> Tap? {
    var next: Tap?
    try homes.wait("both to be able to play") {
      let views = try [homes.host, homes.joiner].map {
        try $0.client.call(Methods.Tables.show) { $0.table = table }
      }
      if views.contains(where: { $0.phase == .finished }) { return true }
      guard let first = views.first, views.allSatisfy({ $0.canPlay }),
        views.allSatisfy({ ($0.round, $0.battle) == (first.round, first.battle) })
      else { return false }
      next = Tap.with {
        $0.table = table
        $0.round = first.round
        $0.battle = first.battle
      }
      return true
    }
    return next
  }

  /// Reads a screen until it was told that a seat has played a battle.
  private func awaitCard(_ screen: ChangeReader, _ seat: Seat, _ tap: Tap) throws {
    while true {
      for item in try screen.read(milliseconds: 60_000) {
        guard case .change(let change) = item, case .tableEvent(let event)? = change.what,
          case .played(let played)? = event.what
        else { continue }
        if event.seat == seat, played.round == tap.round, played.battle == tap.battle { return }
      }
    }
  }
}
