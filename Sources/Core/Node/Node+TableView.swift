import Schema
import War
import Wire

/// What people see of a table.
extension Node {
  /// The table as our person may see it now.
  func view(of table: Table) -> TableView {
    var view = TableView()
    view.id = table.id.description
    view.phase = phase(of: table)
    view.seat = table.seat
    view.createdMilliseconds = table.created
    view.host = player(.host, of: table)
    view.joiner = player(.joiner, of: table)
    if table.match.phase == .unopened, let offer = offers[table.id]?.view {
      view.host = offer.host
      view.description_p = offer.description_p
      view.rules = offer.rules
      return view
    }
    view.description_p = table.match.tableDescription
    view.rules = table.match.rules
    view.noChat = table.match.hasNoChat
    view.asks = table.askers.sorted { $0.key < $1.key }.map { author, asker in
      AskView.with {
        $0.author = author.description
        $0.name = asker.name
        $0.words = KeyWords.words(of: author)
        $0.paired = isPaired(asker.node)
        $0.nameIsTaken = peers[asker.node]?.view.nameIsTaken ?? false
        $0.online = true
      }
    }
    view.closedReason = table.closedReason ?? table.match.closedReason ?? ""
    if view.phase == .playing || view.phase == .finished { describe(table, in: &view) }
    return view
  }

  private func describe(_ table: Table, in view: inout TableView) {
    view.round = table.match.round
    view.battle = table.match.battle
    view.pot = UInt32(table.match.pot)
    view.roundsDecided = table.match.roundsDecided
    view.wars = table.match.wars
    view.lastRounds = table.match.lastRounds
    view.stateHash = table.match.stateHash.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
    view.deciding = table.match.decidingSeat
    view.offeredHosting = table.match.offeringSeat ?? .unspecified
    if let result = table.match.result { view.result = result }
    view.paused = pause(table)
    view.canPlay = isRunning(table) && table.match.mayTap(table.seat)
    view.canClaim = waits[table.id]?.mayClaim ?? false
    if let withholding = table.match.withholding, withholding != table.seat {
      view.notice =
        "\(table.match.name(of: withholding))'s node did not answer round \(table.match.round)."
    }
  }

  private func phase(of table: Table) -> TablePhase {
    if table.closedReason != nil { return .closed }
    switch table.match.phase {
    case .unopened: return .asked
    case .open: return table.seat == .host ? .open : .asked
    case .seated: return .seated
    case .playing: return .playing
    case .finished: return .finished
    case .closed: return .closed
    }
  }

  /// Why nothing can be played now; empty when it goes on (rows G-19, G-37, G-55).
  private func pause(_ table: Table) -> String {
    guard table.match.phase == .playing else { return "" }
    let other = table.match.name(of: table.seat.opposite)
    if table.match.hasLeft(table.seat.opposite) { return "\(other) has left." }
    if link(to: table.other) == nil { return "The connection to \(other) is lost." }
    if !table.isOtherHere { return "\(other) is not at the table." }
    if !table.isHere { return "You are not at the table." }
    return ""
  }

  private func player(_ seat: Seat, of table: Table) -> PlayerView {
    var view = PlayerView()
    guard let key = seat == .host ? table.match.hostKey : table.match.joinerKey,
      let author = Author(key)
    else {
      return view
    }
    let isOurs = seat == table.seat
    let node = link(to: author).flatMap { links[$0]?.node }
    view.name =
      seat == .joiner && !table.match.hasJoined
      ? node.map { name(of: $0) } ?? "Somebody" : table.match.name(of: seat)
    view.author = author.description
    view.words = KeyWords.words(of: author)
    view.online = isOurs || node != nil
    view.here = isOurs ? table.isHere : table.isOtherHere && node != nil
    view.colour = isOurs ? settings.colour : node.flatMap { colours[$0] } ?? ""
    view.paired = node.map { isPaired($0) } ?? false
    view.nameIsTaken = node.flatMap { peers[$0]?.view.nameIsTaken } ?? false
    guard table.match.phase == .playing || table.match.phase == .finished else { return view }
    view.cards = UInt32(table.match.cards(of: seat))
    view.played = table.match.hasPlayed(seat)
    if let laid = table.match.laid(by: seat) {
      view.down = UInt32(laid.down)
      if let up = laid.up { view.up = up }
    } else if let last = table.match.lastBattle,
      !table.match.hasPlayed(seat.opposite) || table.match.battle > 0
    {
      let card = seat == .host ? last.host : last.joiner
      if card.isValid { view.up = card }
    }
    return view
  }
}
