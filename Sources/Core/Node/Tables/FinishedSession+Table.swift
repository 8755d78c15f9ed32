import Feature
import Identifiers
import Schema

extension FinishedSession {
  /// A table as features see it when its match is over; nil before that.
  init?(_ view: TableView, of table: RoomID) {
    guard view.phase == .finished else { return nil }
    let players = [view.host, view.joiner].map { Base32.decode($0.author).flatMap { Author($0) } }
    guard let host = players[0], let joiner = players[1] else { return nil }
    let winner: Author? =
      switch view.result.winner {
      case .host: host
      case .joiner: joiner
      default: nil
      }
    self.init(
      table: table, players: [host, joiner], winner: winner, result: view.result,
      stateHash: view.stateHash)
  }
}
