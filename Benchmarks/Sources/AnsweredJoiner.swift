import Client
import Feature
import Features
import Foundation
import Identifiers
import Link
import NIOCore
import NIOPosix
import Node
import Schema
import Store
import SwiftProtobuf
import Wire

/// A joiner in this process, with its store in memory, that times a real host's answers.
///
/// It is Parlor's own node on Parlor's own links, so each question is a move that a person's node
/// sends, and its answer is the batch that the host sends once the move is on the host's disk.
final class AnsweredJoiner {
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let loop: any EventLoop
  private let machine: JoinerMachine

  /// Makes a joiner and links it to a host.
  /// - Parameter home: A folder for its key.
  init(home: String, host: DaemonProcess) throws {
    loop = group.next()
    let loop = self.loop
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let identity = try NodeIdentity.loadOrCreate(in: home)
    machine = try loop.submit { try JoinerMachine(loop: loop, identity: identity) }.wait()
    let address = try host.address()
    _ = try perform(Methods.Peers.add { $0.address = address })
  }

  deinit {
    let machine = machine
    try? loop.flatSubmit { machine.shutDown() }.wait()
    try? group.syncShutdownGracefully()
  }

  /// Plays one match against a host that plays by itself.
  /// - Returns: Microseconds from sending a move until its answer has arrived.
  func playMatch(_ host: DaemonProcess) throws -> Samples {
    let table = try host.client.call(Methods.Tables.host).id
    try again("ask") { _ = try self.perform(Methods.Tables.ask { $0.table = table }) }
    try again("be accepted") {
      try host.client.call(Methods.Tables.answer) {
        $0.table = table
        $0.accept = true
      }
    }
    try again("start") { try host.client.call(Methods.Tables.start) { $0.table = table } }
    let here = Methods.Tables.attend {
      $0.table = table
      $0.attendance = .here
      $0.auto = true
    }
    try host.client.perform(here)
    let machine = machine
    try loop.submit { machine.samples = Samples() }.wait()
    try again("sit down") { _ = try self.perform(here) }
    try again("finish") {
      guard try host.client.call(Methods.Tables.show, { $0.table = table }).phase == .finished
      else {
        throw ProgramError(description: "The match goes on.")
      }
    }
    return try loop.submit { machine.samples }.wait()
  }

  private func perform(_ call: Call) throws -> any Message {
    let machine = machine
    return try loop.flatSubmit { machine.perform(call) }.wait()
  }

  /// Tries until it works, for at most a minute.
  private func again(_ what: String, _ action: () throws -> Void) throws {
    let start = ContinuousClock.now
    while true {
      do { return try action() } catch {
        guard ContinuousClock.now - start < .seconds(60) else {
          throw ProgramError(description: "The joiner could not \(what): \(error)")
        }
        sleep(milliseconds: 1)
      }
    }
  }
}

/// The joiner's node and links; everything happens on its loop.
private final class JoinerMachine: @unchecked Sendable {
  var samples = Samples()
  private let loop: any EventLoop
  private let node: Node
  private var links: Links?
  private var mailbox: [Input] = []
  private var waiting: [UInt64: EventLoopPromise<any Message>] = [:]
  private var lastCommand: UInt64 = 0
  /// The time at which a move was sent that is not answered yet.
  private var asked: ContinuousClock.Instant?

  init(loop: any EventLoop, identity: NodeIdentity) throws {
    self.loop = loop
    guard let id = NodeID(identity.node) else {
      throw ProgramError(description: "The joiner's key cannot be read.")
    }
    node = try Node(
      configuration: NodeConfiguration(
        node: id, defaultName: "Bench", port: 0, run: .random(in: 0...UInt64.max)),
      store: Store(.parlor),
      random: RandomSource(SystemRandomNumberGenerator()))
    links = try Links(loop: loop, identity: identity) { [unowned self] in receive($0) }
    receive(.wake)
  }

  func perform(_ call: Call) -> EventLoopFuture<any Message> {
    lastCommand += 1
    let promise = loop.makePromise(of: (any Message).self)
    waiting[lastCommand] = promise
    receive(.command(CommandID(lastCommand), call))
    return promise.futureResult
  }

  func shutDown() -> EventLoopFuture<Void> {
    links?.shutdown() ?? loop.makeSucceededVoidFuture()
  }

  private func receive(_ input: Input) {
    if let asked, case .frame(_, let bytes) = input, Self.isBatch(bytes) {
      samples.record((ContinuousClock.now - asked).seconds * 1e6)
      self.asked = nil
    }
    mailbox.append(input)
    if mailbox.count == 1 { loop.execute { self.turn() } }
  }

  private func turn() {
    let inputs = mailbox
    mailbox = []
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    let outputs = node.turn(inputs, at: Moment(steady: now, wall: now)).outputs
    for output in outputs {
      if case .answer(let id, let result) = output {
        waiting.removeValue(forKey: id.number)?.completeWith(result.mapError { $0 as any Error })
      }
      if case .send(_, let bytes) = output, asked == nil, Self.isBatch(bytes) {
        asked = ContinuousClock.now
      }
      links?.perform(output)
    }
    links?.flush()
  }

  private static func isBatch(_ bytes: [UInt8]) -> Bool {
    if case .batch? = (try? Frame(serializedBytes: bytes))?.body { true } else { false }
  }
}
