import Identifiers
import Replication
import Schema
import Store
import Wire

/// The pace at which others may have this node write (specification section 10).
///
/// Everything that arrives is stored. Once its sender is in debt, the acknowledgement waits, and so does an honest sender.
extension Node {
  /// The bytes that entries of a room cost on the disk, as they count for shares and rates.
  func cost(of entries: [VerifiedEntry], in room: Room) -> Int64 {
    // What records say is kept once more, to be found.
    let copies = room.stored.kind == .table ? 1 : 2
    return entries.reduce(0) {
      $0 + Int64(Limits.shareOfEntry + $1.header.count + ($1.payload?.count ?? 0) * copies)
    }
  }

  /// The writer against whose rate counts what comes of a room over a link.
  func writer(of room: RoomID, _ session: LinkSession) -> Writer {
    if peers.isPaired(session.node) { return .paired(session.node) }
    switch rooms[room]?.stored.kind {
    case .private, .direct: return .room(room)
    case .table:
      let isPlayer = session.accounts.contains { tables[room]?.concerns($0) == true }
      return isPlayer ? .table(room) : .crowd
    default: return .crowd
    }
  }

  /// Counts bytes that a link had this node write.
  func spendWrite(_ bytes: Int64, of room: RoomID, on link: LinkID) {
    guard let session = links[link] else { return }
    writes.spend(bytes, of: writer(of: room, session), configuration.writeRates, at: now)
  }

  /// Withholds the acknowledgement of a batch whose sender is in debt, and reads no more of one that does not wait for it.
  ///
  /// - Parameter isNew: whether anything of it was stored.
  func pace(_ batch: Batch, isNew: Bool, of room: RoomID, on link: LinkID) {
    // What a home lacks that came back from a backup, it asked for itself.
    guard recovery == nil, let session = links[link] else { return }
    if isNew { spendWrite(Int64(Limits.writesOfBatch), of: room, on: link) }
    let writer = writer(of: room, session)
    guard let paidAt = writes.paidAt(writer, at: now) else { return }
    links[link]?.budget.pace.withhold(batch.contentBytes, of: room, until: paidAt)
    let window =
      peers.isPaired(session.node) ? Limits.unacknowledgedPaired : Limits.unacknowledgedStranger
    if links[link]?.budget.pace.bytes ?? 0 > window { hold(link, until: paidAt) }
    // Many links may share a budget, and each brings something before it is held.
    let most = configuration.writeRates[writer].perSecond * Limits.unreadMilliseconds / 1_000
    hold(link, until: writes[writer]?.readyAt(debt: most) ?? 0)
  }

  /// Counts bytes that a peer sent because it was asked for them, and has it asked for no more while it is in debt.
  func paceAnswer(_ bytes: Int, of room: RoomID, on link: LinkID) {
    guard let session = links[link] else { return }
    spendWrite(Int64(bytes), of: room, on: link)
    guard let paidAt = writes.paidAt(writer(of: room, session), at: now) else { return }
    links[link]?.budget.pace.rest(until: paidAt)
  }

  private func hold(_ link: LinkID, until: Int64) {
    guard until > now.steady else { return }
    links[link]?.budget.pace.hold(until: until, at: now.steady)
    // Its silence is ours.
    if let held = links[link]?.budget.pace.heldUntil { links[link]?.heard = held }
  }

  /// The time until which nothing should be read of a link (steady milliseconds); nil for one that may be read now.
  ///
  /// To be asked between turns, before each frame.
  ///
  /// - Parameter now: steady milliseconds.
  public func heldUntil(_ link: LinkID, at now: Int64) -> Int64? {
    guard let until = links[link]?.budget.pace.heldUntil, until > now else { return nil }
    return until
  }

  /// Acknowledges what waited long enough.
  func tickPace() {
    for link in links.ids {
      for room in links[link]?.budget.pace.takeDue(at: now.steady) ?? [] { turn.sync(room) }
    }
  }

  /// The time at which the next acknowledgement is due (steady milliseconds); nil while none waits.
  var nextPaceWake: Int64? { links.table.sessions.compactMap(\.budget.pace.nextWake).min() }
}

extension Batch {
  /// Bytes of its entries, without what stands around them.
  fileprivate var contentBytes: Int {
    slices.reduce(0) { $1.entries.reduce($0) { $0 + $1.header.count + $1.payload.count } }
  }
}
