import ArgumentParser
import Client
import Commands
import Schema
import Terminal

/// `parlor room`: where people meet.
struct RoomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "room", abstract: "See, make and change the rooms that you are in.",
    discussion: """
      The lobby is for everybody on the network; a private room is for the people that its owner adds. Rooms are named by their \
      name or the beginning of their id.

      EXAMPLES
        parlor room make picnic --topic 'Sunday at noon' ada bob
        parlor room add picnic cleo
        parlor room list
      """,
    subcommands: [
      RoomListCommand.self, RoomShowCommand.self, RoomMakeCommand.self, RoomEditCommand.self,
      RoomAddCommand.self, RoomInviteCommand.self, RoomRemoveCommand.self, RoomOwnerCommand.self,
      RoomHeirCommand.self, RoomTakeCommand.self, RoomChooseCommand.self, RoomLeaveCommand.self,
      RoomDeleteCommand.self, RoomMoveCommand.self,
    ], defaultSubcommand: RoomListCommand.self)
}

/// `parlor room list`.
struct RoomListCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the rooms that you are in, those with news first.",
    discussion: """
      What is unread comes first, then what was said last. Many rooms in which nothing was said for a week are counted in \
      one line.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(help: "List the quiet rooms as well.")
  var all = false

  static let method = Methods.Rooms.list
  func fill(_ request: inout ListRooms) {}
  func lines(_ rooms: RoomList) -> [String] {
    RoomListText(rooms.rooms, now: SessionLoop.wall).lines(all: all).shown
  }
}

/// `parlor room show`.
struct RoomShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show who is in a room, and how much.",
    discussion: """
      Of many people the first \(PeopleChoice.few) are listed and the others counted, those that you have paired with first. \
      With --json everybody, and its state as one hash, which is the same for all who have the same entries.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var people: PeopleOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room = "lobby"

  func run() throws {
    let client = try options.client()
    let view = try client.call(Methods.Rooms.show) { $0.room = room }
    let state = try client.call(Methods.Rooms.state) { $0.room = room }
    if options.json { return try Output.json([("room", view), ("state", state)]) }
    let members = MessageText.members(of: view, people.choice)
    Output.lines(([MessageText.line(of: view)] + members).shown)
    for line in MessageText.rivals(of: view) { Output.line(line) }
    if view.membersInvite { Output.line("  Members may add people.") }
    Output.line(
      "  \(Count.of(state.entries, "entry", "entries")), \(Count.of(state.records, "record"))")
  }
}

/// `parlor room make`.
struct RoomMakeCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "make", abstract: "Make a private room, and add people to it.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "What the room is called.")
  var name: String

  @Option(help: "What it is for.")
  var topic = ""

  @Argument(help: "People that you have paired with, by name or the beginning of an id.")
  var people: [String] = []

  @Flag(help: "Make it even if another room has this name.")
  var sameName = false

  @Flag(
    help:
      "Everybody that you have paired with belongs to it, and everybody that you pair with later.")
  var paired = false

  @Flag(
    help:
      "Sign who owns the room and who belongs to it: it can have an heir. People with an older Parlor cannot be in it."
  )
  var roster = false

  static let method = Methods.Rooms.make
  func fill(_ request: inout MakeRoom) {
    (request.name, request.topic, request.people) = (name, topic, people)
    (request.paired, request.sameName, request.roster) = (paired, sameName, roster)
  }
  func lines(_ answer: RoomView) -> [String] {
    let made = answer.name.plain
    let isWord = !sameName && made.allSatisfy { $0.isLetter || $0.isNumber }
    let word = isWord ? made : ShortID.text(answer.id)
    return ["\(made) is made: `parlor chat open \(word)` opens it."]
  }
}

/// `parlor room edit`.
struct RoomEditCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Give a room that you own another name or topic, or let its members add people.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Option(help: "The new name.")
  var name = ""

  @Option(help: "What it is for.")
  var topic = ""

  @Flag(help: "Take the name even if another room has it.")
  var sameName = false

  @Flag(
    inversion: .prefixedNo,
    help:
      "Let members add people that they have paired with, or no longer. The room needs a roster.")
  var membersInvite: Bool?

  static let method = Methods.Rooms.edit
  func fill(_ request: inout EditRoom) {
    (request.room, request.name, request.topic, request.sameName) = (room, name, topic, sameName)
    if let membersInvite { request.membersInvite = membersInvite }
  }
  func lines(_ answer: RoomView) -> [String] { ["\(answer.name.plain) is changed."] }
}

/// The options that the commands which change a member share.
struct MemberOptions: ParsableArguments {
  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Argument(help: "The person's name or the beginning of its id.")
  var person: String

  func perform(_ change: MemberChange, _ done: String) throws {
    let answer = try self.change(change)
    try options.show(answer, "\(person.plain) \(done) \(answer.name.plain).")
  }

  func change(_ change: MemberChange) throws -> RoomView {
    try options.client().call(Methods.Rooms.changeMember) {
      $0.room = room
      $0.person = person
      $0.change = change
    }
  }
}

/// `parlor room add`.
struct RoomAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add somebody that you have paired with to a room that you own.",
    discussion: """
      Members can do it too, where the owner lets them: `parlor room edit ROOM --members-invite`.
      """)

  @OptionGroup var member: MemberOptions

  func run() throws { try member.perform(.add, "is in") }
}

/// `parlor room invite`.
struct RoomInviteCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite",
    abstract: "Print a ticket that pairs somebody with you and adds them to a room.",
    discussion: """
      For a room that you own, or whose owner lets members add people (`parlor room edit ROOM --members-invite`). The ticket is good once, for ten minutes, while your Parlor runs. Give it to one person on a way that nobody else reads; \
      that person uses it with `parlor peer pair --ticket`.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Option(
    help: "Where this node can be reached; may be repeated. Default: all its addresses.")
  var address: [String] = []

  static let method = Methods.Pairing.makeTicket
  func fill(_ request: inout MakeTicket) { (request.room, request.addresses) = (room, address) }
  func lines(_ answer: TicketView) -> [String] { [answer.ticket] }
}

/// `parlor room remove`.
struct RoomRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove somebody from a room that you own.")

  @OptionGroup var member: MemberOptions

  func run() throws { try member.perform(.remove, "is no longer in") }
}

/// `parlor room owner`.
struct RoomOwnerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "owner", abstract: "Hand a room that you own over to a member.")

  @OptionGroup var member: MemberOptions

  func run() throws {
    let answer = try member.change(.owner)
    let isOwned = answer.members.contains { $0.owner && !$0.own }
    let (person, room) = (member.person.plain, answer.name.plain)
    try member.options.show(
      answer,
      isOwned ? "\(person) owns \(room)." : "\(person) owns \(room) once your Parlors were linked."
    )
  }
}

/// `parlor room heir`.
struct RoomHeirCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "heir",
    abstract: "Name the member who may take a room over if its owner is gone.",
    discussion: """
      Only for rooms that were made with --roster. Without a person nobody may. The heir takes the room over with \
      `parlor room take`, whether its owner is there or not: name somebody that you trust.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Argument(help: "The member's name or the beginning of its id.")
  var person = ""

  static let method = Methods.Rooms.changeMember
  func fill(_ request: inout ChangeMember) {
    (request.room, request.person, request.change) = (room, person, .heir)
  }
  func lines(_ answer: RoomView) -> [String] {
    let heir = person.isEmpty ? "Nobody" : person.plain
    return ["\(heir) may take \(answer.name.plain) over."]
  }
}

/// `parlor room take`.
struct RoomTakeCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "take", abstract: "Take a room over whose owner has named you as its heir.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  static let method = Methods.Rooms.takeOver
  func fill(_ request: inout TakeRoomOver) { request.room = room }
  func lines(_ answer: RoomView) -> [String] { ["You own \(answer.name.plain)."] }
}

/// `parlor room choose`.
struct RoomChooseCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Say whose a room is that was given away more than once.",
    discussion: """
      It can happen that an owner hands a room over while the heir takes it, or gives it to two people. Then each Parlor goes by \
      what it heard first, or by what most members heard, and `parlor room show` says who says what. What you choose holds for \
      you, whatever others say; nobody else is bound by it.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Argument(help: "The owner's name, or the beginning of the id that `parlor room show` prints.")
  var owner: String

  static let method = Methods.Rooms.choose
  func fill(_ request: inout ChooseTerm) { (request.room, request.term) = (room, owner) }
  func lines(_ answer: RoomView) -> [String] {
    let name = answer.name.plain
    guard let term = answer.rivals.first(where: { $0.chosen && !$0.followed }) else {
      return ["\(owner.plain) owns \(name)."]
    }
    return [
      "\(term.owner.plain) will own \(name) once your Parlor reaches a member whose Parlor agrees."
    ]
  }
}

/// `parlor room leave`.
struct RoomLeaveCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Leave a private room; what you wrote stays.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  static let method = Methods.Rooms.leave
  func fill(_ request: inout QuitRoom) { request.room = room }
  func lines(_ done: Done) -> [String] { ["You have left \(room.plain)."] }
}

/// `parlor room delete`.
struct RoomDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete a private room that has no other member.",
    discussion: "All that is in it is deleted with it, and nobody can bring it back.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room's name or the beginning of its id.")
  var room: String

  @Flag(help: "Do not ask first.")
  var yes = false

  func run() throws {
    let client = try options.client()
    let view = try client.call(Methods.Rooms.show) { $0.room = room }
    if !yes {
      let question = "Do you really want to delete \(view.name.plain) and all that is in it?"
      try Confirmation.ask(question, isScript: options.json)
    }
    let done = try client.call(Methods.Rooms.delete) { $0.room = view.id }
    try options.show(done, "\(view.name.plain) is deleted.")
  }
}

/// `parlor room move`.
struct RoomMoveCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move something of yours, with all that belongs to it, to another room.",
    discussion: """
      What is personal is for you alone until it is moved to a room; from then on it is for everybody in that one, under \
      a new id. In the old room people can only see that something was there.

      EXAMPLES
        parlor room move personal k3v9 picnic
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The room where it is: its name or the beginning of its id.")
  var room: String

  @Argument(help: "What to move: the beginning of its id.")
  var item: String

  @Argument(help: "The room where it goes.")
  var to: String

  static let method = Methods.Rooms.move
  func fill(_ request: inout MoveItem) {
    (request.room, request.record, request.to) = (room, item, to)
  }
  func lines(_ answer: RoomView) -> [String] { ["It is in \(answer.name.plain) now."] }
}
