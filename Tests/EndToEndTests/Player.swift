import Foundation
import Glibc
import Schema
import WarSchema

/// `war host`, `war join` or `war resume` with `--json`, driven as a script would drive it.
final class Player {
  /// A card that is due: the first of a round, or those of one of its wars.
  struct Place: Equatable {
    var round: UInt32
    var battle: UInt32
  }

  let program: Program
  /// The newest view that was printed.
  private(set) var view = TableView()
  /// The events of the table, in the order in which they were printed.
  private(set) var events: [TableEvent] = []
  /// The other notices to the person.
  private(set) var notices: [String] = []
  /// The place of the next card, by the knowledge of this side.
  private(set) var place: Place?
  /// The result of the match.
  private(set) var result: MatchResult?
  private var tapped: Place?
  private var reader: LineReader

  convenience init(_ home: Home, _ words: String...) throws { try self.init(home, words) }

  init(_ home: Home, _ words: [String]) throws {
    program = try home.start(words + ["--json"])
    reader = try LineReader(program.outputPath)
  }

  /// The text to print about it when a test fails.
  var story: String {
    "at \(place.map { "\($0)" } ?? "no card"), asked for \(tapped.map { "\($0)" } ?? "none"), "
      + "paused: \(view.paused), told: \(notices.suffix(5)); \(program.story)"
  }

  /// Takes what was printed since the last call; false when that is nothing.
  @discardableResult
  func listen() throws -> Bool {
    let lines = reader.lines()
    for line in lines { take(try change(line)) }
    return !lines.isEmpty
  }

  private func change(_ line: [UInt8]) throws -> Change {
    do {
      return try JSONMapping.message(Change.self, from: line)
    } catch {
      throw Late(description: "\(String(decoding: line, as: UTF8.self)) is no change. \(story)")
    }
  }

  /// Waits for a change that `look` finds something in.
  func sees<Found>(_ what: String, _ look: (Change) -> Found?) async throws -> Found {
    try await eventually(what, otherwise: { self.program.story }) {
      for line in self.reader.lines() {
        let change = try change(line)
        take(change)
        if let found = look(change) { return found }
      }
      if let ending = program.poll() {
        throw Late(description: "\(what): the program ended with \(ending). \(program.story)")
      }
      return nil
    }
  }

  /// Whether a tap would count now: the match goes on and the next card has not been asked for.
  var mayTap: Bool {
    view.phase == .playing && view.paused.isEmpty && place != nil && place != tapped
      && result == nil
  }

  /// Whether this side has asked for the card that is due.
  var hasTapped: Bool { tapped == place }

  /// Plays the card that is due.
  func tap() {
    guard let place else { return }
    tapped = place
    program.say(#"{"do":"play","round":\#(place.round),"battle":\#(place.battle)}"#)
  }

  private func take(_ change: Change) {
    switch change.what {
    case .table(let new):
      view = new
      if new.phase == .playing {
        place = Place(round: new.round, battle: new.war.battle)
        tapped = (new.seat == .host ? new.host : new.joiner).played ? place : nil
      }
      if new.hasResult { result = new.result }
    case .tableEvent(let event):
      events.append(event)
      take(event)
    case .notice(let text): notices.append(text)
    default: break
    }
  }

  private func take(_ event: TableEvent) {
    switch event.what {
    case .decided(let decided) where decided.result == .war:
      place = Place(round: decided.round, battle: decided.battle + 1)
    case .decided(let decided): place = Place(round: decided.round + 1, battle: 0)
    case .finished(let finished): result = finished
    default: break
    }
  }
}

/// Reads the lines of a file that grows.
struct LineReader: ~Copyable {
  private let descriptor: Int32
  private var partial: [UInt8] = []

  init(_ path: String) throws {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Late(description: "\(path) cannot be read") }
  }

  deinit { close(descriptor) }

  /// The whole lines that came since the last call.
  mutating func lines() -> [[UInt8]] {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      partial += buffer[..<count]
    }
    guard let end = partial.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
    defer { partial.removeSubrange(...end) }
    return partial[..<end].split(separator: UInt8(ascii: "\n")).map(Array.init)
  }
}

/// Lets players play until something holds; `mayTap` says who plays what.
///
/// - Throws: `Late` when nothing happens any more.
func play(
  _ players: [Player], until done: () throws -> Bool,
  mayTap: (Player, Player.Place) -> Bool = { _, _ in true }
) async throws {
  var deadline = ContinuousClock.now + patience
  while true {
    var moved = false
    for player in players {
      if try player.listen() { moved = true }
      if player.mayTap, let place = player.place, mayTap(player, place) {
        player.tap()
        moved = true
      }
    }
    if try done() { return }
    if moved {
      deadline = ContinuousClock.now + patience
    } else {
      guard ContinuousClock.now < deadline else {
        throw Late(description: players.map(\.story).joined(separator: "\n"))
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
