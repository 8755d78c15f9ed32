import Identifiers
import Schema
import Wire

/// What a turn may change beside the store, to be put back when it cannot be committed.
///
/// Rooms and tables are not in it: they are loaded again.
struct Memory {
  fileprivate var settings: Settings
  fileprivate var links: LinkTable
  fileprivate var offers: [RoomID: Offer]
  fileprivate var asks: [RoomID: OwnAsk]
  fileprivate var watches: [RoomID: OwnAsk]
  fileprivate var peers: [NodeID: Peer]
  fileprivate var dialler: Dialler
  fileprivate var pairing: Pairing
  fileprivate var invitations: Invitations
  fileprivate var pairBudget: QuestionBudget
  fileprivate var askBudget: QuestionBudget
  fileprivate var advertised: Advertisement?
  fileprivate var expected: [String]
  fileprivate var arePeersNew: Bool
  fileprivate var announced: Set<RoomID>
  fileprivate var instances: [String: Sighting]
  fileprivate var engaged: [LinkID]
  fileprivate var colours: [NodeID: String]
  fileprivate var backs: [NodeID: CardBack]
  fileprivate var unverifiedInvitations: [RoomID: Set<Author>]
  fileprivate var presence: [RoomID: Set<Author>]
  fileprivate var digestsAt: Int64
  fileprivate var deliveries: Deliveries
  fileprivate var lobbyBudget: LobbyBudget
  fileprivate var diskShares: Shares
  fileprivate var changeNumber: UInt64
}

extension Node {
  /// What the node remembers now.
  var memory: Memory {
    Memory(
      settings: settings, links: links, offers: offers, asks: asks,
      watches: watches, peers: peers, dialler: dialler, pairing: pairing, invitations: invitations,
      pairBudget: pairBudget, askBudget: askBudget, advertised: advertised, expected: expected,
      arePeersNew: arePeersNew, announced: announced,
      instances: instances, engaged: engaged, colours: colours, backs: backs,
      unverifiedInvitations: unverifiedInvitations,
      presence: presence, digestsAt: digestsAt, deliveries: deliveries,
      lobbyBudget: lobbyBudget, diskShares: diskShares, changeNumber: changeNumber)
  }

  /// Takes back a turn that was not committed; the sync of every room begins anew.
  func undo(_ memory: Memory, _ turn: Turn) {
    self.turn = turn
    settings = memory.settings
    links = memory.links
    offers = memory.offers
    asks = memory.asks
    watches = memory.watches
    peers = memory.peers
    dialler = memory.dialler
    pairing = memory.pairing
    invitations = memory.invitations
    pairBudget = memory.pairBudget
    askBudget = memory.askBudget
    advertised = memory.advertised
    expected = memory.expected
    arePeersNew = memory.arePeersNew
    announced = memory.announced
    instances = memory.instances
    engaged = memory.engaged
    colours = memory.colours
    backs = memory.backs
    unverifiedInvitations = memory.unverifiedInvitations
    presence = memory.presence
    digestsAt = memory.digestsAt
    deliveries = memory.deliveries
    lobbyBudget = memory.lobbyBudget
    diskShares = memory.diskShares
    lobbyBudget.places.isStale = true
    changeNumber = memory.changeNumber
    for id in Set(rooms.keys).union(tables.keys) { forget(id) }
  }
}
