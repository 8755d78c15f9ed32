import FoundationEssentials
import Identifiers
import Node
import Schema

/// The acts of people with one feature in simulated rooms, and the checks of that feature at the end. One object plays in one world.
public protocol FeatureActs: AnyObject {
  /// The acts that it counts, in words: "events planned".
  static var counts: [String] { get }
  /// Gets ready for a world; nil when nobody uses the feature in it, as each world has some load and not all.
  init?(seed: UInt64)
  /// A person does something. It is drawn from numbers of its own, so that what else happens in the world stays as it is.
  func act(_ person: ActingPerson, _ random: inout SeededGenerator)
  /// Lets a person do what is left once everything works again, so that what goes on comes to its end.
  func finish(_ person: ActingPerson)
  /// Notes that everything a person did until now may be lost, because an earlier state of its disk came back.
  func doubt(_ number: Int)
  /// Returns the feature in a room as people see it: at the end the same for all who belong to the room.
  ///
  /// - Throws: `StoreError`.
  func shown(_ views: RoomViews) throws -> [String]
  /// Checks what else must be true when everything works again.
  ///
  /// - Throws: `CheckViolation`; `StoreError`.
  func check(_ world: SimulatedRooms) throws
}

extension FeatureActs {
  /// Nothing is left.
  public func finish(_ person: ActingPerson) {}

  /// Nothing is remembered of what people did.
  public func doubt(_ number: Int) {}

  /// The state of a room says all: every node computes it from all records.
  public func shown(_ views: RoomViews) throws -> [String] { [] }

  /// Nothing else.
  public func check(_ world: SimulatedRooms) throws {}
}

/// A person in a simulated room who is about to do something.
public struct ActingPerson {
  let world: SimulatedRooms
  /// The number of the person's node.
  public let number: Int
  /// The room.
  public let room: RoomID

  /// The person's account.
  public var author: Author { world.author(number) }
  /// All rooms of the person.
  public var rooms: [RoomID] { world.rooms(number) }
  /// Whether the node runs: it did not end in the middle of what the person did last.
  public var isRunning: Bool { world.network.nodes[number].node != nil }

  /// Returns the answer of a method; nil if it is refused, or if the node ended before it could answer.
  public func call<Request, Response>(
    _ method: Method<Request, Response>, _ fill: (inout Request) -> Void
  ) -> Response? {
    world.call(number, method, fill)
  }

  /// Keeps bytes for a command.
  ///
  /// - Returns: their id; nil where they are refused.
  public func keep(_ content: Data) -> String? { try? world.network.keep(number, content) }

  /// Returns the value that a closure reads in the room; nil if the person does not see the room.
  public func read<Value>(_ body: (RoomViews) throws -> Value) -> Value? {
    let own = author
    let read = try? world.network.nodes[number].store.read { reader in
      try RoomViews(room, reader, own: own).map(body)
    }
    return read ?? nil
  }

  /// The tables that the person's node knows.
  var tables: [TableView] { world.tables(number) }

  /// Counts something that was done.
  public func count(_ done: String) { world.tally.count(done) }

  /// Returns the number of times that it was done in this world.
  public func counted(_ done: String) -> Int { world.tally.acts[done] ?? 0 }

  /// Tells a line to anybody who follows the world.
  public func trace(_ line: String) { world.trace?("\(world.network.now) \(number) \(line)") }
}

extension SimulatedRooms {
  /// Each feature that people use in this world gives somebody something to do.
  func actOnFeatures() {
    for (place, acts) in acts {
      var random = generator(3, place)
      let number = Int.random(in: 0..<people, using: &random)
      guard network.nodes[number].node != nil, pauses[number] == nil,
        let room = rooms(number).randomElement(using: &random)
      else { continue }
      acts.act(ActingPerson(world: self, number: number, room: room), &random)
    }
  }
}
