import Feature
import Identifiers
import Schema
import Store
import Wire

/// The rooms that people name in words, for readers of the store.
public enum RoomNames {
  /// The room with an id that begins so, or with that name, among those that our person is in.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func room(_ text: String, _ reader: Reader, own: Author) throws -> RoomID {
    let typed = text.lowercased()
    let personal = RoomID(personal: own)
    switch typed {
    case "", "lobby": return .lobby
    case "personal": return personal
    default: break
    }
    var meant = Meant<RoomID>()
    if let (low, high) = RoomID.range(of: text) {
      let begun = try reader.rooms(of: own, from: low, through: high)
      let here = [.lobby, personal].filter { (low...high).contains($0) }
      meant.begun = Array(Set(begun.filter { $0.kind != .table }.map(\.id) + here))
      if low == high, let id = meant.begun.first { return id }
    }
    let named = try self.named(typed, reader, own: own)
    meant.named = named.map(\.room.id)
    let all = meant.found
    guard let id = all.first else {
      throw Refused(
        .notFound, "You are in no room \(text).", .see("room list"))
    }
    guard all.count == 1 else {
      let shown = try named.prefix(5).map { try $0.distinction() }.joined(separator: ", ")
      throw Refused(
        .ambiguous,
        shown.isEmpty
          ? "\(all.count) rooms have an id that begins with \(text): give more letters of it."
          : "\(all.count) rooms fit \(text): \(shown). Name one by the beginning of its id.")
    }
    return id
  }

  /// The private and direct rooms of ours that are called so.
  ///
  /// - Parameter name: in small letters.
  static func named(
    _ name: String, _ reader: Reader, own: Author
  ) throws -> [RoomViews] {
    let surroundings = try RoomSurroundings(reader)
    return try reader.rooms(of: own, called: name).compactMap { id in
      let views = try RoomViews(id, reader, own: own, surroundings: surroundings)
      return try views?.name().isName(name) == true ? views : nil
    }
  }

  /// The rooms that an account is in, tables left out: the lobby, the personal room, then the others by id.
  public static func all(_ reader: Reader, own: Author) throws -> [RoomID] {
    let personal = RoomID(personal: own)
    let others = try reader.rooms(of: own, except: .table)
    return [.lobby, personal] + others.filter { $0 != personal && $0 != .lobby }
  }

  /// The room of that name or id, or the table with an id that begins so at which we have a chair.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  public static func chatRoom(_ text: String, _ reader: Reader, own: Author) throws -> RoomID {
    do {
      return try room(text, reader, own: own)
    } catch let refused as Refused where refused.refusal.code == .notFound {
      guard let (low, high) = RoomID.range(of: text) else { throw refused }
      let begun = try reader.rooms(of: own, from: low, through: high)
      return try begun.filter { $0.kind == .table }.map(\.id).only(
        "There is no room \(text).", .see("room list")
      ) {
        "\($0) tables fit \(text): give more letters of the id."
      }
    }
  }
}
