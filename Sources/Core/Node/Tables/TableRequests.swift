import Feature
import Identifiers
import Wire

/// The state of tables beside their logs: offers of others, our own questions, and the answers that we wait for.
///
/// A pure machine. The questions are also in the store, as a chair may be given long after a restart.
struct TableRequests {
  /// Tables that peers offer.
  private(set) var offers: [RoomID: Offer] = [:]
  /// Tables at which we have asked for the other chair, until that has an answer.
  private(set) var asks: [RoomID: OwnAsk]
  /// Tables that we have asked to watch, until the host has answered.
  private(set) var watches: [RoomID: OwnAsk] = [:]
  /// The tables at which we wait for an answer to our tap.
  private(set) var waits: [RoomID: Wait] = [:]
  /// Tables with a match that went on while nobody followed: their newest views are made when somebody asks for them.
  var unseen: Set<RoomID> = []

  /// - Parameter asks: those of the store.
  init(asks: [RoomID: OwnAsk] = [:]) { self.asks = asks }

  // MARK: Offers

  /// A peer offers a table.
  mutating func note(_ offer: Offer, of id: RoomID) { offers[id] = offer }

  /// An offer whose link is up still.
  func offer(of id: RoomID, _ links: LinkTable) -> Offer? {
    offers[id].flatMap { links[$0.link] == nil ? nil : $0 }
  }

  /// Takes back what a node no longer offers.
  ///
  /// - Returns: these tables, in order.
  mutating func withdraw(of node: NodeID, except kept: Set<RoomID>) -> [RoomID] {
    let gone = offers.filter { $0.value.node == node && !kept.contains($0.key) }.keys.sorted()
    for id in gone { offers[id] = nil }
    return gone
  }

  // MARK: Questions

  /// Whether we ask for something at a table.
  func isAsking(about id: RoomID) -> Bool { asks[id] != nil || watches[id] != nil }

  /// Returns the host of a table about which we ask.
  func host(of id: RoomID) -> Author? { (asks[id] ?? watches[id])?.host }

  /// Whether our person may ask for one more chair: only one question at a time, but for those that were agreed on.
  var mayAsk: Bool { asks.values.allSatisfy(\.isAgreed) }

  /// Asks for the other chair.
  mutating func ask(_ ask: OwnAsk, at id: RoomID) { asks[id] = ask }

  /// The host's account lives on this node now.
  mutating func move(_ id: RoomID, to node: NodeID) { asks[id]?.node = node }

  /// A question for a chair has its answer, or is taken back.
  ///
  /// - Returns: the question; nil where there was none.
  @discardableResult
  mutating func endAsk(at id: RoomID) -> OwnAsk? { asks.removeValue(forKey: id) }

  /// Asks to watch.
  mutating func watch(_ ask: OwnAsk, at id: RoomID) { watches[id] = ask }

  /// A question to watch has its answer, or is taken back.
  mutating func endWatch(at id: RoomID) { watches[id] = nil }

  /// The tables at which we have asked accounts for the other chair, in order.
  func asks(of accounts: [Author]) -> [RoomID] {
    asks.filter { accounts.contains($0.value.host) }.keys.sorted()
  }

  /// The tables that we have asked accounts to let us watch, in order.
  func watches(of accounts: [Author]) -> [RoomID] {
    watches.filter { accounts.contains($0.value.host) }.keys.sorted()
  }

  // MARK: Waiting

  /// Notes whether we wait for an answer to our tap, and since when.
  ///
  /// - Parameters:
  ///   - milliseconds: after how long we may claim; nil where we do not wait.
  ///   - isTimed: the other player is here and uses the time that the host has set for each card.
  mutating func wait(at id: RoomID, _ milliseconds: Int64?, isTimed: Bool, from now: Moment) {
    guard let milliseconds else {
      waits[id] = nil
      return
    }
    guard waits[id]?.isTimed != isTimed else { return }
    waits[id] = Wait(since: now.steady, milliseconds: milliseconds, isTimed: isTimed)
  }

  /// Nobody is waited for any more.
  mutating func stopWaiting() { waits = [:] }

  /// Lets our person claim what was withheld for too long.
  ///
  /// - Returns: the tables at which it may from now on.
  mutating func claimable(at now: Moment) -> [RoomID] {
    let late = waits.filter {
      !$0.value.mayClaim && now.steady - $0.value.since >= $0.value.milliseconds
    }
    for id in late.keys { waits[id]?.mayClaim = true }
    return late.keys.sorted()
  }

  /// The time at which the next claim can be made (steady milliseconds).
  var nextWake: Int64? {
    waits.values.filter { !$0.mayClaim }.map { $0.since + $0.milliseconds }.min()
  }
}
