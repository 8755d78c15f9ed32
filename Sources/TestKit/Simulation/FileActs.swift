import Features
import FileSchema
import FoundationEssentials
import Identifiers
import Node
import Schema
import Store
import Wire

/// A file that its author's node has said to be shared.
private struct SharedBytes {
  let author: Int
  let room: RoomID
  let id: String
  let content: Data
  /// Whether it was deleted, or its node ended before it could say so.
  var mayBeGone = false
}

/// Files that people share in simulated rooms, and delete.
final class FileActs: FeatureActs {
  static let counts = [sharing, deleting, copies]
  private static let sharing = "files shared"
  private static let deleting = "files deleted"
  private static let copies = "files whole on other nodes"

  private var shared: [SharedBytes] = []

  init?(seed: UInt64) {
    var random = SeededGenerator(seed: seed &+ 0x66_696c_6573)
    guard random.next() % 2 == 0 else { return nil }
  }

  func act(_ person: ActingPerson, _ random: inout SeededGenerator) {
    guard random.next() % 8 == 0 else { return }
    let own = shared.indices.filter {
      shared[$0].author == person.number && !shared[$0].mayBeGone
    }
    if random.next() % 4 == 0, let index = own.randomElement(using: &random) {
      return delete(index, person)
    }
    // Now and then bytes that somebody else has shared as well.
    let content = random.next() % 5 == 0 ? shared.randomElement(using: &random)?.content : nil
    let bytes = content ?? fresh(&random)
    guard let blob = person.keep(bytes) else { return }
    let answer = person.call(Methods.Files.share) {
      $0.room = person.room.description
      $0.name = "file \(shared.count)"
      $0.blob = blob
      $0.untold = true
    }
    guard let file = answer, !file.id.isEmpty else { return }
    person.count(Self.sharing)
    person.trace("shares \(file.id) of \(bytes.count) bytes in \(person.room)")
    shared.append(
      SharedBytes(author: person.number, room: person.room, id: file.id, content: bytes))
  }

  /// From one byte to some frames full of chunks.
  private func fresh(_ random: inout SeededGenerator) -> Data {
    let size = 1 << Int.random(in: 0...19, using: &random)
    var bytes = Data(repeating: UInt8.random(in: .min ... .max, using: &random), count: size)
    withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func delete(_ index: Int, _ person: ActingPerson) {
    let answer = person.call(Methods.Files.delete) {
      $0.room = shared[index].room.description
      $0.file = shared[index].id
    }
    if answer != nil { person.count(Self.deleting) }
    if answer != nil || !person.isRunning { shared[index].mayBeGone = true }
  }

  func doubt(_ number: Int) {
    for index in shared.indices where shared[index].author == number {
      shared[index].mayBeGone = true
    }
  }

  /// Everybody who shares a room with a file's author has all of it; nobody keeps what nothing points at.
  func check(_ world: SimulatedRooms) throws {
    for file in shared where !file.mayBeGone {
      guard world.isSure(of: file.room, file.author) else { continue }
      let members = try world.members(of: file.room)
      guard members.contains(file.author) else { continue }
      for member in members {
        guard file.room != .lobby || member == file.author || hears(member, file.author, world)
        else { continue }
        guard try content(of: file, member, world) == file.content else {
          throw CheckViolation(
            "files",
            "node \(member) has not all of file \(file.id), which \(file.author) shared in \(file.room)"
          )
        }
        if member != file.author { world.tally.count(Self.copies) }
      }
    }
    for (number, node) in world.network.nodes.enumerated() {
      guard try !node.store.turn({ try $0.collectBlobs() }) else {
        throw CheckViolation("files", "node \(number) keeps bytes that nothing points at")
      }
    }
  }

  /// Whether a node fetches what another one shares in the lobby, and gets it.
  private func hears(_ number: Int, _ other: Int, _ world: SimulatedRooms) -> Bool {
    world.trusts(number, other) && world.trusts(other, number) && !world.isApart(number, other)
  }

  private func content(
    of file: SharedBytes, _ number: Int, _ world: SimulatedRooms
  ) throws -> Data? {
    let own = world.author(number)
    return try world.network.nodes[number].store.read { reader -> Data? in
      guard let views = try RoomViews(file.room, reader, own: own),
        let view = try? views.file(file.id), let blob = try? views.content(of: view.blob)
      else { return nil }
      var reading = BlobReading(blob)
      var content = Data()
      while let chunk = try reading.chunk(reader) { content.append(contentsOf: chunk) }
      return content
    }
  }
}
