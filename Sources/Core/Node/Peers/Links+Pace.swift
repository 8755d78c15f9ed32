import Identifiers
import Schema
import Wire

/// The pace at which others may have this node write (specification section 10).
///
/// Everything that arrives is stored. Once its sender is in debt, the acknowledgement waits, and so does an honest sender.
extension Links {
  /// Counts bytes that others had this node write.
  func spendWrite(_ bytes: Int64, by writer: Writer) {
    writes.spend(bytes, of: writer, configuration.writeRates, at: now)
  }

  /// Withholds the acknowledgement of a batch whose sender is in debt, and reads no more of one that does not wait for it.
  ///
  /// - Parameter isNew: whether anything of it was stored.
  func pace(_ batch: Batch, isNew: Bool, of room: RoomID, by writer: Writer, on link: LinkID) {
    // What a home lacks that came back from a backup, it asked for itself.
    guard recovery == nil else { return }
    if isNew { spendWrite(Int64(Limits.writesOfBatch), by: writer) }
    guard let paidAt = writes.paidAt(writer, at: now) else { return }
    self[link]?.budget.pace.withhold(batch.contentBytes, of: room, until: paidAt)
    let isPaired = if case .paired = writer { true } else { false }
    let window = isPaired ? Limits.unacknowledgedPaired : Limits.unacknowledgedStranger
    if self[link]?.budget.pace.bytes ?? 0 > window { hold(link, until: paidAt) }
    // Many links may share a budget, and each brings something before it is held.
    let most = configuration.writeRates[writer].perSecond * Limits.unreadMilliseconds / 1_000
    hold(link, until: writes[writer]?.readyAt(debt: most) ?? 0)
  }

  /// Counts bytes that a peer sent because it was asked for them, and has it asked for no more while it is in debt.
  func paceAnswer(_ bytes: Int, by writer: Writer, on link: LinkID) {
    spendWrite(Int64(bytes), by: writer)
    guard let paidAt = writes.paidAt(writer, at: now) else { return }
    self[link]?.budget.pace.rest(until: paidAt)
  }

  private func hold(_ link: LinkID, until: Int64) {
    guard until > now.steady else { return }
    self[link]?.budget.pace.hold(until: until, at: now.steady)
    // Its silence is ours.
    if let held = self[link]?.budget.pace.heldUntil { self[link]?.heard = held }
  }

  /// The time until which nothing should be read of a link (steady milliseconds); nil for one that may be read now.
  ///
  /// To be asked between turns, before each frame.
  ///
  /// - Parameter now: steady milliseconds.
  func heldUntil(_ link: LinkID, at now: Int64) -> Int64? {
    guard let until = self[link]?.budget.pace.heldUntil, until > now else { return nil }
    return until
  }

  /// Acknowledges what waited long enough.
  func tickPace() {
    for link in ids {
      for room in self[link]?.budget.pace.takeDue(at: now.steady) ?? [] { turn.sync(room) }
    }
  }

  /// The time at which the next acknowledgement is due (steady milliseconds); nil while none waits.
  var nextPaceWake: Int64? { table.sessions.compactMap(\.budget.pace.nextWake).min() }
}

extension Batch {
  /// Bytes of its entries, without what stands around them.
  fileprivate var contentBytes: Int {
    slices.reduce(0) { $1.entries.reduce($0) { $0 + $1.header.count + $1.payload.count } }
  }
}
