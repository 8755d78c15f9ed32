import Foundation
import Node
import Replication
import Schema
import Store
import Wire

/// What people do, and what they must see in the end.
extension SimulatedRooms {
  /// Something that a person does.
  func act(_ number: Int) {
    guard network.nodes[number].node != nil, let room = rooms(number).randomElement(using: &random)
    else { return }
    if seed.isMultiple(of: 2), Int.random(in: 0..<6, using: &random) == 0 {
      return actOnFiles(number, room)
    }
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<8: post(number, room)
    case 8..<11: edit(number)
    case 11..<13: delete(number)
    case 13: move(number, to: room)
    case 14: make(number)
    case 15: quit(number, room)
    case 16: rename(number)
    default:
      guard let owned = owned(number).randomElement(using: &random) else { return }
      changeMember(number, owned)
    }
  }

  /// The rooms that a person owns, as its node sees them.
  private func owned(_ number: Int) -> [RoomID] {
    let own = author(number)
    return rooms(number).filter { room in
      let stored = try? network.nodes[number].store.read { try $0.room(room) }
      return stored?.members?.owner == own
    }
  }

  func command(_ number: Int, _ fill: (inout Command) -> Void) -> Answer? {
    try? network.command(number, fill).get()
  }

  func author(_ number: Int) -> Author {
    let accounts = try? network.nodes[number].store.read { try $0.accounts() }
    return accounts?.first?.author ?? .zero
  }

  private func rooms(_ number: Int) -> [RoomID] {
    let own = author(number)
    return (try? network.nodes[number].store.read { try Node.roomIDs($0, own: own) }) ?? []
  }

  private func post(_ number: Int, _ room: RoomID) {
    let text = "message \(posted.count) by \(number)"
    let answer = command(number) {
      $0.postMessage.room = room.description
      $0.postMessage.text = text
    }
    guard let message = answer?.message, !message.id.isEmpty else { return }
    tally.posts += 1
    trace?("\(network.now) \(number) posts \(message.id) in \(room)")
    posted.append(Posted(author: number, room: room, id: message.id, text: text))
  }

  private func own(_ number: Int) -> Int? {
    posted.indices.filter { posted[$0].author == number && !posted[$0].isDeleted }
      .randomElement(using: &random)
  }

  private func edit(_ number: Int) {
    guard let index = own(number) else { return }
    let text = "edited \(tally.edits)"
    let answer = command(number) {
      $0.editMessage.room = posted[index].room.description
      $0.editMessage.message = posted[index].id
      $0.editMessage.text = text
    }
    guard answer != nil else { return doubt(index) }
    tally.edits += 1
    posted[index].text = text
  }

  /// A command was refused, or done by a node that could not say so any more.
  private func doubt(_ index: Int) {
    if network.nodes[posted[index].author].node == nil { posted[index].isUncertain = true }
  }

  private func delete(_ number: Int) {
    guard let index = own(number) else { return }
    let answer = command(number) {
      $0.deleteMessage.room = posted[index].room.description
      $0.deleteMessage.message = posted[index].id
    }
    guard answer != nil else { return doubt(index) }
    tally.deletions += 1
    trace?("\(network.now) \(number) deletes \(posted[index].id)")
    posted[index].isDeleted = true
  }

  private func move(_ number: Int, to room: RoomID) {
    guard let index = own(number) else { return }
    let answer = command(number) {
      $0.moveItem.room = posted[index].room.description
      $0.moveItem.record = posted[index].id
      $0.moveItem.to = room.description
    }
    guard answer != nil else { return doubt(index) }
    tally.moves += 1
    posted[index].isDeleted = true
  }

  private func make(_ number: Int) {
    let others = (0..<people).filter { $0 != number && Bool.random(using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0, let other = others.first {
      let id = RoomID(direct: author(number), author(other))
      let answer = command(number) {
        $0.makeRoom.direct = true
        $0.makeRoom.people = [author(other).description]
      }
      if answer != nil { checker.added[id] = [number, other] }
      return
    }
    guard checker.added.count < 8 else { return }
    let answer = command(number) {
      $0.makeRoom.name = "room \(tally.rooms)"
      $0.makeRoom.people = others.map { author($0).description }
    }
    guard let view = answer?.room, let id = Base32.decode(view.id).flatMap({ RoomID($0) }) else {
      return
    }
    tally.rooms += 1
    checker.added[id] = Set(others + [number])
    trace?("\(network.now) \(number) makes \(id) with \(others)")
  }

  private func quit(_ number: Int, _ room: RoomID) {
    guard command(number, { $0.quitRoom.room = room.description }) != nil else { return }
    tally.left += 1
    unsteady[room, default: []].insert(number)
    trace?("\(network.now) \(number) leaves \(room)")
  }

  private func rename(_ number: Int) {
    _ = command(number) {
      $0.changeSetting.key = "name"
      $0.changeSetting.value = "person\(number) \(Int.random(in: 0..<100, using: &random))"
    }
  }

  private func changeMember(_ number: Int, _ room: RoomID) {
    let other = Int.random(in: 0..<people, using: &random)
    let changes: [MemberChange] = [.add, .add, .remove, .owner]
    let change = changes.randomElement(using: &random) ?? .add
    // The command may be carried out although its answer is lost in a kill.
    if change == .add, other != number { checker.added[room]?.insert(other) }
    let answer = command(number) {
      $0.changeMember.room = room.description
      $0.changeMember.person = author(other).description
      $0.changeMember.change = change
    }
    if change == .remove { unsteady[room, default: []].insert(other) }
    guard answer != nil else { return }
    trace?("\(network.now) \(number) \(change) \(other) in \(room)")
    switch change {
    case .add: tally.added += 1
    case .remove: tally.removed += 1
    default: tally.handedOver += 1
    }
  }

  /// All who belong to a room, by the word of its owner, see the same; and what was posted is there.
  func compare() throws {
    for room in Set((0..<people).flatMap { rooms($0) }).sorted() {
      let members = try self.members(of: room)
      guard let first = members.first else { continue }
      let expected = try state(first, room)
      for member in members.dropFirst() {
        let seen = try state(member, room)
        guard seen == expected else {
          throw CheckViolation(
            "agreement",
            "nodes \(first) and \(member) see room \(room) differently:\n\(expected)\n\(seen)")
        }
        tally.agreements += 1
      }
      try look(for: room, at: members)
    }
  }

  private func look(for room: RoomID, at members: [Int]) throws {
    for message in posted where message.room == room && members.contains(message.author) {
      if unsteady[room]?.contains(message.author) == true { continue }
      let own = author(message.author)
      let view = try network.nodes[message.author].store.read { reader in
        try Base32.decode(message.id).flatMap { RecordID($0) }.flatMap {
          try RoomViews(room, reader, own: own)?.messageView($0)
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

  /// Who belongs to a room; for a private one as the owner sees it.
  func members(of room: RoomID) throws -> [Int] {
    for number in 0..<people {
      let stored = try network.nodes[number].store.read { try $0.room(room) }
      guard let stored else { continue }
      switch stored.kind {
      case .lobby: return Array(0..<people)
      case .private:
        guard let members = stored.members, members.owner == author(number) else { continue }
        return (0..<people).filter { members.isMember(author($0)) && reaches($0, members) }
      default:
        let authors = try network.nodes[number].store.read { try $0.members(of: room) }
        return (0..<people).filter { authors.contains(author($0)) }
      }
    }
    return []
  }

  /// Whether a member is paired with another one, and so hears of the room at all.
  private func reaches(_ number: Int, _ members: Members) -> Bool {
    let peers = try? network.nodes[number].store.read { try $0.peers().map(\.view) }
    return members.owner == author(number)
      || (peers ?? []).contains { peer in
        peer.paired
          && peer.authors.contains { members.isMember($0) }
      }
  }

  private func state(_ number: Int, _ room: RoomID) throws -> [String] {
    let own = author(number)
    return try network.nodes[number].store.read { reader in
      guard let views = try RoomViews(room, reader, own: own) else { return ["none"] }
      let messages = try views.messages(before: nil, limit: 500)?.messages ?? []
      let state = try views.state()
      return ["\(state.hash) of \(state.entries) entries"]
        + messages.map { "\($0.id) \($0.text) \($0.edited) \($0.deleted) \($0.order)" }
    }
  }
}
