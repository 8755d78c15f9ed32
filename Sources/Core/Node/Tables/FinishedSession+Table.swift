import Feature
import Identifiers
import Schema
import Store

extension FinishedSession {
  /// A table as features see it when its match is over; nil before that.
  ///
  /// - Parameter match: its match, replayed.
  init?(_ view: TableView, of table: RoomID, in match: any Session) {
    self.init(view, of: table, games: match.gameWinners, audit: match.audit())
  }

  /// A table of the store; nil for one that is not there or not over.
  ///
  /// The openings at the end of a match are in its logs alone, so the match of a game that opens something is replayed.
  init?(of table: RoomID, _ reader: Reader) throws {
    guard let view = try reader.table(table), view.phase == .finished else { return nil }
    guard reader.registry.games[view.game]?.settleChoice != nil,
      let replay = try Transcript.replay(table, reader, keepsEvents: false)
    else {
      self.init(view, of: table, games: [], audit: nil)
      return
    }
    self.init(view, of: table, in: replay.match)
  }

  private init?(_ view: TableView, of table: RoomID, games: [Seat], audit: SessionAudit?) {
    guard view.phase == .finished else { return nil }
    let players = [view.host, view.joiner].map { Base32.decode($0.author).flatMap { Author($0) } }
    guard let host = players[0], let joiner = players[1] else { return nil }
    func author(_ seat: Seat) -> Author? {
      switch seat {
      case .host: host
      case .joiner: joiner
      default: nil
      }
    }
    self.init(
      table: table, players: [host, joiner], winner: author(view.result.winner),
      result: view.result, stateHash: view.stateHash, games: games.map(author), audit: audit)
  }
}
