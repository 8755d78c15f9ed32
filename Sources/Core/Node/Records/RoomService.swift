import Feature
import FoundationEssentials
import Identifiers
import Replication
import Schema
import Store
import Wire

/// The engine of what people do with rooms: it makes, edits, leaves and deletes them (specification section 13).
final class RoomService: Engine {
  let context: NodeContext
  let links: Links
  let peers: Peers
  let rooms: Rooms
  let records: Records
  let pairedRooms: PairedRooms

  init(_ pairedRooms: PairedRooms) {
    self.pairedRooms = pairedRooms
    records = pairedRooms.records
    (context, links, peers, rooms) = (records.context, records.links, records.peers, records.rooms)
  }

  func perform(_ command: MakeRoom, _ transaction: Transaction) throws -> RoomView {
    let people = try command.people.map { try pairedPerson($0) }
    guard !command.roster || !command.direct else {
      throw Refused(.invalid, "A room of two people needs no roster: leave one of them out.")
    }
    guard !command.paired || !command.direct && people.isEmpty else {
      throw Refused(
        .invalid, "A room for everybody who is paired has its members of itself: name nobody.")
    }
    if command.direct {
      guard let other = people.first, people.count == 1 else {
        throw Refused(.invalid, "A direct room is for one other person: name one.")
      }
      let id = RoomID(direct: account.author, other)
      if try rooms.room(id, transaction.reader) == nil {
        try records.addDirectRoom(with: other, transaction)
      }
      return try records.answer(room: id, transaction)
    }
    let name = try Refused.line(command.name, "The name", limit: Limits.name)
    let topic = try Refused.line(command.topic, "The topic", limit: Limits.text)
    guard !name.isEmpty else { throw Refused(.invalid, "A room needs a name: give it one.") }
    if !command.sameName { try checkName(name, of: nil, transaction.reader) }
    let nonce = Data(randomBytes(16))
    let id = RoomID(privateOf: account.author, nonce: nonce)
    let stored = try transaction.addRoom(
      id, kind: .private, opener: account.author, nonce: nonce)
    rooms.add(stored, id)
    if command.roster { try records.rosters.open(of: id, nonce: nonce, transaction) }
    let card = RoomCard.with {
      $0.name = name
      $0.topic = topic
    }
    var operations: [Schema.Operation] = [
      .with { $0.openRoom.nonce = nonce }, try .making(.roomCard, nonce: nonce, card),
    ]
    if !command.roster {
      operations += people.map { person in .with { $0.addMember.author = person.data } }
    }
    try records.write(operations, in: id, transaction)
    if command.roster { try records.rosters.admit(people, to: id, transaction) }
    if command.paired {
      try transaction.setSetting("paired-rooms", settings.addPairedRoom(id))
      try pairedRooms.add([], to: id, transaction)
    }
    return try records.answer(room: id, transaction)
  }

  func perform(_ command: EditRoom, _ transaction: Transaction) throws -> RoomView {
    let id = try ownedRoom(command.room, transaction)
    guard let stored = rooms[id]?.stored, let nonce = stored.nonce else { return RoomView() }
    let name = try Refused.line(command.name, "The name", limit: Limits.name)
    let topic = try Refused.line(command.topic, "The topic", limit: Limits.text)
    if !command.sameName, !name.isEmpty { try checkName(name, of: id, transaction.reader) }
    let card = RoomCard.with {
      $0.name = name
      $0.topic = topic
    }
    guard card != RoomCard() || command.hasMembersInvite else {
      throw Refused(.invalid, "Nothing was changed: give a name or a topic.")
    }
    if card != RoomCard() {
      let record = RecordID(by: stored.opener, nonce: nonce)
      try records.write([try .changing(record, card)], in: id, transaction)
    }
    if command.hasMembersInvite { try letInvite(command.membersInvite, in: id, transaction) }
    return try records.answer(room: id, transaction)
  }

  /// Lets the members of a room of ours add people, or no longer.
  private func letInvite(_ isOpen: Bool, in id: RoomID, _ transaction: Transaction) throws {
    guard let roster = rooms[id]?.stored.roster else {
      throw Refused(
        .notNow,
        "Only in a room with a roster can members add people, and a room has one from the start or never."
      )
    }
    guard isOpen != !roster.openInvites.isEmpty else { return }
    guard !isOpen || roster.hasPlaceForInvite else {
      throw Refused(
        .notNow, "You have let members add people as often as you can: name an heir, and try again."
      )
    }
    try MemberInvites(records: records).set(isOpen, in: id, transaction)
    try records.settleRooms(transaction)
  }

  func perform(_ command: ChangeMember, _ transaction: Transaction) throws -> RoomView {
    let isAdding = command.change == .add
    guard
      let id = isAdding
        ? try growingRoom(command.room, transaction) : try ownedRoom(command.room, transaction),
      let room = rooms[id], let members = room.stored.people
    else { return RoomView() }
    if let invite = try invite(to: room, transaction) {
      let author = try newcomer(command.person, to: members)
      try records.rosters.admit(author, to: id, by: invite, transaction)
      try records.settleRooms(transaction)
      return try records.answer(room: id, transaction)
    }
    if let roster = room.stored.roster {
      try change(command, room, roster, transaction)
      return try records.answer(room: id, transaction)
    }
    var operation = Schema.Operation()
    switch command.change {
    case .add:
      operation = room.addition(of: try newcomer(command.person, to: members))
    case .remove:
      let author = try member(command.person, of: room, transaction.reader)
      guard author != account.author else {
        throw Refused(.notNow, "You own the room: hand it over before you leave.")
      }
      operation.removeMember.author = author.data
      operation.removeMember.last = room.newest(of: author)
    case .owner:
      let author = try member(command.person, of: room, transaction.reader)
      guard author != account.author else { throw Refused(.notNow, "You own the room already.") }
      operation.handOver.author = author.data
      operation.handOver.after = room.newest(of: author)
      operation.handOver.last = room.newest(of: account.author)
    case .heir:
      throw Refused(
        .notNow,
        "Only a room with a roster can have an heir, and a room has one from the start or never.")
    case .unspecified, .UNRECOGNIZED: throw Self.noChange
    }
    try records.write([operation], in: id, transaction)
    return try records.answer(room: id, transaction)
  }

  /// Adds people who are not in a room yet, where our person owns the room or may add people.
  func add(_ people: [Author], to id: RoomID, _ transaction: Transaction) throws {
    guard let room = try rooms.room(id, transaction.reader), let members = room.stored.people,
      turn.writing == .allowed
    else { return }
    let new = people.filter { !members.isMember($0) }
    if members.owner != account.author {
      guard let invite = try invite(to: room, transaction) else { return }
      for author in new where !members.knows(author) {
        try records.rosters.admit(author, to: id, by: invite, transaction)
      }
    } else if room.stored.roster != nil {
      try records.rosters.admit(new, to: id, transaction)
    } else if !new.isEmpty {
      try records.write(
        new.map { room.addition(of: $0) }, in: id, transaction)
    }
    try records.settleRooms(transaction)
  }

  private static let noChange = Refused(
    .invalid, "Say whether to add, to remove, or to hand the room over.")

  /// Changes who belongs to a room with a roster, or who owns it.
  private func change(
    _ command: ChangeMember, _ room: Room, _ roster: Roster, _ transaction: Transaction
  ) throws {
    if let successor = roster.successor, [.add, .remove].contains(command.change) {
      let name = try RoomViews(rooms, room, transaction.reader).person(successor).name
      throw Refused(
        .notNow,
        "You have handed the room over to \(name), who owns it once both of you were linked. To keep it, name an heir."
      )
    }
    switch command.change {
    case .add:
      let author = try newcomer(command.person, to: roster)
      try records.rosters.admit([author], to: room.id, transaction)
    case .remove:
      let author = try member(command.person, of: room, transaction.reader)
      guard author != account.author else {
        throw Refused(.notNow, "You own the room: hand it over before you leave.")
      }
      try records.rosters.remove(author, from: room.id, transaction)
    case .heir where command.person.isEmpty:
      try records.rosters.beginTerm(of: room.id, heir: nil, transaction)
    case .owner, .heir:
      let author = try member(command.person, of: room, transaction.reader)
      guard author != account.author else { throw Refused(.notNow, "You own the room already.") }
      try records.rosters.beginTerm(
        of: room.id, heir: author, isHandedOver: command.change == .owner, transaction)
    case .unspecified, .UNRECOGNIZED: throw Self.noChange
    }
    try records.settleRooms(transaction)
  }

  func perform(_ command: TakeRoomOver, _ transaction: Transaction) throws -> RoomView {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    guard let roster = try rooms.room(id, transaction.reader)?.stored.roster else {
      throw Refused(.notNow, "The room has no roster, so it has no heir.")
    }
    guard roster.owner != account.author else {
      throw Refused(.notNow, "You own the room already.")
    }
    guard roster.heir == account.author, roster.isMember(account.author) else {
      throw Refused(
        .notNow, "You are not the heir of the room: its owner can name you.")
    }
    try records.rosters.takeOver(id, transaction)
    try records.settleRooms(transaction)
    return try records.answer(room: id, transaction)
  }

  func perform(_ command: ChooseTerm, _ transaction: Transaction) throws -> RoomView {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    guard let room = try rooms.room(id, transaction.reader), let roster = room.stored.roster,
      !roster.rivalTerms.isEmpty
    else {
      throw Refused(.notNow, "The room was given to one person only: there is nothing to choose.")
    }
    let views = RoomViews(rooms, room, transaction.reader)
    let found = try roster.rivalTerms.flatMap(\.all).meant(
      by: command.term, ids: { [Base32.encode($0.bytes)] },
      isNamed: {
        try roster.owner(of: $0).map { try views.person($0).name.isName(command.term) } ?? false
      })
    let term = try found.only("The room was not given to \(command.term).") {
      "The room was given to \(command.term) in \($0) ways: name one by the beginning of its id."
    }
    try records.rosters.choose(term, in: id, transaction)
    try records.settleRooms(transaction)
    return try records.answer(room: id, transaction)
  }

  func perform(_ command: QuitRoom, _ transaction: Transaction) throws -> Done {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    guard let room = try rooms.room(id, transaction.reader), room.stored.kind == .private else {
      throw Refused(.notNow, "Only a private room can be left.")
    }
    guard let members = room.stored.people, members.owner != account.author else {
      let isAlone = room.stored.people?.current == [account.author]
      throw Refused(
        .notNow,
        isAlone ? "You are the only member of the room." : "You own the room.",
        .item(id.description, isAlone ? .deleteRoom : .handRoomOver))
    }
    if room.stored.roster == nil {
      try records.write([.with { $0.leaveRoom = LeaveRoom() }], in: id, transaction)
    } else {
      try records.rosters.leave(id, transaction)
      try records.settleRooms(transaction)
    }
    return Done()
  }

  func perform(_ command: DeleteRoom, _ transaction: Transaction) throws -> Done {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    guard let room = try rooms.room(id, transaction.reader), room.stored.kind == .private else {
      throw Refused(.notNow, "Only a private room can be deleted.")
    }
    guard room.stored.people?.current == [account.author] else {
      throw Refused(
        .notNow,
        "Others are in the room.", .item(id.description, .leaveRoom))
    }
    try rooms.delete(id, transaction)
    records.collect()
    records.marks.forget(id)
    try records.settleRooms(transaction)
    turn.publish(.roomGone(id.description))
    return Done()
  }

  /// Refuses a name that another room of ours has: which of them is meant by it would not be known.
  private func checkName(_ name: String, of own: RoomID?, _ reader: Reader) throws {
    let typed = name.lowercased()
    let isReserved = ["lobby", "personal"].contains(typed)
    let named = try RoomNames.named(typed, reader, own: account.author).first { $0.id != own }
    guard isReserved || named != nil else { return }
    let other = try named?.distinction() ?? typed
    throw Refused(
      .notNow,
      "There is a room \(other) already: choose another name, or add --same-name for two of one name."
    )
  }

  func perform(_ command: EnterRoom, _ transaction: Transaction) throws -> RoomView {
    let id = try RoomNames.room(command.room, transaction.reader, own: account.author)
    rooms.presence.set(command.here, of: account.author, in: id)
    if let room = try rooms.room(id, transaction.reader) {
      // A full disk must not keep anybody from looking.
      if turn.writing != .diskFull { try records.markRead(room, upTo: nil, transaction) }
    }
    for link in links.ids {
      guard let session = links[link], session.state == .established,
        try rooms.shares(id, with: session, transaction.reader)
      else { continue }
      try rooms.sendPresence(in: id, here: command.here, on: link)
    }
    return try records.answer(room: id, transaction)
  }

  /// The invite with which our person adds people to a room of somebody else's; nil where it may not, and in its own rooms.
  private func invite(to room: Room, _ transaction: Transaction) throws -> SigningKey? {
    guard let people = room.stored.people, people.owner != account.author,
      people.isMember(account.author)
    else { return nil }
    return try RoomViews(rooms, room, transaction.reader).invite()
  }

  /// The room to which our person may add people; nil for an empty text.
  ///
  /// - Throws: `Refused` for any other room.
  func growingRoom(_ text: String, _ transaction: Transaction) throws -> RoomID? {
    guard !text.isEmpty else { return nil }
    let id = try RoomNames.room(text, transaction.reader, own: account.author)
    if let room = try rooms.room(id, transaction.reader), try invite(to: room, transaction) != nil {
      return id
    }
    return try ownedRoom(text, transaction)
  }

  /// A private room that our person owns.
  func ownedRoom(_ text: String, _ transaction: Transaction) throws -> RoomID {
    let id = try RoomNames.room(text, transaction.reader, own: account.author)
    guard let room = try rooms.room(id, transaction.reader), room.stored.kind == .private else {
      throw Refused(.notNow, "That can be done with private rooms only.")
    }
    guard room.stored.people?.owner == account.author else {
      throw Refused(.notNow, "Only the owner of the room can do that: ask whoever owns it.")
    }
    return id
  }

  /// Somebody on a paired node, by the beginning of the author id, the node id, or by name.
  private func pairedPerson(_ text: String) throws -> Author {
    let found = try peers.people.byAuthor().filter(\.value.paired).meant(
      by: text, ids: { [$0.key.description, $0.value.id] }, isNamed: { $0.value.name.isName(text) })
    return try found.map(\.key).only(
      "You have not paired with anybody called \(text).", .about(text, .pair)
    ) { "\($0) people fit \(text): give more letters of the id." }
  }

  /// Somebody on a paired node who does not belong to a room yet.
  private func newcomer(_ text: String, to people: any RoomPeople) throws -> Author {
    let author = try pairedPerson(text)
    guard !people.isMember(author) else {
      throw Refused(.notNow, "\(text) is in the room already.")
    }
    return author
  }

  private func member(_ text: String, of room: Room, _ reader: Reader) throws -> Author {
    let views = RoomViews(rooms, room, reader)
    let found = try (room.stored.people?.current ?? []).meant(
      by: text, ids: { [$0.description] }, isNamed: { try views.person($0).name.isName(text) })
    return try found.only("Nobody called \(text) is in the room.") {
      "\($0) people fit \(text): give more letters of the id."
    }
  }
}
