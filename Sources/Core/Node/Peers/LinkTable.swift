import Feature
import Identifiers
import Schema
import Wire

/// The links of this node, and which of them is the one to a node (specification section 3).
///
/// A pure machine. A node has one established link at most; the shell closes the others when it is told.
struct LinkTable {
  /// The outcome for a link whose Hello is accepted.
  enum Rivalry: Equatable {
    /// It is the only one to its node.
    case none
    /// Another link to its node is kept.
    case loses
    /// It is kept, and this other one is closed.
    case replaces(LinkID)
  }

  private var all: [LinkID: LinkSession] = [:]
  private var linkOfNode: [NodeID: LinkID] = [:]
  /// The number of links that this node dialled and that were opened.
  private var dials: UInt64 = 0
  /// The time at which the rooms are compared again (steady milliseconds).
  private var compareAt: Int64 = 0
  /// The links whose rooms are still to be compared in this round, in order.
  private var toCompare: [LinkID] = []
  /// The links that something speaks against, and when each is dead if nothing is heard until then (steady milliseconds).
  private var doubts: [LinkID: Int64] = [:]

  // MARK: What there is

  /// A link; what changes of it is changed in place.
  subscript(link: LinkID) -> LinkSession? {
    get { all[link] }
    _modify { yield &all[link] }
  }

  /// All links, in order.
  var ids: [LinkID] { all.keys.sorted() }

  /// All links, in order.
  var sorted: [LinkSession] { all.values.sorted { $0.id < $1.id } }

  /// All links, in no order.
  var sessions: some Collection<LinkSession> { all.values }

  /// The nodes to which there is an established link.
  var nodes: Set<NodeID> { Set(linkOfNode.keys) }

  /// The established link to a node.
  func link(to node: NodeID) -> LinkID? { linkOfNode[node] }

  /// The established link to a node, with what is known of it.
  func session(to node: NodeID) -> LinkSession? { linkOfNode[node].flatMap { all[$0] } }

  /// The established link to the node of an author.
  func link(ofAuthor author: Author) -> LinkID? {
    var found: LinkID?
    for (link, session) in all
    where session.state == .established && session.accounts.contains(author) {
      found = min(link, found ?? link)
    }
    return found
  }

  /// Whether any account of the other node is that author.
  func isAccount(_ author: Author, at link: LinkID?) -> Bool {
    link.flatMap { all[$0]?.accounts.contains(author) } ?? false
  }

  // MARK: What becomes of them

  /// Notes a link that the shell has made.
  ///
  /// - Parameter run: the start of this node, which numbers what it dials.
  mutating func open(_ link: LinkID, to node: NodeID, _ peer: LinkPeer, run: UInt64, at now: Moment)
  {
    var session = LinkSession(id: link, node: node, peer: peer, at: now)
    if peer.dialled {
      dials += 1
      session.dial = .init(run: run, number: dials)
    }
    all[link] = session
  }

  /// Something came over a link.
  ///
  /// - Returns: where the link stands; nil for one that is gone.
  mutating func hear(_ link: LinkID, at now: Moment) -> LinkSession.State? {
    guard let state = all[link]?.state, state != .closing else { return nil }
    doubts[link] = nil
    all[link]?.heard = now.steady
    all[link]?.pinged = nil
    return state
  }

  /// Decides which of two links to one node stays.
  ///
  /// Both dialled at once: the one dialled by the smaller node id stays. Otherwise the one dialled later: its peer would not have
  /// dialled again over a live link. Both ends know from the dialler which one that is: Hellos may arrive in one order here and
  /// in another one there, and each end would close the link that the other one keeps. Nodes did not dial at once where the older
  /// link was doubted and a live peer would have answered by now.
  ///
  /// - Parameters:
  ///   - new: a link of which the Hello is accepted.
  ///   - own: the id of this node.
  func rivalry(of new: LinkSession, own: NodeID) -> Rivalry {
    guard let link = linkOfNode[new.node], link != new.id, let old = all[link] else { return .none }
    let isKept: Bool
    if new.isDialled != old.isDialled, mayLive(old, beside: new) {
      isKept = new.isDialled == (own < new.node)
    } else if let dial = new.dial, let last = old.dial, dial.run == last.run {
      isKept = dial.number > last.number
    } else {
      isKept = true
    }
    return isKept ? .replaces(link) : .loses
  }

  /// Whether an old link may live, so that the dials of two links have crossed.
  private func mayLive(_ old: LinkSession, beside new: LinkSession) -> Bool {
    guard let end = doubts[old.id], !new.isDialled else { return true }
    let doubted = new.opened - (end - Limits.doubtedSilenceMilliseconds)
    return doubted < Limits.doubtedAnswerMilliseconds
  }

  /// Makes an established link the one to its node; a rival is gone already.
  mutating func establish(_ session: LinkSession) {
    all[session.id] = session
    linkOfNode[session.node] = session.id
  }

  /// We say goodbye on a link; what still comes over it is ignored.
  ///
  /// - Returns: false for one that is gone, or where it was said already.
  mutating func beginClosing(_ link: LinkID) -> Bool {
    guard let state = all[link]?.state, state != .closing else { return false }
    all[link]?.state = .closing
    return true
  }

  /// Whether a link is the one to its node.
  func isKept(_ link: LinkID) -> Bool { all[link].map { linkOfNode[$0.node] == link } ?? false }

  /// Forgets a link.
  ///
  /// - Returns: what was known of it; nil for one that is gone.
  mutating func remove(_ link: LinkID) -> LinkSession? {
    guard let session = all.removeValue(forKey: link) else { return nil }
    doubts[link] = nil
    if linkOfNode[session.node] == link { linkOfNode[session.node] = nil }
    return session
  }

  // MARK: Comparing

  /// Begins to compare the rooms again on all links, where that is due: `takeComparison` gives the links.
  ///
  /// - Returns: whether it was due.
  mutating func beginComparison(at now: Moment) -> Bool {
    guard now.steady >= compareAt else { return false }
    compareAt = now.steady + Limits.digestMilliseconds
    toCompare = ids
    return true
  }

  /// Takes out the next link whose rooms are to be compared; nil where there is none. One in each turn is enough.
  mutating func takeComparison() -> LinkID? {
    while !toCompare.isEmpty {
      let link = toCompare.removeFirst()
      if all[link]?.state == .established { return link }
    }
    return nil
  }

  /// Whether there may be a link whose rooms are to be compared now.
  var hasComparison: Bool { !toCompare.isEmpty }

  /// The time at which rooms are to be compared again (steady milliseconds), 0 for at once; nil while there is nobody to compare with.
  var nextComparison: Int64? {
    linkOfNode.isEmpty ? nil : toCompare.isEmpty ? compareAt : 0
  }

  // MARK: Silence

  /// The links that are to be pinged or ended now, in order.
  ///
  /// - Parameter watched: the people that our person sees on the screen.
  func silent(at now: Moment, watched: WatchedPeople) -> [LinkID] {
    all.values.filter { $0.state != .closing && now.steady >= attention($0, watched) }.map(\.id)
      .sorted()
  }

  /// Returns the time at which the next of them is due (steady milliseconds).
  func nextWake(watched: WatchedPeople) -> Int64? {
    all.values.filter { $0.state != .closing }.map { attention($0, watched) }.min()
  }

  private func attention(_ session: LinkSession, _ watched: WatchedPeople) -> Int64 {
    min(session.attention(watched), doubts[session.id] ?? .max)
  }

  /// Something speaks against a link: it is dead where nothing is heard for a short time.
  ///
  /// - Returns: whether it is to be pinged now; false where it is doubted already.
  mutating func doubt(_ link: LinkID, at now: Moment) -> Bool {
    guard all[link]?.state == .established, doubts[link] == nil else { return false }
    doubts[link] = now.steady + Limits.doubtedSilenceMilliseconds
    return true
  }
}

/// Peers that our person sees on the screen now.
struct WatchedPeople {
  /// Those who look at the same match or room.
  var people: Set<Author> = []
  /// Our person looks at the list of peers.
  var isEverybody = false

  /// Whether anybody of a node is among them.
  func include(_ accounts: [Author]) -> Bool {
    isEverybody || accounts.contains(where: people.contains)
  }
}

extension LinkSession {
  /// The time for which a link may be silent: shorter while people see each other on the screen.
  private struct Patience {
    let ping: Int64
    let end: Int64

    static let usual = Patience(ping: Limits.pingMilliseconds, end: Limits.silenceMilliseconds)
    static let watched = Patience(
      ping: Limits.watchedPingMilliseconds, end: Limits.watchedSilenceMilliseconds)
  }

  /// Returns the time at which a link is to be pinged, or is dead if nothing arrives until then (steady milliseconds).
  ///
  /// - Parameter watched: the people that our person sees on the screen.
  fileprivate func attention(_ watched: WatchedPeople) -> Int64 {
    let patience: Patience = watched.include(accounts) ? .watched : .usual
    guard state == .established else { return heard + patience.end }
    guard let pinged else { return heard + patience.ping }
    // Somebody may have begun to look after a silence that was nothing unusual: then the ping gets its time.
    return max(heard + patience.end, pinged + patience.end - patience.ping)
  }
}
