import Foundation
import Testing

/// Counts that may only fall. A change that lowers one writes the new number here.
@Suite struct RatchetTests {
  static let sources = LayoutTests.sources.compactMap { file -> Ratchets.File? in
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    return Ratchets.File(name: LayoutTests.name(file), text: text)
  }

  /// Expects a count to be the one that is written here.
  private func expect(_ count: Int, is now: Int, _ found: [String] = []) {
    if count > now {
      Issue.record("\(count) instead of \(now):\n\(found.joined(separator: "\n"))")
    }
    if count < now { Issue.record("Only \(count) are left of \(now): lower the number.") }
  }

  @Test("R1: no type has more lines with its extensions than this one")
  func largestType() {
    let lengths = Ratchets.lengths(in: Self.sources)
    let largest = lengths.max { ($0.value, $1.key) < ($1.value, $0.key) }
    #expect(largest?.key == "Duel")
    expect(largest?.value ?? 0, is: 1258)
    // Those that were taken apart stay small.
    let apart = [
      "Rooms": 1_300, "Records": 1_300, "Tables": 750, "Peers": 1_300, "Node": 1_050,
    ]
    for (type, most) in apart {
      let length = lengths[type] ?? 0
      #expect((1...most).contains(length), "\(type) has \(length) lines")
    }
  }

  @Test("R2: Node is extended in its own folder alone")
  func foreignExtensions() {
    let foreign = Self.sources.filter {
      Ratchets.folder(of: $0) != nil && Ratchets.folder(of: $0) != "Node"
    }
    #expect(foreign.count > 100)
    let extensions = foreign.flatMap(Ratchets.declarations(in:)).filter {
      $0.isExtension && $0.type == "Node"
    }
    expect(extensions.reduce(0) { $0 + $1.lines }, is: 0)
  }

  @Test("R3: a folder of the node names no type of a folder above it or beside it")
  func upwardTypes() {
    let upward = Ratchets.upwardTypes(in: Self.sources)
    expect(upward.count, is: 0, upward)
    for file in Self.sources {
      guard let folder = Ratchets.folder(of: file) else { continue }
      #expect(Ratchets.below[folder] != nil, "\(file.name) is in no folder that has a place")
    }
  }

  /// The engines, each after those that it may call.
  static let engines = [
    "Links", "Peers", "DiskQuotas", "LobbyKeeper", "Rooms", "Rosters", "EntryExchange",
    "BlobExchange",
    "Records", "PairedRooms", "RoomService", "Reactions", "UndoKeeper",
    "Tables", "TableViews", "Spectators", "TableExchange", "TablePublisher", "TableService",
    "CarriedMatches", "Node",
  ]

  @Test("design 4: an engine names no engine above it")
  func enginesAbove() {
    var engines: Set<String> = []
    for file in Self.sources where Ratchets.folder(of: file) != nil {
      engines.formUnion(file.text.matches(of: #/class (\w+): Engine\b/#).map { String($0.1) })
      for declaration in Ratchets.declarations(in: file) {
        guard let place = Self.engines.firstIndex(of: declaration.type) else { continue }
        let above = Self.engines[(place + 1)...]
        let found = Ratchets.types(in: file).filter(above.contains)
        #expect(found.isEmpty, "\(file.name) names \(found)")
      }
    }
    #expect(engines == Set(Self.engines))
  }

  @Test("design 4: records, tables and the node change a room by a method of rooms alone")
  func changedRooms() {
    let above: Set = ["Records", "Tables", "Node"]
    let found = Self.sources.filter { file in
      Ratchets.folder(of: file).map(above.contains) == true && file.text.contains("rooms.cache")
    }
    #expect(found.map(\.name).isEmpty)
  }

  @Test("R4: the core names no game")
  func gamesInCore() {
    let words = ["Methods.War", "parlor war", "CardBack"]
    let found = Self.sources.filter { $0.name.hasPrefix("Sources/Core/") }.flatMap { file in
      words.map { word in (word, file.text.ranges(of: word).count) }.filter { $0.1 > 0 }
        .map { (text: "\(file.name): \($0.0), \($0.1) times", count: $0.1) }
    }
    expect(found.reduce(0) { $0 + $1.count }, is: 0, found.map(\.text))
  }

  @Test("R7: the core and what features are to it name no message of War; tables still carry some")
  func messagesOfWar() throws {
    let schema = try LayoutTests.text(of: "protocol/war.proto")
    let names = Set(schema.matches(of: #/(?m)^(?:message|enum) (\w+)/#).map { String($0.1) })
    #expect(names.isSuperset(of: ["Rules", "CardBack", "DecideStep"]))
    let found = Self.sources.flatMap { file -> [String] in
      guard file.name.hasPrefix("Sources/Core/") || file.name.hasPrefix("Sources/Feature/") else {
        return []
      }
      return Ratchets.types(in: file).filter(names.contains).map { "\(file.name): \($0)" }
    }
    expect(found.count, is: 5, found)
  }

  @Test("R5: a comment begins with what the thing is or does, and with no question")
  func questions() {
    let found = Self.sources.flatMap(Ratchets.questions(in:))
    expect(found.count, is: 0, found)
  }

  @Test("R8: commands choose between JSON and lines in one place")
  func responses() throws {
    let choice = try Regex(
      #"json \{ return try Output\.json\(\w+\) \}\n +Output\.lines?\([^\n]*\)\n +\}\n"#)
    let found = Self.sources.filter { $0.text.contains(choice) }.map(\.name)
    #expect(found == ["Sources/parlor/Commands/CallCommand.swift"])
  }

  @Test("R6: each row and each section of the design that is cited is defined in docs/, and once")
  func undefined() throws {
    let rows = try Row.all()
    let ids = rows.map(\.id)
    #expect(Set(ids).count == ids.count, "an id is defined twice")
    let design = try LayoutTests.text(of: "docs/design.md")
    let sections = design.matches(of: #/(?m)^## (\d+)\. /#).compactMap { Int($0.1) }
    #expect(sections == Array(1...14))
    var undefined: [String] = []
    for (name, text) in try Row.citing() {
      for id in Ratchets.rows(in: text).subtracting(ids).sorted() {
        undefined.append("\(name): \(id)")
      }
      for number in Ratchets.designSections(in: text).subtracting(sections).sorted() {
        undefined.append("\(name): design \(number)")
      }
    }
    expect(undefined.count, is: 0, undefined)
  }

  @Test("a ratchet counts what it says")
  func counting() {
    let file = Ratchets.File(
      name: "Sources/Core/Node/Rooms/Made.swift",
      text: """
        /// Where a thing is.
        /// What it is.
        struct Made {
          /// How many there are.
          struct Inner {}
        }

        extension Made { var table: Table? { nil } }
        #if DEBUG
          extension Node {
            // Undo
            var name: String { "Undo \\(Made.Undo.self) .Undo" }
          }
        #endif
        """)
    #expect(Ratchets.lengths(in: [file]) == ["Made": 5, "Node": 4])
    #expect(Ratchets.questions(in: file).count == 2)
    let others = [("Tables", "Table"), ("Peers", "Peer"), ("Records", "Undo")].map {
      Ratchets.File(name: "Sources/Core/Node/\($0)/File.swift", text: "struct \($1) {}")
    }
    #expect(
      Ratchets.upwardTypes(in: [file] + others)
        == ["Sources/Core/Node/Rooms/Made.swift: Table of Tables"])
    #expect(Ratchets.types(in: others[0]) == ["Table"])
    // Written so that this file cites none of them.
    let cited =
      "rows G" + "-09 to G" + "-11, P" + "-256, GMT-05, design" + " section 4, design" + " 12"
    #expect(Ratchets.rows(in: cited) == Set((9...11).map { "G-" + ($0 < 10 ? "0" : "") + "\($0)" }))
    #expect(Ratchets.rows(in: cited, mostInRange: 2).isEmpty)
    #expect(Ratchets.designSections(in: cited) == [4, 12])
  }
}
