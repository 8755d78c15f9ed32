import Feature
import Identifiers
import Replication
import Schema
import Store
import Wire

/// A match of any game worked out from the entries of its room, with what one seat keeps for itself.
///
/// Written apart from the node on purpose, as `TableReplay` is for War: checkers hold one against the other.
public struct SessionReplay {
  /// The match as the entries tell it.
  public private(set) var match: any Session
  /// The part that only the seat's own node replays; nil before its commitment, and in a game that hides nothing.
  public private(set) var own: (any PrivateSession)?
  /// The sentences for which steps were refused.
  public private(set) var refused: [String] = []
  private let host: Author
  private let seat: Seat
  private let keep: SessionKeep?
  private var logs: [Seat: LogKey] = [:]
  private var seen: [Seat: UInt64] = [:]

  /// A table before its first entry.
  ///
  /// - Parameters:
  ///   - seat: the seat whose node keeps something.
  ///   - keep: what it keeps; nil to see no more than everybody does.
  public init(_ table: StoredTable, _ games: Games, seat: Seat = .host, keep: SessionKeep? = nil) {
    (host, self.seat, self.keep) = (table.host, seat, keep)
    match = games.begin(table.view?.game ?? "", hostKey: table.host.bytes)
    for (log, from) in table.forks {
      match.applyFork(by: log.author == table.host ? .host : .joiner, from: from)
    }
  }

  /// Feeds one entry, after all that it depends on.
  public mutating func apply(_ entry: VerifiedEntry) {
    let log = entry.place.log
    guard let seat = seat(of: log.author), logs[seat, default: log] == log else { return }
    logs[seat] = log
    for citation in entry.dependencies where LogKey(citation.log) == logs[seat.other] {
      seen[seat] = max(seen[seat] ?? 0, citation.sequence)
    }
    guard let bytes = entry.payload, let payload = try? Coding.decode(Payload.self, from: bytes)
    else { return }
    let position = SessionPosition(
      sequence: entry.place.sequence, seen: [seat.other: seen[seat] ?? 0])
    for operation in payload.operations {
      guard case .step(let step)? = operation.kind else { continue }
      take(step, by: seat, at: position)
    }
  }

  private mutating func take(_ step: TableStep, by seat: Seat, at position: SessionPosition) {
    switch match.take(step, by: seat, at: position) {
    case .refused(_, let sentence): refused.append(sentence)
    case .accepted:
      if own != nil {
        own?.follow(step, by: seat, at: position, in: match)
      } else if let keep, match.commitment(of: self.seat) != nil {
        own = match.makePrivate(for: self.seat, keep)
      }
    }
  }

  private func seat(of author: Author) -> Seat? {
    if author == host { return .host }
    return match.key(of: .joiner) == author.bytes ? .joiner : nil
  }

  /// The table as the seat sees it.
  public var view: TableView {
    var view = TableView()
    view.seat = seat
    match.fill(&view)
    own?.fill(&view, in: match)
    return view
  }
}

extension StoredTable {
  /// Replays the entries as they are stored, in whatever game they are of.
  ///
  /// - Parameters:
  ///   - seat: the seat whose node keeps something.
  ///   - keep: what it keeps; nil to see no more than everybody does.
  public func session(
    _ games: Games, seat: Seat = .host, keep: SessionKeep? = nil
  ) -> SessionReplay {
    var replay = SessionReplay(self, games, seat: seat, keep: keep)
    for entry in entries { replay.apply(entry) }
    return replay
  }
}
