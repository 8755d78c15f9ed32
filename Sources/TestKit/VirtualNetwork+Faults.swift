import Feature
import Features
import Node
import Store
import Wire

/// The faults of a network, and the acts of a person with the cable in hand.
extension VirtualNetwork {
  /// The features of a node; a bug of War is in its session.
  func registry(of number: Int) -> Registry {
    #if DEBUG
      if planted[number] == .picksInTapOrder { return .parlorInTapOrder }
      if let bug = plantedInDuels[number] { return .parlor(planted: bug) }
    #endif
    return registry
  }

  /// Ends a node as `kill -9` does: what was committed stays and what it had sent still arrives, everything else is gone.
  public func crash(_ number: Int) {
    nodes[number].node = nil
    nodes[number].mailbox = []
    nodes[number].wakeAt = nil
    paused.remove(number)
    for index in connections.indices
    where connections[index].ends.0 == number || connections[index].ends.1 == number {
      abandon(index, by: number)
    }
    guard isDiscoveryUp else { return }
    for other in nodes.indices where other != number {
      schedule(.lost(by: other, instance: nodes[number].name))
    }
  }

  /// Cuts all links between two nodes and lets none be made until `heal`.
  public func partition(_ first: Int, _ second: Int) {
    partitions.insert([min(first, second), max(first, second)])
    cutLinks(first, second)
  }

  /// Lets nothing that one node sends arrive at another, without a word to either, and no links be made between them
  /// until `heal`.
  public func partition(from: Int, to: Int) {
    oneWays.insert([from, to])
    for index in connections.indices where connects(index, from, to) {
      if connections[index].ends.0 == to {
        connections[index].isStalled.toFirst = true
      } else {
        connections[index].isStalled.toSecond = true
      }
    }
  }

  /// Lets two nodes reach each other again.
  public func heal(_ first: Int, _ second: Int) {
    partitions.remove([min(first, second), max(first, second)])
    oneWays.remove([first, second])
    oneWays.remove([second, first])
  }

  /// Whether no link can be made between two nodes now.
  func isParted(_ first: Int, _ second: Int) -> Bool {
    partitions.contains([min(first, second), max(first, second)])
      || oneWays.contains([first, second]) || oneWays.contains([second, first])
  }

  /// The node whose home a node has: itself, unless it was copied.
  public func original(of number: Int) -> Int { originals[number] ?? number }

  /// The address at which a node can be dialled.
  public func address(of number: Int) -> String {
    "10.0.0.\(number + 1):\(Int(firstPort) + number)"
  }

  /// Tries an address for the peer of a link.
  func tryWay(_ link: LinkID, from: Int, _ address: String) {
    guard nodes[from].node != nil else { return }
    let to = nodes.indices.first { self.address(of: $0) == address && nodes[$0].node != nil }
    let isOpen = to.map { !isParted(from, $0) && !firewalls.contains($0) } ?? false
    give(from, [.tried(link, address: address, isOpen ? .open : .silent)])
  }

  /// Stops a node in its tracks, as SIGSTOP does; links stay up, and what comes waits.
  public func pause(_ number: Int) {
    if nodes[number].node != nil { paused.insert(number) }
  }

  /// Lets a paused node run again.
  public func goOn(_ number: Int) {
    if paused.remove(number) != nil { turn(number) }
  }

  /// Lets one node dial another although they may be linked.
  public func redial(_ from: Int, _ to: Int) {
    schedule(.open(from: from, address: address(of: to)))
  }

  /// Gives a node that is down another store, as a person does who brings back a backup.
  public func replaceStore(of number: Int, by store: Store) { nodes[number].store = store }

  /// Cuts the links between two nodes; they may dial again.
  public func cutLinks(_ first: Int, _ second: Int) {
    for index in connections.indices where connects(index, first, second) {
      cut(index, reason: "cut")
    }
  }

  /// Lets nothing pass on the present links between two nodes, and tells neither.
  ///
  /// They find out by silence. New links may be made.
  public func stall(_ first: Int, _ second: Int) {
    for index in connections.indices where connects(index, first, second) {
      connections[index].isStalled = (true, true)
    }
  }

  /// True while a link between two nodes carries frames.
  public func isLinked(_ first: Int, _ second: Int) -> Bool {
    connections.indices.contains { index in
      connects(index, first, second) && connections[index].isOpen == (true, true)
        && connections[index].isStalled == (false, false)
    }
  }

  /// Hands a frame to a node as if it had come over the present link from another one.
  ///
  /// - Returns: false when there is no link.
  @discardableResult
  public func inject(_ frame: [UInt8], from sender: Int, to receiver: Int) -> Bool {
    let open = connections.lastIndex { connection in
      let ends = connection.ends
      return connection.isOpen == (true, true)
        && (ends == (sender, receiver) || ends == (receiver, sender))
    }
    guard let open else { return false }
    let connection = connections[open]
    let link = connection.ends.0 == receiver ? connection.links.0 : connection.links.1
    give(receiver, [.frame(link, frame)])
    return true
  }

  /// Returns the number of links of a node that are open at its end.
  public func openLinks(of number: Int) -> Int {
    connections.count { connection in
      (connection.ends.0 == number && connection.isOpen.0)
        || (connection.ends.1 == number && connection.isOpen.1)
    }
  }

  /// The links that are open at both ends, numbered from 0 in the order in which they were opened.
  public var openConnections: [Int] {
    connections.indices.filter { connections[$0].isOpen == (true, true) }
  }

  /// Lets all nodes see each other through DNS-SD from now on.
  public func startDiscovery() {
    guard !isDiscoveryUp else { return }
    isDiscoveryUp = true
    for number in nodes.indices {
      give(number, [.discovery(problem: nil)])
      sight(number)
    }
  }

  /// Ends DNS-SD for everybody, with or without a word about each instance.
  public func stopDiscovery(tellingInstances isTelling: Bool) {
    isDiscoveryUp = false
    for number in nodes.indices {
      let lost: [Input] = nodes.indices.filter { $0 != number && isTelling }
        .map { .lost(instance: nodes[$0].name) }
      give(number, lost + [.discovery(problem: "The DNS-SD service has stopped.")])
    }
  }

  func sight(_ number: Int) {
    for other in nodes.indices where other != number {
      schedule(.sighted(by: other, sighting(of: number)))
      if nodes[other].node != nil { schedule(.sighted(by: number, sighting(of: other))) }
    }
  }

  private func sighting(of number: Int) -> Sighting {
    Sighting(
      instance: nodes[number].name,
      nodePrefix: String(nodes[number].id.description.prefix(16)),
      addresses: [address(of: number)])
  }

  private func connects(_ index: Int, _ first: Int, _ second: Int) -> Bool {
    let ends = connections[index].ends
    return ends == (first, second) || ends == (second, first)
  }

  func close(_ link: LinkID, reason: String) {
    guard let index = index(of: link) else {
      closedOutside.insert(link)
      return
    }
    schedule(.closed(link, reason: reason), after: connections[index].lastArrival)
  }

  func finishClosing(_ link: LinkID, reason: String) {
    guard let index = index(of: link) else { return }
    closeEnd(index, first: connections[index].links.0 == link, reason: reason)
    cut(index, reason: reason)
  }

  func cut(_ index: Int, reason: String) {
    let ends = connections[index].ends
    // Of a stalled link only the end that is gone closes: the other learns nothing.
    let isStalled = connections[index].isStalled
    if !isStalled.toFirst || nodes[ends.0].node == nil {
      closeEnd(index, first: true, reason: reason)
    }
    if !isStalled.toSecond || nodes[ends.1].node == nil {
      closeEnd(index, first: false, reason: reason)
    }
  }

  /// One end of a link is gone; the other hears of it after all that was sent to it.
  private func abandon(_ index: Int, by number: Int) {
    let connection = connections[index]
    let isFirst = connection.ends.0 == number
    closeEnd(index, first: isFirst, reason: "")
    guard isFirst ? !connection.isStalled.toSecond : !connection.isStalled.toFirst else { return }
    let link = isFirst ? connection.links.1 : connection.links.0
    schedule(
      .closed(link, reason: "reset by peer"),
      after: isFirst ? connection.arrives.1 : connection.arrives.0)
  }

  private func closeEnd(_ index: Int, first: Bool, reason: String) {
    let connection = connections[index]
    guard first ? connection.isOpen.0 : connection.isOpen.1 else { return }
    if first { connections[index].isOpen.0 = false } else { connections[index].isOpen.1 = false }
    let number = first ? connection.ends.0 : connection.ends.1
    let link = first ? connection.links.0 : connection.links.1
    give(number, [.linkClosed(link, reason: reason)])
  }
}
