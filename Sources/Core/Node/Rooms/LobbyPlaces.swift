import Replication
import Wire

/// The logs of strangers in the lobby: which link brought them, and which were given up.
///
/// Anybody can make up authors. So each link may bring only some of them, and a new author always finds a place.
struct LobbyPlaces {
  /// One log.
  struct Place: Equatable {
    /// The link that brought it; nil where that is gone.
    var link: LinkID?
    /// Grows with each batch that brought something: the lowest was silent longest.
    var active: UInt64
  }

  private(set) var places: [LogKey: Place] = [:]
  /// Logs that were given up, and until when nobody but their author may bring them again (steady milliseconds).
  private(set) var givenUp: [LogKey: Int64] = [:]
  /// Whether the logs of the lobby may have changed.
  var isStale = true
  /// The revision of the peers that decided who is a stranger.
  private var peers = -1
  private var clock: UInt64 = 0

  /// Whether the logs of strangers may be others than those of the last `settle`.
  func isStale(since peers: Int) -> Bool { isStale || peers != self.peers }

  /// Takes over which logs there are.
  ///
  /// - Parameters:
  ///   - logs: the logs of strangers in the lobby, in the order in which they came.
  ///   - peers: the revision of the peers that decided who is a stranger.
  mutating func settle(_ logs: [LogKey], peers: Int = -1) {
    (isStale, self.peers) = (false, peers)
    let known = places
    places = [:]
    for log in logs {
      places[log] = known[log] ?? Place(link: nil, active: 0)
      givenUp[log] = nil
    }
  }

  /// A log brought something.
  mutating func note(_ log: LogKey, from link: LinkID?, isOwn: Bool) {
    clock += 1
    var place = places[log] ?? Place(link: link, active: 0)
    // An author that brings its own log takes the place over from the link that brought it first.
    if isOwn { place.link = link }
    place.active = clock
    places[log] = place
    givenUp[log] = nil
  }

  /// A link is gone.
  mutating func release(_ link: LinkID) {
    for (log, place) in places where place.link == link { places[log]?.link = nil }
  }

  /// A log was given up.
  mutating func giveUp(_ log: LogKey, until time: Int64) {
    places[log] = nil
    if givenUp[log] == nil, givenUp.count >= Limits.givenUpRemembered,
      let oldest = givenUp.min(by: { ($0.value, $0.key) < ($1.value, $1.key) })
    {
      givenUp[oldest.key] = nil
    }
    givenUp[log] = time
  }

  /// Whether a log was given up and may not come again yet.
  func isGivenUp(_ log: LogKey, at now: Int64) -> Bool { givenUp[log].map { now < $0 } ?? false }

  /// The log that makes room for a new one; nil while there is room.
  ///
  /// A link that has used up what it may bring gives up one of its own. When all places are taken, the link that brought the
  /// most does; all links that are gone count as one.
  ///
  /// - Parameters:
  ///   - quota: how many the link may bring.
  ///   - isOwn: whether a log is of an account at that link, which goes last.
  func victim(
    for link: LinkID?, quota: Int, isOwn: (LogKey, LinkID?) -> Bool
  ) -> LogKey? {
    let groups = Dictionary(grouping: places) { $0.value.link }
    let own = link.flatMap { groups[$0] } ?? []
    if own.count >= quota { return quietest(of: own, isOwn) }
    guard places.count >= Limits.strangersInLobby else { return nil }
    let largest = groups.max { one, other in
      let links = (one.key?.number ?? 0, other.key?.number ?? 0)
      return (one.value.count, links.1) < (other.value.count, links.0)
    }
    return largest.flatMap { quietest(of: $0.value, isOwn) }
  }

  private func quietest(
    of group: [(key: LogKey, value: Place)], _ isOwn: (LogKey, LinkID?) -> Bool
  ) -> LogKey? {
    let others = group.filter { !isOwn($0.key, $0.value.link) }
    return (others.isEmpty ? group : others).min {
      ($0.value.active, $0.key) < ($1.value.active, $1.key)
    }?.key
  }
}
