import ChatSchema
import Feature
import Foundation
import Identifiers
import Schema
import TestKit
import Testing
import Wire

@testable import Store

/// The index by words: what it finds, and what it forgets.
@Suite struct WordsTests {
  private static let registry = Registry(
    [
      Feature(
        name: "notes",
        kinds: [
          Kind(
            3, ChatMessage.self, noun: "note", lists: "none", title: \.text, words: \.text
          ).erased
        ])
    ], version: 1)

  private func record(_ number: Int, _ text: String) throws -> StoredRecord {
    var bytes = Data(count: 16)
    withUnsafeBytes(of: UInt64(number).bigEndian) { bytes.replaceSubrange(8..<16, with: $0) }
    let id = try #require(RecordID(bytes))
    let message = ChatMessage.with { $0.text = text }
    return StoredRecord(
      number: 0, id: id, item: id, kind: 3, parent: nil, about: nil, writers: .creator, log: 1,
      sequence: 1, order: UInt64(number), wall: Int64(number), changed: 0, state: .visible,
      body: try message.serializedData())
  }

  private func found(_ text: String, _ reader: Reader, in room: Int64 = 1) throws -> [Int64] {
    try reader.search(text, of: [3], in: [room], limit: 1_000) { _, _ in true }.map(\.record.wall)
  }

  /// Settles turn by turn until nothing is left to do.
  private func settle(_ store: Store) throws {
    var isLeft = true
    for _ in 0..<1_000 where isLeft { isLeft = try store.turn { try $0.settleWords() } }
    #expect(!isLeft)
  }

  /// A store with a room of some notes, and as many others that fill the index.
  private func store(_ texts: [String], others: Int, at home: String? = nil) throws -> Store {
    let store = try home.map { try Store(home: $0, Self.registry) } ?? Store(Self.registry)
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero).number
      for (index, text) in texts.enumerated() {
        _ = try transaction.addRecord(record(index + 1, text), in: room)
      }
      for number in 0..<others {
        _ = try transaction.addRecord(record(1_000_000 + number, "other zz\(number)"), in: room)
      }
    }
    try settle(store)
    return store
  }

  @Test(
    "words are found whatever their case and marks are, in the index and before they are in it",
    arguments: [0, 600])
  func finds(others: Int) throws {
    let store = try store(
      [
        "Crème brûlée for BERTA", "creme", "Straße 12", "東京タワー", "thumbs 👍🏽 up", "naïve\u{0}café",
        "ΟΔΟΣ", "it's", "Ångström", "İstanbul",
      ], others: others)
    try store.read { reader throws in
      let cases: [(String, [Int64])] = [
        ("creme", [2, 1]), ("CRÈME", [2, 1]), ("crem", [2, 1]), ("berta creme", [1]),
        ("bert creme", []), ("berta cre", [1]), ("rème", []), ("straße", [3]), ("12", [3]),
        ("東", [4]), ("京 東", [4]), ("👍", [5]), ("up 👍", [5]), ("cafe naive", [6]),
        ("οδος", [7]), ("it s", [8]), ("angstrom", [9]), ("istanbul", [10]), ("missing", []),
      ]
      for (text, numbers) in cases { #expect(try found(text, reader) == numbers, "\(text)") }
      // The first of two words is whole.
      #expect(try found("bert brulee", reader) == [])
    }
  }

  @Test(
    "whatever is searched for does no harm",
    arguments: [
      "", " ", "\"", "\"\"\"", "'", "a OR b", "NOT", "AND", "NEAR(a b)", "*", "a*", "-a", "a:b",
      "words:a", "^a", "(", ")", "{", "\u{0}", "a\u{0}b", "%_", "; DROP TABLE record", "\u{301}",
      "\u{202e}x", "\u{fffd}", "👩‍👩‍👧", String(repeating: "long ", count: 5_000),
      String(repeating: "x", count: 100_000), "\u{10ffff}",
    ])
  func anyInput(text: String) throws {
    let store = try store([text, "a b c"], others: 300)
    try store.read { reader throws in
      _ = try found(text, reader)
      #expect(try found("a b", reader).contains(2))
    }
  }

  @Test("what is indexed later is found as what was indexed at once", arguments: 1...3)
  func sameBeforeAndAfter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let alphabet = ["a", "b", "ab", "é", "É", "東", "-", " ", " ", "👍", "1", "\u{301}", "ß"]
    func text() -> String {
      (0..<Int.random(in: 1...12, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }.joined()
    }
    let texts = (0..<100).map { _ in text() }
    let (waiting, indexed) = (try store(texts, others: 0), try store(texts, others: 500))
    for _ in 0..<200 {
      let wanted = text()
      let before = try waiting.read { try found(wanted, $0) }
      #expect(try indexed.read { try found(wanted, $0) } == before, "\(wanted)")
    }
  }

  @Test("changed, deleted and cleared records are found no more, and numbers that come again are")
  func changes() throws {
    let store = try store(["apple one", "apple two", "apple three"], others: 300)
    try store.turn { transaction in
      var first = try #require(try transaction.reader.record(record(1, "").id, in: 1))
      first.body = try ChatMessage.with { $0.text = "pear" }.serializedData()
      try transaction.setContent(of: first)
      let second = try #require(try transaction.reader.record(record(2, "").id, in: 1))
      try transaction.setState(.deleted, of: second.number)
      let third = try #require(try transaction.reader.record(record(3, "").id, in: 1))
      try transaction.setState(.hidden, of: third.number)
      #expect(try found("apple", transaction.reader) == [])
      #expect(try found("pear", transaction.reader) == [1])
      try transaction.setState(.visible, of: third.number)
      #expect(try found("apple", transaction.reader) == [3])
    }
    try store.turn { transaction in
      var room = try #require(try transaction.reader.room(.lobby))
      let set = try transaction.addRecordSet(of: room)
      try transaction.setRecords(of: &room, to: set)
      #expect(try found("other", transaction.reader).count == 300)
      #expect(try transaction.collectRecordSets(but: [], most: 200) == 200)
      #expect(try transaction.collectRecordSets(but: [], most: 200) == 103)
      #expect(try transaction.collectRecordSets(but: [], most: 200) == nil)
      #expect(try found("other", transaction.reader) == [])
      for number in 1...300 { _ = try transaction.addRecord(record(number, "plum"), in: set) }
      #expect(try found("plum", transaction.reader, in: set).count == 300)
    }
    try settle(store)
    #expect(try store.read { try found("plum", $0, in: 2) }.count == 300)
  }

  @Test("42.e long texts are indexed over several turns, however few records they are")
  func longTexts() throws {
    let store = try Store(Self.registry)
    let text = "needle " + String(repeating: "hay ", count: 1_000)
    try store.turn { transaction in
      let room = try transaction.addRoom(.lobby, kind: .lobby, opener: .zero).number
      for number in 1...200 { _ = try transaction.addRecord(record(number, text), in: room) }
    }
    #expect(try store.turn { try $0.settleWords() })
    let through: Int64? = try store.read { try $0.db.value("SELECT through FROM words_state") }
    #expect(try #require(through) < 40)
    try settle(store)
    #expect(try store.read { try found("needle", $0) }.count == 200)
  }

  @Test("a restored home begins its index again, whatever the backup has in it")
  func restored() throws {
    let store = try store(["apple"], others: 300)
    try store.connections.write { db in
      try db.execute(sql: "UPDATE record_words_data SET block = x'00ff' WHERE id > 10")
      try db.execute(sql: "UPDATE words_state SET through = 1 << 40")
    }
    try store.turn { try $0.setRestored(true) }
    #expect(try store.read { try found("apple", $0) } == [1])
    try settle(store)
    #expect(try store.read { try found("apple", $0) } == [1])
    #expect(try store.read { try found("other", $0) }.count == 300)
  }

  @Test("a word of a deleted record is nowhere in the files of the home any more")
  func erased() throws {
    let home = FileManager.default.temporaryDirectory.path + "/words-\(getpid())"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: home) }
    // The index keeps the end of a word only, where the one before begins alike.
    let store = try store(["so xylophonesecretquark said", "xylophone"], others: 2_000, at: home)
    let secret = Data("phonesecretquark".utf8)
    func isThere() throws -> Bool {
      try store.connections.write { try $0.checkpoint() }
      let files = try FileManager.default.contentsOfDirectory(atPath: home)
      return try files.filter { $0.hasPrefix("parlor.sqlite") }.contains {
        try Data(contentsOf: URL(filePath: home + "/" + $0)).range(of: secret) != nil
      }
    }
    let isThereAtFirst = try isThere()
    #expect(isThereAtFirst)
    try store.turn { transaction in
      let record = try #require(try transaction.reader.record(record(1, "").id, in: 1))
      // An older version is erased as well.
      var changed = record
      changed.body = try ChatMessage.with { $0.text = "so" }.serializedData()
      try transaction.setContent(of: changed)
      try transaction.setState(.deleted, of: record.number)
      #expect(transaction.erasesWords)
    }
    try settle(store)
    let isLeft = try isThere()
    #expect(!isLeft)
    #expect(try store.read { try found("xylo", $0) } == [2])
    try store.close()
  }
}
