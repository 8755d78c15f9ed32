import Features
import Foundation
import Identifiers
import Node
import Schema
import Store
import Wire

/// A file that its author's node has said to be shared.
struct SharedBytes {
  let author: Int
  let room: RoomID
  let id: String
  let content: Data
  /// Deleted, or its node ended before it could say whether.
  var mayBeGone = false
}

/// Files in simulated rooms.
extension SimulatedRooms {
  func actOnFiles(_ number: Int, _ room: RoomID) {
    let own = shared.indices.filter { shared[$0].author == number && !shared[$0].mayBeGone }
    if Int.random(in: 0..<4, using: &random) == 0, let index = own.randomElement(using: &random) {
      return deleteFile(index)
    }
    // Now and then bytes that somebody else has shared as well.
    let content =
      Int.random(in: 0..<5, using: &random) == 0
      ? shared.randomElement(using: &random)?.content : nil
    let bytes = content ?? fresh()
    guard let blob = try? network.keep(number, bytes) else { return }
    let answer = call(number, Methods.Files.share) {
      $0.room = room.description
      $0.name = "file \(shared.count)"
      $0.blob = blob
      $0.untold = true
    }
    guard let file = answer, !file.id.isEmpty else { return }
    tally.files += 1
    trace?("\(network.now) \(number) shares \(file.id) of \(bytes.count) bytes in \(room)")
    shared.append(SharedBytes(author: number, room: room, id: file.id, content: bytes))
  }

  /// From one byte to some frames full of chunks.
  private func fresh() -> Data {
    let size = 1 << Int.random(in: 0...19, using: &random)
    var bytes = Data(repeating: UInt8.random(in: .min ... .max, using: &random), count: size)
    withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    return bytes
  }

  private func deleteFile(_ index: Int) {
    let answer = call(shared[index].author, Methods.Files.delete) {
      $0.room = shared[index].room.description
      $0.file = shared[index].id
    }
    if answer != nil {
      tally.filesDeleted += 1
      shared[index].mayBeGone = true
    } else if network.nodes[shared[index].author].node == nil {
      shared[index].mayBeGone = true
    }
  }

  /// Whoever shares a room with a file's author has all of it; nobody keeps what nothing points at.
  func compareFiles() throws {
    for file in shared where !file.mayBeGone {
      guard isSure(of: file.room, file.author) else { continue }
      let members = try self.members(of: file.room)
      guard members.contains(file.author) else { continue }
      for member in members {
        guard file.room != .lobby || member == file.author || hears(member, file.author) else {
          continue
        }
        guard try content(of: file, member) == file.content else {
          throw CheckViolation(
            "files",
            "node \(member) has not all of file \(file.id), which \(file.author) shared in \(file.room)"
          )
        }
        if member != file.author { tally.copies += 1 }
      }
    }
    for (number, node) in network.nodes.enumerated() {
      guard try !node.store.turn({ try $0.collectBlobs() }) else {
        throw CheckViolation("files", "node \(number) keeps bytes that nothing points at")
      }
    }
  }

  /// Whether a node fetches what another one shares in the lobby, and gets it.
  private func hears(_ number: Int, _ other: Int) -> Bool {
    trusts(number, other) && trusts(other, number) && !isApart(number, other)
  }

  private func content(of file: SharedBytes, _ number: Int) throws -> Data? {
    let own = author(number)
    return try network.nodes[number].store.read { reader -> Data? in
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
