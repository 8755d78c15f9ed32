import ChatSchema
import Foundation
import Identifiers
import Link
import NIOCore
import NIOPosix
import Node
import Schema
import Wire

/// A peer in this process that has written many records and sends them to a daemon that has none.
///
/// Everything is encoded, hashed and signed beforehand, so that the daemon's time is measured: over TLS, verified,
/// and on its disk when the last batch is acknowledged.
final class RecordSender {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let machine: SenderMachine
  private let loop: any EventLoop

  /// The result of a run.
  struct Result {
    /// From the first batch until the last is acknowledged.
    var seconds: Double
    /// Bytes of all batches with their frames' lengths.
    var bytes: Int
    /// The room, as people see its id.
    var room: String
  }

  /// The sender's node id, for the daemon's person to trust.
  let node: NodeID

  init(home: String) throws {
    loop = group.next()
    let loop = self.loop
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let identity = try NodeIdentity.loadOrCreate(in: home)
    guard let node = NodeID(identity.node) else {
      throw ProgramError(description: "The sender's key cannot be read.")
    }
    self.node = node
    machine = try loop.submit {
      try SenderMachine(loop: loop, identity: identity, node: node)
    }.wait()
  }

  deinit {
    let machine = machine
    try? loop.flatSubmit { machine.shutDown() }.wait()
    try? group.syncShutdownGracefully()
  }

  /// Sends a room of so many entries with so many records each to a daemon at an address; one by one each entry is
  /// signed for itself and waits until the one before is acknowledged.
  func send(
    entries: Int, records: Int, bodyBytes: Int, to address: String, members: [Author],
    oneByOne: Bool = false
  ) throws -> Result {
    let room = try RecordRoom(
      key: machine.key, members: members, entries: entries, records: records,
      bodyBytes: bodyBytes, oneByOne: oneByOne)
    let machine = machine
    return try loop.flatSubmit { machine.send(room, to: address) }.wait()
  }
}

/// A private room whose every batch is ready to be sent.
struct RecordRoom {
  let id: RoomID
  let digest: Digest
  /// Batches that may wait for their acknowledgement.
  let window: Int
  private(set) var frames: [[UInt8]] = []

  init(
    key: SigningKey, members: [Author], entries: Int, records: Int, bodyBytes: Int,
    oneByOne: Bool
  ) throws {
    window = oneByOne ? 1 : Limits.batchesUnacknowledged
    let batchBytes = oneByOne ? 0 : Limits.batchPaired - 4_096
    let nonce = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    let room = RoomID(privateOf: key.author, nonce: nonce)
    id = room
    let opener = key.author
    digest = Digest.with {
      $0.room = room.data
      $0.digest = Data(repeating: 1, count: 32)
      $0.opener = opener.data
      $0.nonce = nonce
    }
    let log = LogKey(author: key.author, incarnation: 0)
    var state = (next: UInt64(1), hash: EntryHash.zero)
    var slice = Slice()
    var size = 0
    let text = String(repeating: "x", count: bodyBytes - 3)
    let body = try ChatMessage.with { $0.text = text }.serializedData()
    for number in 0...entries {
      var payload = Payload()
      if number == 0 {
        payload.operations =
          [.with { $0.openRoom.nonce = nonce }]
          + members.map { member in .with { $0.addMember.author = member.data } }
      } else {
        payload.operations = (0..<records).map { part in
          .with {
            $0.put.nonce = Data(
              (0..<16).map { UInt8(truncatingIfNeeded: (number << 8 + part) >> ($0 * 4)) })
            $0.put.kind = RecordKind.chatMessage.rawValue
            $0.put.body = body
          }
        }
      }
      let bytes: Data = try payload.serializedBytes()
      let header = try EntryHeader.with {
        $0.wallMilliseconds = 1_700_000_000_000
        $0.payloadSize = UInt64(bytes.count)
      }.serializedData()
      let place = LogPlace(room: room, log: log, sequence: state.next)
      state.hash = Hashing.entry(
        place, previous: state.hash, payloadHash: Hashing.payload(bytes), header: header)
      if slice.entries.isEmpty {
        slice.log = log.message
        slice.first = state.next
      }
      state.next += 1
      slice.entries.append(
        .with {
          $0.header = header
          $0.payload = bytes
        })
      size += header.count + bytes.count + 8
      guard size > batchBytes || number == entries else { continue }
      slice.signature = try key.signHeads([state.hash])[0]
      let batch = Batch.with {
        $0.room = room.data
        $0.number = UInt64(frames.count + 1)
        $0.slices = [slice]
      }
      frames.append(try Frame.with { $0.batch = batch }.serializedBytes())
      slice = Slice()
      size = 0
    }
  }
}

/// Speaks just enough of the protocol; everything happens on its loop.
private final class SenderMachine: @unchecked Sendable {
  let key: SigningKey
  private let loop: any EventLoop
  private let node: NodeID
  private var links: Links?
  /// Once it stands it is used for every room: a node takes only so many new links a minute from one address.
  private var link: LinkID?
  private var room: RecordRoom?
  private var next = 0
  private var acknowledged = 0
  private var begun: ContinuousClock.Instant?
  private var promise: EventLoopPromise<RecordSender.Result>?

  init(loop: any EventLoop, identity: NodeIdentity, node: NodeID) throws {
    self.loop = loop
    self.node = node
    key = try SigningKey(secret: (0..<32).map { _ in .random(in: .min ... .max) })
    links = try Links(loop: loop, identity: identity) { [unowned self] in receive($0) }
  }

  func send(_ room: RecordRoom, to address: String) -> EventLoopFuture<RecordSender.Result> {
    let promise = loop.makePromise(of: RecordSender.Result.self)
    self.room = room
    self.promise = promise
    (next, acknowledged, begun) = (0, 0, nil)
    if let link { offer(room, on: link) } else { perform(.dial(address: address)) }
    return promise.futureResult
  }

  private func offer(_ room: RecordRoom, on link: LinkID) {
    send(.roomsDigest(.with { $0.rooms = [room.digest] }), on: link)
  }

  func shutDown() -> EventLoopFuture<Void> {
    links?.shutdown() ?? loop.makeSucceededVoidFuture()
  }

  private func perform(_ output: Output) {
    links?.perform(output)
    links?.flush()
  }

  private func send(_ body: Frame.OneOf_Body, on link: LinkID) {
    guard let bytes: [UInt8] = try? Frame.with({ $0.body = body }).serializedBytes() else { return }
    perform(.send(link, bytes))
  }

  private func receive(_ input: Input) {
    switch input {
    case .linkOpened(let link, _): greet(link)
    case .frame(let link, let bytes):
      if let frame = try? Frame(serializedBytes: bytes) { take(frame, link) }
    case .linkClosed(_, let reason):
      link = nil
      promise?.fail(ProgramError(description: "The daemon closed the link: \(reason)"))
      promise = nil
    case .dialFailed(_, let reason):
      promise?.fail(ProgramError(description: "The daemon cannot be reached: \(reason)"))
      promise = nil
    default: break
    }
  }

  private func greet(_ link: LinkID) {
    let (key, node) = (key, node)
    let hello = try? Hello.with { hello in
      hello.lowestVersion = Node.protocolVersion
      hello.highestVersion = Node.protocolVersion
      hello.nodeName = "bench"
      hello.accounts = [
        try .with {
          $0.author = key.author.data
          $0.name = "bench"
          $0.signature = try key.signBinding(to: node)
        }
      ]
    }
    if let hello { send(.hello(hello), on: link) }
  }

  private func take(_ frame: Frame, _ link: LinkID) {
    switch frame.body {
    case .hello?:
      perform(.established(link, .paired))
      self.link = link
      if let room { offer(room, on: link) }
    case .have(let have)? where have.room == room?.id.data && begun == nil:
      begun = ContinuousClock.now
      stream(on: link)
    case .acknowledge(let word)? where word.room == room?.id.data:
      count(word.number, on: link)
    case .batch(let batch)? where batch.room == room?.id.data:
      send(
        .acknowledge(
          .with {
            $0.room = batch.room
            $0.number = batch.number
          }), on: link)
      if batch.acknowledged > 0 { count(batch.acknowledged, on: link) }
    case .goodbye(let goodbye)?:
      promise?.fail(ProgramError(description: "The daemon says: \(goodbye.text)"))
      promise = nil
    default: break
    }
  }

  private func count(_ number: UInt64, on link: LinkID) {
    acknowledged = max(acknowledged, Int(number))
    stream(on: link)
    guard let room, let begun, acknowledged == room.frames.count, let promise else { return }
    self.promise = nil
    let seconds = (ContinuousClock.now - begun).seconds
    promise.succeed(
      RecordSender.Result(
        seconds: seconds, bytes: room.frames.reduce(0) { $0 + $1.count + 4 },
        room: room.id.description))
  }

  private func stream(on link: LinkID) {
    guard let room else { return }
    while next < room.frames.count, next < acknowledged + room.window {
      perform(.send(link, room.frames[next]))
      next += 1
    }
  }
}
