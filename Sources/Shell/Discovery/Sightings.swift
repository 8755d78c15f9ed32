import Node

/// The instances that the node has been told of, and those that it is to be told next.
///
/// An interruption (Avahi stopped, the program died) takes nothing back. An instance that is not seen again within the settling time after
/// it is lost then.
package struct Sightings {
  /// The prefix that our own TXT record carries; instances with it are ourselves.
  package var ownPrefix = ""

  private var known: [String: Sighting] = [:]
  private var doubtful: Set<String> = []

  /// Nothing was seen yet.
  package init() {}

  /// Whether instances wait to be seen again.
  package var isSettling: Bool { !doubtful.isEmpty }

  /// An instance was found or has changed.
  package mutating func found(_ sighting: Sighting) -> [Input] {
    let isOwn = !ownPrefix.isEmpty && sighting.nodePrefix == ownPrefix
    if isOwn { return lost(instance: sighting.instance) }
    doubtful.remove(sighting.instance)
    guard known[sighting.instance] != sighting,
      known[sighting.instance] != nil || known.count < Limits.instances
    else { return [] }
    known[sighting.instance] = sighting
    return [.discovered(sighting)]
  }

  /// An instance has left; one that was never told is passed over.
  package mutating func lost(instance: String) -> [Input] {
    doubtful.remove(instance)
    return known.removeValue(forKey: instance) == nil ? [] : [.lost(instance: instance)]
  }

  /// Discovery works no more for now: all that is known is in doubt.
  package mutating func interrupt() { doubtful = Set(known.keys) }

  /// The settling time is over: what is still in doubt is lost.
  package mutating func settle() -> [Input] {
    defer { doubtful = [] }
    return doubtful.sorted().flatMap { instance -> [Input] in
      known.removeValue(forKey: instance) == nil ? [] : [.lost(instance: instance)]
    }
  }
}
