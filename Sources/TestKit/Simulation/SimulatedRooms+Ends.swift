import ChatSchema
import Features
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// The checks at the end, once everything has healed.
extension SimulatedRooms {
  /// All who belong to a room, by the word of its owner, see the same; and what was posted is there.
  func compare() throws {
    for room in Set((0..<people).flatMap { rooms($0) }).sorted() {
      let members = try self.members(of: room)
      // A link to a stranger brings only so many logs into the lobby.
      let choosers = room == .lobby && !isFlooded ? quotas.choosers : []
      try compare(room, at: members.filter { !choosers.contains($0) })
      try look(for: room, at: members)
    }
  }

  private func compare(_ room: RoomID, at members: [Int]) throws {
    guard let first = members.first else { return }
    let expected = try state(first, room)
    for member in members.dropFirst() {
      let seen = try state(member, room)
      guard seen == expected else {
        throw CheckViolation(
          "agreement",
          "nodes \(first) and \(member) see room \(room) differently:\n\(expected)\n\(seen)\n"
            + "of \(try logs(first, room))\nand \(try logs(member, room))")
      }
      tally.agreements += 1
    }
  }

  private func look(for room: RoomID, at members: [Int]) throws {
    for message in posted
    where message.room == room && members.contains(message.author) && !message.mayBeLost {
      guard isSure(of: room, message.author) else { continue }
      let own = author(message.author)
      let view = try network.nodes[message.author].store.read { reader in
        try Base32.decode(message.id).flatMap { RecordID($0) }.flatMap {
          try RoomViews(room, reader, own: own)?.shown($0, as: MessageView.self)
        }
      }
      if message.isUncertain, view != nil { continue }
      guard let view, view.deleted == message.isDeleted,
        view.deleted || view.text == message.text
      else {
        throw CheckViolation(
          "durability", "\(message) is now \(view.map { "\($0)" } ?? "gone")")
      }
    }
  }

  /// Whether what somebody wrote in a room must be there: it was never removed, and no disk that came back can have
  /// changed that.
  func isSure(of room: RoomID, _ number: Int) -> Bool {
    let isForked = checker.added[room]?.contains(plan.forker) ?? (number == plan.forker)
    return !doubtful.contains(room) && unsteady[room]?.contains(number) != true
      && (!history.forkers.contains(author(plan.forker)) || !isForked)
  }

  /// Returns the people who belong to a room and can receive its entries; for a private one as the owner sees it.
  func members(of room: RoomID) throws -> [Int] {
    var owner: (number: Int, people: any RoomPeople)?
    for number in 0..<people {
      let stored = try network.nodes[number].store.read { try $0.room(room) }
      guard let stored else { continue }
      switch stored.kind {
      case .lobby: return Array(0..<people)
      case .private:
        let people = try network.nodes[number].store.read { try $0.people(of: room) }
        guard let people, people.owner == author(number) else { continue }
        // Who handed it over and came back from before that may take itself for the owner still.
        if people.terms > owner?.people.terms ?? 0 { owner = (number, people) }
      default:
        let authors = try network.nodes[number].store.read { try $0.members(of: room) }
        return try reached(from: number, among: authors)
      }
    }
    guard let owner else { return [] }
    return try reached(from: owner.number, among: owner.people.current) { number, other in
      try trusts(number, owner.number) || isMember(other, of: room, by: number)
    }
  }

  /// Whether somebody belongs to a room as another one sees it. Who took its trust from the owner keeps to what it heard last:
  /// whom the owner had removed by then is told nothing, and cannot bring the owner that word back when its disk has lost it.
  private func isMember(_ other: Int, of room: RoomID, by number: Int) throws -> Bool {
    try network.nodes[number].store.read { try $0.people(of: room) }?
      .isMember(author(other)) == true
  }

  /// The people among some authors that a room gets to, from one to who trusts that one and so on.
  private func reached(
    from start: Int, among authors: [Author],
    by isHeard: (_ number: Int, _ other: Int) throws -> Bool = { _, _ in true }
  ) throws -> [Int] {
    var reached: Set<Int> = [start]
    var edge = [start]
    while let next = edge.popLast() {
      for number in 0..<people
      where !reached.contains(number) && authors.contains(author(number))
        && !isApart(next, number) && trusts(number, next) && trusts(next, number)
      {
        guard try isHeard(number, next) else { continue }
        reached.insert(number)
        edge.append(number)
      }
    }
    return reached.sorted()
  }

  /// Whether one node has paired with another.
  func trusts(_ number: Int, _ other: Int) -> Bool {
    let id = network.nodes[other].id.description
    let peers = try? network.nodes[number].store.read { try $0.peers().map(\.view) }
    return (peers ?? []).contains { $0.id == id && $0.paired }
  }

  /// Returns the state of a room as a node sees it, in lines to compare.
  private func state(_ number: Int, _ room: RoomID) throws -> [String] {
    let own = author(number)
    let honest = Set((0..<people).map { author($0).description })
    return try network.nodes[number].store.read { reader in
      guard let views = try RoomViews(room, reader, own: own) else { return ["none"] }
      let messages = try views.messages().messages
      let state = try views.state()
      let stored = try reader.room(room)
      let logs = try stored.map { try reader.logs($0) } ?? []
      if room == .lobby, isFlooded {
        // What is taken of a flood differs, and with it the place of what cites it.
        return messages.filter { honest.contains($0.author) }
          .map { "\($0.id) \($0.text) \($0.edited) \($0.deleted)" }.sorted()
      }
      // Of a forked log each may hold another part that counts for nothing, and not each has the log of who has no part any more.
      let people = try reader.people(of: room)
      let count = logs.filter { people?.knows($0.state.key.author) ?? true }
        .reduce(0) { $0 + $1.state.next - 1 }
      return [logs.contains(where: \.isForked) ? state.hash : "\(state.hash) of \(count) entries"]
        + messages.map { "\($0.id) \($0.text) \($0.edited) \($0.deleted) \($0.order)" }
        + (try acts.flatMap { try $0.acts.shown(views) })
    }
  }

  /// Returns in words the last entry of each log of a room at a node, and the first entry of a forked log that does not count.
  private func logs(_ number: Int, _ room: RoomID) throws -> [String] {
    try network.nodes[number].store.read { reader in
      let states = try reader.room(room).map { try reader.logs($0).map(\.state) } ?? []
      return states.sorted { $0.key < $1.key }.map { state in
        let fork = state.forkedFrom.map { ", forked from \($0)" } ?? ""
        return
          "\("\(state.key.author)".prefix(6))/\(state.key.incarnation) up to \(state.next - 1)\(fork)"
      }
    }
  }

  /// Counts the forks that were proven.
  func countForks() throws {
    let logs = try network.nodes.flatMap { node in
      try node.store.read { reader in
        try RoomNames.all(reader, own: .zero).flatMap { id in
          try reader.room(id).map { try reader.logs($0) } ?? []
        }
      }
    }
    tally.forks += logs.count(where: \.isForked)
  }
}
