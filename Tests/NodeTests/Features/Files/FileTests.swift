import Chat
import ChatSchema
import Feature
import Features
import Files
import FileSchema
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Node
@testable import Store

extension RoomWorld {
  /// Bytes that nobody can guess, the same for the same seed.
  static func bytes(_ count: Int, seed: UInt64) -> Data {
    var random = SeededGenerator(seed: seed)
    var bytes = Data(capacity: count + 8)
    while bytes.count < count {
      withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    }
    return bytes.prefix(count)
  }

  @discardableResult
  func share(
    _ number: Int, _ content: Data, as name: String = "map.png", in room: String = "lobby"
  ) throws -> FileView {
    try network.call(number, Methods.Files.share) {
      $0.room = room
      $0.name = name
      $0.blob = try network.keep(number, content)
      $0.untold = true
    }.get()
  }

  func files(_ number: Int, in room: String = "lobby") throws -> [FileView] {
    try read(number, room) { try $0.files() }
  }

  /// The bytes of a file as its reader gets them; nil while some are missing.
  func content(_ number: Int, _ file: String, in room: String = "lobby") throws -> Data? {
    guard let blob = try? read(number, room, { try $0.content(of: $0.file(file).blob) }) else {
      return nil
    }
    var reading = BlobReading(blob)
    var content = Data()
    try network.nodes[number].store.read { reader in
      while let chunk = try reading.chunk(reader) { content += chunk }
    }
    return content
  }

  /// Counts the bytes of chunks on their way to some nodes.
  func countChunks(to numbers: Int...) -> () -> Int {
    let count = Counter()
    network.tamper = { passing in
      if numbers.contains(passing.to),
        case .blobChunks(let chunks)? = try? Frame(serializedBytes: passing.bytes).body
      {
        count.value += chunks.chunks.reduce(0) { $0 + $1.count }
      }
      return [passing.bytes]
    }
    return { count.value }
  }

  private final class Counter { var value = 0 }
}

/// Files and the blobs under them (specification section 17).
@Suite struct FileTests {
  @Test(
    "P-35: 4 MiB reach a third node by way of a second one, with cuts and kills, and nothing twice")
  func cuts() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(1, 2)
    let room = try world.make(1, "club", ["Ada", "Cyd"]).id
    let content = RoomWorld.bytes(Limits.blob, seed: 7)
    let sent = world.countChunks(to: 1, 2)
    let file = try world.share(0, content, in: room)
    #expect(file.received == file.size && file.size == UInt64(Limits.blob))
    var random = SeededGenerator(seed: 3)
    var steps = 0
    var cuts = 0
    var seen = 0
    while try world.content(2, file.id, in: room) == nil {
      steps += 1
      try #require(steps < 20_000)
      world.network.step()
      // Some of it is on its way at each cut.
      guard sent() > seen, cuts < 25 else { continue }
      seen = sent()
      cuts += 1
      switch Int.random(in: 0..<4, using: &random) {
      case 0: world.network.cutLinks(0, 1)
      case 1: world.network.cutLinks(1, 2)
      default:
        let number = Int.random(in: 0..<3, using: &random)
        world.network.crash(number)
        try world.network.start(number)
      }
    }
    #expect(cuts == 25)
    #expect(try world.content(2, file.id, in: room) == content)
    // What was on its way at a cut is asked for again, and no more than that.
    let frame = Limits.blobChunksPaired * Limits.blobChunk
    #expect(sent() >= 2 * Limits.blob && sent() <= 2 * Limits.blob + 25 * frame)
    let files = try world.files(2, in: room)
    #expect(files.map(\.name) == ["map.png"] && files[0].received == files[0].size)
    #expect(
      world.network.nodes[2].changes.contains { $0.shown(FileView.self)?.received == file.size })
  }

  @Test("P-35: chunks that are not what the id promises are not kept, and another peer is asked")
  func liar() throws {
    let world = try RoomWorld(["Ada", "Bob", "Cyd"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    try world.pair(1, 2)
    let room = try world.make(0, "club", ["Bob", "Cyd"]).id
    world.network.cutLinks(0, 2)
    world.network.partition(0, 2)
    var lies = 0
    world.network.tamper = { passing in
      guard passing.from == 1, passing.to == 2,
        var frame = try? Frame(serializedBytes: passing.bytes), case .blobChunks? = frame.body
      else { return [passing.bytes] }
      lies += 1
      frame.blobChunks.chunks[0][0] ^= 1
      return [(try? Coding.encode(frame)) ?? []]
    }
    let content = RoomWorld.bytes(100_000, seed: 8)
    let file = try world.share(0, content, in: room)
    world.network.settle()
    #expect(lies == 1)
    #expect(try world.content(1, file.id, in: room) == content)
    #expect(try world.files(2, in: room).map(\.received) == [0])
    world.network.heal(0, 2)
    world.network.connect(0, 2)
    world.network.settle()
    #expect(try world.content(2, file.id, in: room) == content)
    #expect(lies == 1)
  }

  @Test("P-35: strangers in the lobby fill nobody's disk; once paired with, their files come")
  func strangers() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    world.network.connect(0, 1)
    let content = RoomWorld.bytes(50_000, seed: 9)
    let file = try world.share(0, content)
    world.network.run(milliseconds: 130_000)
    let seen = try #require(try world.files(1).first)
    #expect(seen.received == 0 && seen.problem.contains("paired"))
    #expect(try world.content(1, file.id) == nil)
    try world.pair(0, 1)
    #expect(try world.content(1, file.id) == content)
    #expect(try world.files(1).first?.problem == "")
  }

  @Test("P-35: deleted files let go of their bytes everywhere, once nothing else points at them")
  func collected() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let content = RoomWorld.bytes(200_000, seed: 10)
    let first = try world.share(0, content, as: "one")
    let second = try world.share(1, content, as: "two")
    world.network.settle()
    #expect(first.blob == second.blob && first.id != second.id)
    #expect(try world.chunks(0) == 7 && world.chunks(1) == 7)
    _ = try world.call(0, Methods.Files.delete) { $0.file = first.id }
    #expect(try world.chunks(0) == 7 && world.chunks(1) == 7)
    #expect(throws: Refused.self) {
      try world.call(0, Methods.Files.delete) { $0.file = second.id }
    }
    _ = try world.call(1, Methods.Files.delete) { $0.file = second.id }
    #expect(try world.chunks(0) == 0 && world.chunks(1) == 0)
    #expect(try world.files(0).isEmpty && world.files(1).isEmpty)
    #expect(try world.state(0).hash == world.state(1).hash)
  }

  @Test("P-35: only who is in a room gets what is shared there")
  func outsiders() throws {
    let world = try RoomWorld(["Ada", "Bob", "Eve"])
    try world.pair(0, 1)
    try world.pair(0, 2)
    let room = try world.make(0, "club", ["Bob"]).id
    let file = try world.share(0, RoomWorld.bytes(10, seed: 1), in: room)
    let sent = world.countChunks(to: 2)
    for place in [Base32.decode(room) ?? [], RoomID.lobby.bytes] {
      let ask = BlobAsk.with {
        $0.room = Data(place)
        $0.blob = Data(Base32.decode(file.blob) ?? [])
        $0.hashes = true
      }
      try world.send(.blobAsk(ask), from: 2, to: 0)
    }
    #expect(sent() == 0)
    #expect(world.network.isLinked(0, 2))
  }

  @Test("P-35: whoever points at too much has the rest left where it is") func quota() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    let id = try #require(Base32.decode(room).flatMap { RoomID($0) })
    var pen = try Pen(of: 1, in: id, world)
    try world.setShare(0, .paired, 64)
    // What points at them needs room, too.
    let most = (64 << 20) / Limits.blob - 1
    for number in 0..<most + 6 {
      try pen.write([
        .with {
          $0.put.nonce = RoomWorld.bytes(16, seed: UInt64(number))
          $0.put.kind = RecordKind.sharedFile.rawValue
          let file = SharedFile.with {
            $0.name = "../../.\u{202e}evil \(number)"
            $0.content.blob = RoomWorld.bytes(32, seed: UInt64(number))
            $0.content.size = UInt64(number == most + 5 ? Limits.blob + 1 : Limits.blob)
          }
          $0.put.body = (try? file.serializedData()) ?? Data()
        }
      ])
    }
    try world.send(pen.batch, from: 1, to: 0)
    let files = try world.files(0, in: room)
    #expect(files.count == most + 6)
    #expect(files.count { $0.problem.isEmpty } == most)
    #expect(files.allSatisfy { $0.name.hasPrefix("evil") })
    #expect(world.network.isLinked(0, 1))
    // Our own people are not in their way, and whole files come through.
    let content = RoomWorld.bytes(40_000, seed: 99)
    let file = try world.share(0, content, in: room)
    world.network.settle()
    #expect(try world.content(1, file.id, in: room) == content)
  }

  @Test("P-35: a peer that asks without waiting for answers is not fed") func flood() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let file = try world.share(0, RoomWorld.bytes(1 << 20, seed: 4))
    world.network.settle()
    let ask = BlobAsk.with {
      $0.room = RoomID.lobby.data
      $0.blob = Data(Base32.decode(file.blob) ?? [])
      $0.hashes = true
    }
    let sent = world.countChunks(to: 1)
    let frame = try Coding.encode(Frame(.blobAsk(ask)))
    let link = try #require(world.network.nodes[0].trusts.keys.max { $0.number < $1.number })
    world.network.give(0, (0..<1_000).map { _ in .frame(link, frame) })
    world.network.settle()
    #expect(sent() <= Limits.answersPerTurn * Limits.blobChunksPaired * Limits.blobChunk)
    #expect(!world.network.isLinked(0, 1))
  }

  @Test("P-34, P-35: a room's file brings what its records point at") func carried() throws {
    let world = try RoomWorld(["Ada", "Bob"])
    try world.pair(0, 1)
    let room = try world.make(0, "club", ["Bob"]).id
    world.network.cutLinks(0, 1)
    world.network.partition(0, 1)
    let content = RoomWorld.bytes(700_000, seed: 12)
    let file = try world.share(0, content, in: room)
    let bytes = try world.file(0, of: room)
    #expect(try world.take(1, bytes).files == 1)
    #expect(try world.content(1, file.id, in: room) == content)
    #expect(try world.take(1, bytes).files == 0)
  }

  @Test("P-35: bytes that the disk has changed are not given to anybody") func damaged() throws {
    let world = try RoomWorld(["Ada"])
    let file = try world.share(0, RoomWorld.bytes(100_000, seed: 5))
    try world.network.nodes[0].store.turn { transaction in
      let id = try #require(Base32.decode(file.blob).flatMap { BlobID($0) })
      let blob = try #require(try transaction.reader.wholeBlob(id))
      try transaction.run(
        "UPDATE blob_chunk SET bytes = zeroblob(length(bytes)) WHERE key = ?",
        ChunkKey.make(blob.number, 1))
    }
    #expect(throws: Refused.self) { try world.content(0, file.id) }
  }

  @Test(
    "P-35: no name of a file leads to a hidden file or another folder",
    arguments: [
      ("\u{1}.bashrc", "bashrc"), ("\u{200b}.profile", "profile"), ("\u{202e}..ssh", "ssh"),
      ("\u{200d}.netrc", "netrc"), (" \u{7f}. .netrc", "netrc"), (".\u{301}bashrc", "bashrc"),
      ("\u{301}.bashrc", "bashrc"), ("../\u{301}.ssh", "ssh"), ("..\u{1}/\u{2}", ""),
      ("a/\u{301}b", "b"), ("a\u{1}/../..", ""), (".\u{1}.", ""), ("/etc/passwd", "passwd"),
      ("map.png", "map.png"), ("-", "-"), ("a/", "a"), ("caf\u{e9}.txt", "caf\u{e9}.txt"),
      ("\u{1f468}\u{200d}\u{1f469}.png", "\u{1f468}\u{200d}\u{1f469}.png"),
    ])
  func names(_ name: String, _ shown: String) {
    let cleaned = FileRules.name(name)
    #expect(cleaned == shown)
    #expect(!cleaned.utf8.contains(UInt8(ascii: "/")))
    #expect(cleaned.utf8.first != UInt8(ascii: "."))
    #expect(FileRules.name(String(repeating: name + "x", count: 300)).utf8.count <= FileRules.name)
  }

  @Test("P-35, C-20: files do not count as messages, and have a limit of their own")
  func photos() throws {
    let world = try RoomWorld(["Ada"])
    func photo(_ number: Int) -> Data { RoomWorld.bytes(100, seed: UInt64(number)) }
    for number in 0..<12 {
      // As people share them: each says in the room that it is there.
      _ = try world.call(0, Methods.Files.share) {
        $0.room = "lobby"
        $0.name = "photo \(number).jpg"
        $0.blob = try world.keep(0, photo(number))
      }
    }
    for number in 0..<ChatRules.burst {
      _ = try world.call(0, Methods.Chat.post) {
        $0.room = "lobby"
        $0.text = "\(number)"
      }
    }
    for number in 12..<FileRules.burst { try world.share(0, photo(number)) }
    let last = photo(1_000)
    #expect {
      try world.share(0, last)
    } throws: { error in
      (error as? Refused)?.refusal.message.contains("files") == true
    }
    world.network.run(milliseconds: FileRules.everyMilliseconds)
    try world.share(0, last)
    #expect(try world.files(0).count == FileRules.burst + 1)
  }

  @Test("P-35: a file is meant by its name, the beginning of its name, or the beginning of its id")
  func named() throws {
    let world = try RoomWorld(["Ada"])
    let map = try world.share(0, RoomWorld.bytes(100, seed: 1), as: "map.png")
    try world.share(0, RoomWorld.bytes(100, seed: 2), as: "map.png.txt")
    try world.share(0, RoomWorld.bytes(100, seed: 3), as: "list.txt")
    func find(_ text: String) throws -> String {
      try world.read(0, "lobby") { try $0.file(text).name }
    }
    #expect(try find("Map.PNG") == "map.png", "a whole name goes before a beginning")
    #expect(try find("list") == "list.txt")
    #expect(try find(String(map.id.prefix(10))) == "map.png")
    #expect(refusal { _ = try find("map") }.contains("2 files fit map"))
    #expect(refusal { _ = try find("") }.contains("There is no file"))
    _ = try world.call(0, Methods.Files.delete) {
      $0.room = "lobby"
      $0.file = "MAP.PNG.TXT"
    }
    #expect(try find("map") == "map.png", "what was deleted is meant no more")
  }

  @Test("P-35: what cannot be shared is refused with what to do")
  func refused() throws {
    let world = try RoomWorld(["Ada"])
    for (name, size, words) in [
      ("map.png", 0, "empty"), ("map.png", Limits.blob + 1, "4194304 that are allowed"),
      ("...", 1, "--name"), ("\u{1b}/", 1, "--name"),
    ] {
      do {
        try world.share(0, Data(count: size), as: name)
        Issue.record("\(name) of \(size) bytes was shared")
      } catch let refused as Refused {
        #expect(refused.refusal.message.contains(words))
      }
    }
    #expect(try world.files(0).isEmpty)
  }
}

extension RoomWorld {
  /// Counts the chunks that a node keeps.
  func chunks(_ number: Int) throws -> Int {
    try network.nodes[number].store.read {
      try $0.db.value("SELECT count(*) FROM blob_chunk") ?? 0
    }
  }
}
