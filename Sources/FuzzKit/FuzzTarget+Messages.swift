import Events
import Foundation
import Identifiers
import Replication
import Schema
import SwiftProtobuf
import TestKit
import War
import WholeSchema
import Wire

/// Messages, records, scripts and lines.
extension FuzzTarget {
  /// Two bytes name the message; the rest is one.
  static func messages(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let number = (Int(bytes[0]) + 256 * Int(bytes[1])) % SchemaMessages.all.count
    try? roundTrip(SchemaMessages.all[number], Array(bytes.dropFirst(2)))
    let data = Data(bytes.dropFirst(2))
    expect(
      (try? PlainDecoding.header(data)) == (try? Coding.decode(EntryHeader.self, from: data)),
      "the quick decoder reads another header")
    expect(
      (try? PlainDecoding.operations(data))
        == (try? Coding.decode(Payload.self, from: data))?.operations,
      "the quick decoder reads other operations")
  }

  private static func roundTrip<Kind: Message>(_ type: Kind.Type, _ bytes: [UInt8]) throws {
    if let read = try? JSONMapping.message(type, from: bytes) { try again(read) }
    if let read = try? JSONMapping.message(type, from: bytes, lenient: true) { try again(read) }
    if let read = try? Coding.decode(type, from: bytes) { try again(read) }
  }

  /// Checks that a message which was read once reads the same each time that it is written.
  private static func again<Kind: Message>(_ message: Kind) throws {
    let written = try Coding.encode(message)
    // Other libraries may nest deeper than we read.
    guard let read = try? Coding.decode(Kind.self, from: written) else { return }
    expect(try Coding.encode(read) == written, "\(Kind.protoMessageName) changes")
    _ = try JSONMapping.text(message)
  }

  /// A byte says where the second writing begins: two versions of one record, merged field by field.
  static func records(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let rest = Data(bytes.dropFirst())
    let cut = rest.startIndex + min(Int(first), rest.count)
    guard let one = try? FieldRegisters(Data(rest[..<cut])),
      let other = try? FieldRegisters(Data(rest[cut...]))
    else { return }
    expect(
      (try? FieldRegisters(one.message)) == one, "the fields of a message are not those it came of")
    expect(
      (try? FieldRegisters.message(of: Data(rest[..<cut]))) == one.message,
      "a message has two orders of its fields")
    var (left, right) = (one, other)
    for field in Set(one.fields.keys).union(other.fields.keys).sorted() {
      if field % 2 == 0 { left.take(field, from: other) } else { right.take(field, from: one) }
    }
    expect(left == right, "two orders of writing give two records")
    expect(left.message == right.message, "equal registers give different bytes")
  }

  /// A script of a match; a remark at its end changes nothing.
  static func scripts(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let script = try? ScriptReader.read(text, file: "fuzz.yaml") else { return }
    // In texts with line feeds of their own a remark would be text.
    guard !text.contains(where: { $0 == "|" || $0 == ">" }) else { return }
    guard let again = try? ScriptReader.read(text + "\n# The end\n", file: "fuzz.yaml") else {
      fatalError("a script with a remark is none")
    }
    expect("\(script)" == "\(again)", "a remark changes a script")
  }

  /// A line of text.
  static func text(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let address = try? Address(text) {
      expect((try? Address(address.description)) == address, "an address changes")
    }
    if let ticket = Ticket(text) {
      let again = Ticket(Ticket.scoped(ticket.description, to: ["lan0"]))
      let parts = again.map { Set($0.description.split(separator: "/")) }
      expect(parts == Set(ticket.description.split(separator: "/")), "a ticket changes")
    }
    if let decoded = Base32.decode(text) {
      expect(Base32.decode(Base32.encode(decoded)) == decoded, "an id changes")
    }
    for limit in [1, 63, 280] {
      let clean = Text.clean(text, limit: limit)
      expect(clean.utf8.count <= limit, "a text is longer than allowed")
      expect(Text.clean(clean, limit: limit) == clean, "a clean text changes")
    }
    _ = try? Rules(variant: text)
    let now: Int64 = 1_798_131_600_000
    let plan = MessagePlan(text, .world, now: now)
    expect(plan.name.utf8.count <= EventRules.name, "a name is longer than allowed")
    if let date = plan.date {
      let instant = try? DateText.instant(date, .world, now: now)
      expect(instant.map { $0 > now } == true, "\(date) is no date to come")
    }
  }

  /// Lines to begin with.
  static let lines = [
    "192.168.1.20:7711", "[fe80::1%eth0]:7711", "ada.local:80", "[::ffff:10.0.0.1]:1",
    "parlor:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/aaaaaaaaaaaaaaaaaaaaaaaaaa/10.0.0.1:7711",
    "lose-if-short+shuffled", "q7k2abcd", "Ada\u{202e}\u{1b}[2J", "e\u{301}\u{200d}👩‍👩‍👧",
    "round 2 at 19:00", "dinner 24 dec 2099 6:30pm", "2099-12-24T18:00:00+01:00", "next fri noon",
    "in 3 months",
  ]
}
