import ChatSchema
import FoundationEssentials
import Identifiers
import Node
import Replication
import Schema
import Store
import Wire

/// The acts of people, and the checks of what they must see at the end.
extension SimulatedRooms {
  /// Something that a person does.
  func act(_ number: Int) {
    guard network.nodes[number].node != nil, pauses[number] == nil,
      let room = rooms(number).randomElement(using: &random)
    else { return }
    if hasRosters, Int.random(in: 0..<5, using: &random) == 0 { return changeRoster(number) }
    switch plan.doings.randomElement(using: &random) ?? .post {
    case .play: playMatches(number)
    case .pair: pair(number)
    case .unpair: unpair(number)
    case .post: post(machine(of: number), room)
    case .edit: edit(number)
    case .delete: delete(number)
    case .move: move(number, to: room)
    case .make: make(number)
    case .quit: quit(number, room)
    case .rename: rename(number)
    case .editRoom:
      if let owned = owned(number).randomElement(using: &random) { editRoom(number, owned) }
    case .member:
      if let owned = owned(number).randomElement(using: &random) { changeMember(number, owned) }
    }
  }

  /// Returns the node at which a person writes. A person with a copied home writes now at the one and now at the other.
  private func machine(of number: Int) -> Int {
    guard let clone, number == plan.forker, network.nodes[clone].node != nil,
      Bool.random(using: &random)
    else { return number }
    return clone
  }

  /// The rooms that a person owns, as its node sees them.
  func owned(_ number: Int) -> [RoomID] {
    let own = author(number)
    return rooms(number).filter { room in
      let people = try? network.nodes[number].store.read { try $0.people(of: room) }
      return people?.owner == own
    }
  }

  func call<Request, Response>(
    _ number: Int, _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
  ) -> Response? {
    try? network.call(number, method, fill).get()
  }

  func author(_ number: Int) -> Author {
    let accounts = try? network.nodes[number].store.read { try $0.accounts() }
    return accounts?.first?.author ?? .zero
  }

  func rooms(_ number: Int) -> [RoomID] {
    let own = author(number)
    return (try? network.nodes[number].store.read { try RoomNames.all($0, own: own) }) ?? []
  }

  private func post(_ number: Int, _ room: RoomID) {
    let text = "message \(posted.count) by \(number)"
    let answer = call(number, Methods.Chat.post) {
      $0.room = room.description
      $0.text = text
    }
    guard let message = answer, !message.id.isEmpty else { return }
    tally.posts += 1
    trace?("\(network.now) \(number) posts \(message.id) in \(room)")
    posted.append(Posted(author: number, room: room, id: message.id, text: text))
  }

  /// Says something before others can bring back what was lost.
  func speakAtOnce(_ number: Int) {
    post(number, .lobby)
    if let room = rooms(number).last { post(number, room) }
  }

  private func own(_ number: Int) -> Int? {
    posted.indices.filter { posted[$0].author == number && !posted[$0].isDeleted }
      .randomElement(using: &random)
  }

  private func edit(_ number: Int) {
    guard let index = own(number) else { return }
    let text = "edited \(tally.edits)"
    let answer = call(number, Methods.Chat.edit) {
      $0.room = posted[index].room.description
      $0.message = posted[index].id
      $0.text = text
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
    let answer = call(number, Methods.Chat.delete) {
      $0.room = posted[index].room.description
      $0.message = posted[index].id
    }
    guard answer != nil else { return doubt(index) }
    tally.deletions += 1
    trace?("\(network.now) \(number) deletes \(posted[index].id)")
    posted[index].isDeleted = true
  }

  private func move(_ number: Int, to room: RoomID) {
    guard let index = own(number) else { return }
    let answer = call(number, Methods.Rooms.move) {
      $0.room = posted[index].room.description
      $0.record = posted[index].id
      $0.to = room.description
    }
    guard answer != nil else { return doubt(index) }
    tally.moves += 1
    posted[index].isDeleted = true
  }

  func make(_ number: Int) {
    let others = (0..<people).filter { $0 != number && Bool.random(using: &random) }
    if Int.random(in: 0..<3, using: &random) == 0, let other = others.first {
      let id = RoomID(direct: author(number), author(other))
      let answer = call(number, Methods.Rooms.make) {
        $0.direct = true
        $0.people = [author(other).description]
      }
      if answer != nil { checker.added[id] = [number, other] }
      return
    }
    guard checker.added.count < 8 else { return }
    let answer = call(number, Methods.Rooms.make) { request in
      request.name = "room \(tally.rooms)"
      request.people = others.map { author($0).description }
      request.roster = hasRosters
    }
    guard let view = answer, let id = Base32.decode(view.id).flatMap({ RoomID($0) }) else {
      return
    }
    tally.rooms += 1
    checker.added[id] = Set(others + [number])
    trace?("\(network.now) \(number) makes \(id) with \(others)")
  }

  private func quit(_ number: Int, _ room: RoomID) {
    guard call(number, Methods.Rooms.leave, { $0.room = room.description }) != nil else { return }
    tally.left += 1
    unsteady[room, default: []].insert(number)
    trace?("\(network.now) \(number) leaves \(room)")
  }

  private func rename(_ number: Int) {
    _ = call(number, Methods.Node.set) {
      $0.key = "name"
      $0.value = "person\(number) \(Int.random(in: 0..<100, using: &random))"
    }
  }

  private func editRoom(_ number: Int, _ room: RoomID) {
    let answer = call(number, Methods.Rooms.edit) {
      $0.room = room.description
      $0.name = "room \(Int.random(in: 0..<100, using: &random))"
    }
    guard answer != nil else { return }
    tally.renamed += 1
    trace?("\(network.now) \(number) renames \(room)")
  }

  /// Changes who belongs to a room of a person, or takes one over.
  private func changeRoster(_ number: Int) {
    takeOver(number)
    if let owned = owned(number).randomElement(using: &random) { changeMember(number, owned) }
  }

  /// Takes over a room of which a person is the heir, whether its owner is there or not.
  private func takeOver(_ number: Int) {
    let own = author(number)
    let left = rooms(number).filter { room in
      let roster = try? network.nodes[number].store.read { try $0.roster(of: room)?.roster }
      return roster?.heir == own && roster?.owner != own
    }
    guard let room = left.randomElement(using: &random), Bool.random(using: &random),
      call(number, Methods.Rooms.takeOver, { $0.room = room.description }) != nil
    else { return }
    tally.count("rooms taken over by heirs")
    trace?("\(network.now) \(number) takes \(room) over")
  }

  private func changeMember(_ number: Int, _ room: RoomID) {
    let changes: [MemberChange] =
      [.add, .add, .remove, .remove, .owner] + (hasRosters ? [.heir] : [])
    let change = changes.randomElement(using: &random) ?? .add
    let members = (try? network.nodes[number].store.read { try $0.members(of: room) }) ?? []
    let known = (0..<people).filter { $0 != number && members.contains(author($0)) }
    let drawn = Int.random(in: 0..<people, using: &random)
    let other = change == .add ? drawn : known.randomElement(using: &random) ?? drawn
    // Now and then the others hear of it late, and go on with who is removed.
    if change == .remove, Bool.random(using: &random) { _ = isolate(number) }
    // The command may be carried out although its answer is lost in a kill.
    if change == .add, other != number { checker.added[room]?.insert(other) }
    let answer = call(number, Methods.Rooms.changeMember) {
      $0.room = room.description
      $0.person = author(other).description
      $0.change = change
    }
    if change == .remove { unsteady[room, default: []].insert(other) }
    guard answer != nil else { return }
    trace?("\(network.now) \(number) \(change) \(other) in \(room)")
    // Who was removed has not heard of it yet, and goes on writing.
    if change == .remove, network.nodes[other].node != nil, pauses[other] == nil {
      post(other, room)
    }
    switch change {
    case .add: tally.added += 1
    case .remove: tally.removed += 1
    case .heir: tally.count("heirs named")
    default: tally.handedOver += 1
    }
  }
}
