import Client
import Foundation
import Identifiers
import Schema
import Wire

extension Comparison {
  /// 100,000 records to a node that has none, over TLS, verified and durable; as entries of one record and of ten.
  static func records(_ places: Places) throws -> [Comparison] {
    let sink = try RecordSink(places)
    let limit = Limit(title: "C, SQLite, 1,000 a commit") { _ in
      try places.limit("commit", places.scratch, "100", "1000").run().figure("rate")
    }
    return [
      Comparison(
        title: "100,000 entries of one record", unit: .perSecond, isRate: true,
        target: .figure(required: 100_000, goal: 300_000), limit: limit, turns: 3
      ) { _ in try sink.rate(entries: 100_000, records: 1) },
      Comparison(
        title: "10,000 entries of ten records", unit: .perSecond, isRate: true,
        target: .figure(required: 100_000, goal: 300_000), limit: limit, turns: 3
      ) { _ in try sink.rate(entries: 10_000, records: 10) },
      Comparison(
        title: "on the wire beside 196 bytes", unit: .bytes,
        target: .figure(required: 160, goal: 60), turns: 1
      ) { _ in sink.overhead },
    ] + besides(sink, places)
  }

  /// From a change here until the other person's screen is told; durable on both sides.
  static func change(_ places: Places) throws -> [Comparison] {
    let changes = try Changes.ofMessage(TwoHomes(places, name: "change"))
    return [
      Comparison(
        title: "a record changed, seen there", unit: .microseconds,
        target: .figure(required: 2_000, goal: 1_000), limit: answers(places, "p50"), turns: 5
      ) { _ in try changes.measure(200).median },
      Comparison(
        title: "a record changed, seen there, 99 %", unit: .microseconds,
        target: .figure(required: 5_000, goal: 5_000), limit: answers(places, "p99"), turns: 5
      ) { _ in try changes.measure(200).percentile99 },
    ]
  }
}

/// A daemon that gets records from a sender it trusts.
final class RecordSink {
  /// The size of one record, in bytes.
  private static let bodyBytes = 196

  let daemon: DaemonProcess
  private let sender: RecordSender
  private let member: Author
  /// Bytes on the wire for each record of the last run, beside its body.
  private(set) var overhead = Double.nan

  convenience init(_ places: Places, name: String = "records") throws {
    try self.init(places, to: DaemonProcess(places, name: name), name: name)
  }

  /// - Parameter name: of the sender's home.
  init(_ places: Places, to daemon: DaemonProcess, name: String) throws {
    self.daemon = daemon
    sender = try RecordSender(home: "\(places.scratch)/\(name)-sender")
    let status = try daemon.client.call(Methods.Node.status)
    guard let member = Base32.decode(status.account).flatMap({ Author($0) }) else {
      throw ProgramError(description: "The daemon's account cannot be read.")
    }
    self.member = member
    let node = sender.node.description
    try daemon.client.call(Methods.Peers.trust) { $0.node = node }
  }

  /// Fills a new room.
  ///
  /// - Parameter others: members beside the daemon's person.
  /// - Returns: Its id.
  @discardableResult
  func fill(entries: Int, records: Int, others: [Author] = []) throws -> String {
    try sender.send(
      entries: entries, records: records, bodyBytes: Self.bodyBytes, to: daemon.address(),
      members: [member] + others
    ).room
  }

  /// Records a second.
  func rate(entries: Int, records: Int, oneByOne: Bool = false) throws -> Double {
    let result = try sender.send(
      entries: entries, records: records, bodyBytes: Self.bodyBytes, to: daemon.address(),
      members: [member], oneByOne: oneByOne)
    let count = Double(entries * records)
    if records == 1, !oneByOne { overhead = Double(result.bytes) / count - Double(Self.bodyBytes) }
    return count / result.seconds
  }
}
