import Feature
import Identifiers
import Schema
import Wire

/// The engine of the views of tables that people see.
final class TableViews: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let tables: Tables

  init(_ tables: Tables) {
    self.tables = tables
    (context, links, peers) = (tables.context, tables.links, tables.peers)
  }

  /// The table as our person may see it now.
  func view(of table: Table) -> TableView {
    let match = table.match
    var view = TableView()
    view.setDefaults()
    view.id = table.id.description
    view.watching = isWatching(table)
    view.phase = phase(of: table)
    view.seat = table.seat
    view.createdMilliseconds = table.created
    view.host = player(.host, of: table)
    view.joiner = player(.joiner, of: table)
    if match.phase == .unopened, let offer = tables.sessions.offers[table.id]?.view {
      view.host = offer.host
      view.description_p = offer.description_p
      view.rules = offer.rules
      view.moveSeconds = offer.moveSeconds
      view.spectators = offer.spectators
      view.game = offer.game
      view.terms = offer.terms
      return view
    }
    let terms = table.terms
    view.game = terms.game
    view.terms = terms.terms
    view.description_p = terms.description_p
    view.rules = terms.rules
    view.canStart = table.seat == .host && match.canStart
    view.noChat = match.hasNoChat
    view.asks = table.door.askers.sorted { $0.key < $1.key }.map { author, asker in
      AskView.with {
        $0.author = author.description
        $0.name = asker.name
        $0.words = KeyWords.words(of: author)
        $0.paired = peers.isPaired(asker.node)
        $0.nameIsTaken = peers[asker.node]?.view.nameIsTaken ?? false
        $0.online = true
      }
    }
    if table.seat == .host {
      view.declinedForGood = table.door.declinedForGood.sorted().map(\.description)
    }
    view.needsPassword = table.door.passwordKey != nil
    view.pairedOnly = table.door.isPairedOnly
    view.spectators = match.spectatorPolicy
    view.spectatorsTalk = match.spectatorsTalk
    view.moveSeconds = match.moveSeconds
    view.watchers = watchers(of: table)
    view.closedReason = table.closedReason ?? match.closedReason ?? ""
    if view.phase == .playing || view.phase == .finished { describe(table, in: &view) }
    return view
  }

  private func describe(_ table: Table, in view: inout TableView) {
    let match = table.match
    match.fill(&view)
    table.secret.session?.fill(&view, in: match)
    if let result = match.result { view.result = result }
    view.claims = table.seat == .unspecified ? table.watchedClaims : match.claims
    view.rematchOffers = match.rematchOffers
    view.rematch = match.rematchTable.map { Base32.encode($0) } ?? ""
    view.takeBack = match.takeBackAsked ?? .unspecified
    if let end = moveEnd(table) { view.moveEndsMilliseconds = now.wall + max(0, end - now.steady) }
    view.paused = pause(table)
    view.canPlay = tables.mayPlay(at: table) && match.mayTap(table.seat)
    view.canClaim = tables.sessions.waits[table.id]?.mayClaim ?? false
    if let wait = tables.sessions.waits[table.id] {
      view.claimFromMilliseconds = now.wall + wait.since + wait.milliseconds - now.steady
    }
    if view.notice.isEmpty, let wait = tables.sessions.waits[table.id], wait.isTimed, wait.mayClaim
    {
      let other = match.distinctName(of: table.opposite)
      view.notice = "\(other) has not played within \(match.moveSeconds) seconds."
    }
  }

  /// Returns the time at which the player who owes a card runs out of time (steady milliseconds); nil while no limit runs.
  private func moveEnd(_ table: Table) -> Int64? {
    if let wait = tables.sessions.waits[table.id], wait.isTimed {
      return wait.since + wait.milliseconds
    }
    return table.attendance.owesSince.map { $0 + Int64(table.match.moveSeconds) * 1000 }
  }

  private func watchers(of table: Table) -> [SpectatorView] {
    table.match.spectators.filter { !$0.isRemoved }.compactMap { spectator in
      guard let author = Author(spectator.key),
        author != account.author || !table.attendance.isSentAway
      else { return nil }
      return .with {
        $0.author = author.description
        $0.name = spectator.name
        $0.words = KeyWords.words(of: author)
        $0.online = author == account.author || links.link(ofAuthor: author) != nil
      }
    }
  }

  /// Whether a match of ours goes on at a table, as the store has it already.
  func goesOn(_ table: Table) -> Bool {
    table.storedPhase == .playing && phase(of: table) == .playing
  }

  private func isWatching(_ table: Table) -> Bool {
    table.seat == .unspecified && table.isWatched(by: account.author)
  }

  private func phase(of table: Table) -> TablePhase {
    let match = table.match
    if table.closedReason != nil { return .closed }
    // A match may be here before the step that lets us watch it.
    let isSeen = match.phase == .finished || match.phase == .playing && isWatching(table)
    if table.seat == .unspecified, tables.sessions.asks[table.id] == nil, !isSeen {
      return .watchable
    }
    switch match.phase {
    case .unopened: return .asked
    case .open: return table.seat == .host ? .open : .asked
    case .seated: return .seated
    case .playing: return .playing
    case .finished: return .finished
    case .closed: return .closed
    }
  }

  /// Explains why nothing can be played now; empty while the match runs (rows G-19, G-37, G-55).
  private func pause(_ table: Table) -> String {
    let match = table.match
    // A claim against us is undone by our next card, whether or not the other side is there.
    guard match.phase == .playing else { return "" }
    if table.seat == .unspecified { return watchedPause(table) }
    guard !(table.attendance.isHere && tables.isClaimed(table)) else { return "" }
    let other = match.distinctName(of: table.opposite)
    if match.hasLeft(table.opposite) { return "\(other) has left." }
    if links.link(ofAuthor: table.other) == nil { return "The connection to \(other) is lost." }
    if !table.attendance.isOtherHere { return "\(other) is not at the table." }
    if !table.attendance.isHere { return "You are not at the table." }
    return ""
  }

  private func player(_ seat: Seat, of table: Table) -> PlayerView {
    let match = table.match
    var view = PlayerView()
    view.setDefaults()
    guard let key = seat == .host ? table.host.bytes : match.key(of: seat),
      let author = Author(key)
    else {
      return view
    }
    let isOurs = seat == table.seat
    let node = links.link(ofAuthor: author).flatMap { links[$0]?.node }
    view.name =
      seat != .host && !match.hasJoined(seat)
      ? node.map { peers.name(of: $0) } ?? "Somebody" : match.name(of: seat)
    view.author = author.description
    view.words = KeyWords.words(of: author)
    view.online = isOurs || node != nil
    view.here = isOurs ? table.attendance.isHere : table.attendance.isOtherHere && node != nil
    if isWatching(table) {
      // The host's node is the one that sees both.
      view.online = links.link(ofAuthor: table.host) != nil
      view.here = isHere(seat, at: table)
    }
    view.back = isOurs ? settings.look.back : peers.table.look(of: node).back
    view.colour = isOurs ? settings.colour : peers.table.colour(of: node)
    // Also while there is no link: a pulled cable takes nobody's trust away, and no warning.
    let peer = (try? peers.people.byAuthor())?[author]
    view.paired = peer?.paired ?? false
    view.nameIsTaken = node.flatMap { peers[$0]?.view.nameIsTaken } ?? peer?.nameIsTaken ?? false
    guard match.phase == .playing || match.phase == .finished else { return view }
    match.fill(&view, of: seat)
    return view
  }

  // MARK: A match that we watch

  /// Whether a player is at a table that we watch, by what its host said last; true until it has said something.
  private func isHere(_ seat: Seat, at table: Table) -> Bool {
    links.link(ofAuthor: table.host) != nil && table.attendance.seen[seat]?.isHere ?? true
  }

  /// The reason for which a match that we watch stands still; empty when it goes on.
  private func watchedPause(_ table: Table) -> String {
    let match = table.match
    guard links.link(ofAuthor: table.host) != nil else {
      return "The connection to \(match.distinctName(of: .host)) is lost."
    }
    if let away = match.seats.first(where: match.hasLeft) {
      return "\(match.distinctName(of: away)) has left."
    }
    let away = match.seats.first { !isHere($0, at: table) }
    return away.map { "\(match.distinctName(of: $0)) is not at the table." } ?? ""
  }
}

extension Table {
  /// The claims of a match that we watch, by what its host said last; before that, those in the rounds that we were shown.
  fileprivate var watchedClaims: [ClaimView] {
    match.seats.compactMap { seat -> ClaimView? in
      guard let state = attendance.seen[seat], isPlaying else {
        return match.claims.first { $0.seat == seat }
      }
      guard let claim = state.claim, claim.kind == .win || claim.kind == .draw else { return nil }
      return match.claimView(claim.kind, round: claim.round, of: seat)
    }
  }
}
