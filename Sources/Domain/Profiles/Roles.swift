import Feature
import FoundationEssentials
import Identifiers
import ProfileSchema
import Schema

/// The moderators of a room: its owner names people there, and every member's node can check the owner's signature (row A-17).
enum Roles {
  /// The refusal for everybody but the owner.
  private static let onlyOwner = "Only the owner of the room can name moderators."

  /// The record that says so; only what an owner writes counts.
  static let moderator = Kind(
    .moderator, Moderator.self, KindRules(writers: [.owner]), noun: "moderator",
    lists: "parlor profile role", title: { _ in "a moderator" })

  static func set(
    _ request: SetRole, _ home: any Snapshot, _ draft: inout Draft
  ) throws -> Outcome<RoleView> {
    let isModerator: Bool
    switch request.role {
    case "moderator": isModerator = true
    case "member": isModerator = false
    default:
      throw Refused(
        .invalid,
        "A role can be moderator or member, not \(request.role): the owner can hand the room over.",
        .handRoomOver
      )
    }
    let room = try home.room(request.room)
    guard let owner = try home.owner(of: room.id) else {
      throw Refused(
        .notNow, "Nobody owns \(room.name), so nobody moderates there: make a room of your own.")
    }
    guard owner == home.me else { throw Refused(.notNow, onlyOwner) }
    let person = try home.person(named: request.person, in: room.id)
    guard person != owner else {
      throw Refused(.notNow, "You own \(room.name), and may do all that a moderator may.")
    }
    let terms = try home.records(of: [.moderator], in: room.id, limit: PageLimit.most).filter {
      let body = moderator.decode($0.body)
      return body.person == person.data && !body.ended
    }
    if isModerator, terms.isEmpty {
      try draft.make(moderator, in: room.id, .with { $0.person = person.data })
    } else if !isModerator {
      for term in terms { try draft.change(term, moderator) { $0.ended = true } }
    }
    let role = isModerator ? "moderator" : "member"
    return .value(try shown(person, role, in: room.id, home))
  }

  static func list(_ request: ListRoles, _ home: any Snapshot) throws -> RoleList {
    let room = try home.room(request.room)
    let moderation = try Moderation(of: room.id, home)
    let owner = try home.owner(of: room.id)
    var roles: [RoleView] = []
    for person in try home.people(in: room.id) {
      if person.author == owner {
        roles.insert(try shown(person.author, "owner", in: room.id, home), at: 0)
      } else if moderation.moderates(person.author) {
        roles.append(try shown(person.author, "moderator", in: room.id, home))
      }
    }
    return .with { $0.roles = roles }
  }

  static func view(_ record: Record, _ home: any Snapshot) throws -> RoleView {
    let body = moderator.decode(record.body)
    guard let person = Author(body.person) else { return RoleView() }
    return try shown(
      person, body.ended || record.isDeleted ? "member" : "moderator", in: record.room, home)
  }

  private static func shown(
    _ person: Author, _ role: String, in room: RoomID, _ home: any Snapshot
  ) throws -> RoleView {
    let name = try home.person(person, in: room).name
    return .with {
      $0.room = room.description
      $0.person = person.description
      $0.personName = name
      $0.role = role
    }
  }
}
