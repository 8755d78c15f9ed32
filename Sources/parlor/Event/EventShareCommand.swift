import ArgumentParser
import Client
import Commands
import EventSchema
import Schema
import Terminal

/// `parlor event share`.
struct EventShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Move an event of yours, with its to-dos, to a room.",
    discussion: """
      From then on every member of the room sees it and can change it; with --read-only, and in the lobby, only you can. Its \
      id stays the same. Nothing is lost: what you do not share stays yours alone, and you still see it with the event. That \
      is its budget without --with-budget, what is to be done with --without-todos, and its picture with --without-picture. \
      `personal` as the room takes it all back. A name means all parts of a series, the id of a part means it alone.

      EXAMPLES
        parlor event share 'Picnic by the lake' friends
        parlor event share 'Picnic by the lake' friends --read-only --with-budget
        parlor event share 'Picnic by the lake' personal
      """)

  @OptionGroup var one: OneEvent

  @Argument(help: "The room's name or the beginning of its id.")
  var with: String

  @Flag(help: "Let nobody but you change it, or what belongs to it.")
  var readOnly = false

  @Flag(help: "Keep the to-dos to yourself.")
  var withoutTodos = false

  @Flag(help: "Keep its picture to yourself.")
  var withoutPicture = false

  @Flag(help: "Share the lines of its budget as well.")
  var withBudget = false

  private static let costs = "cost"

  /// The parts that are not shared, by the nouns of their kinds.
  private var leave: [String] {
    (withBudget ? [] : [Self.costs]) + (withoutTodos ? ["to-do"] : [])
      + (withoutPicture ? ["picture"] : [])
  }

  func run() throws {
    let client = try one.choice.options.client()
    let all = try one.choice.find([one.event], client)
    // Before they move: afterwards others are elsewhere.
    let elsewhere = try all.first.map { try one.choice.partsElsewhere(one.event, $0, client) } ?? []
    var answer = RoomView()
    for event in all {
      answer = try client.call(Methods.Rooms.move) {
        $0.room = event.room
        $0.record = event.id
        $0.to = with
        $0.writers = readOnly ? .creator : .unspecified
        $0.leave = leave
        $0.take = withBudget ? [Self.costs] : []
      }
    }
    let apart = try all.count == 1 ? all.first.flatMap { try toDos(apartFrom: $0, client) } : nil
    let notes = [
      apart,
      KeptDates.parts(
        elsewhere: elsewhere, "share", outcome: ("was not moved", "were not moved")),
    ].compactMap(\.self)
    if one.choice.options.json {
      for note in notes { Output.note(note, isScript: true) }
      return try Output.json(answer)
    }
    let isPersonal = answer.kind == .personal
    let rule = readOnly && !isPersonal ? ", and only you can change it" : ""
    let others =
      all.count > 1 ? " with \(Count.of(all.count - 1, "other part")) of its series" : ""
    let name = all.first?.name.plain ?? one.event.plain
    Output.line("\(name)\(others) is in \(answer.name.plain) now\(rule).")
    let kept = [
      all.contains { !$0.toDos.isEmpty } && withoutTodos ? "what is to be done" : nil,
      all.contains { !$0.budget.isEmpty } && !withBudget ? "its budget" : nil,
      all.contains { $0.hasPicture } && withoutPicture ? "its picture" : nil,
    ].compactMap(\.self)
    for note in notes { Output.line(note) }
    if !isPersonal, !kept.isEmpty {
      Output.line("You keep to yourself: \(kept.joined(separator: " and ")).")
    }
  }
  /// A sentence about what is to be done for one part of a series, and has not gone along with it; nil where there is none.
  private func toDos(apartFrom event: EventView, _ client: DaemonClient) throws -> String? {
    guard !event.parts.isEmpty else { return nil }
    let now = try client.call(Methods.Events.show) { $0.event = event.id }
    return KeptDates.toDos(of: event, shared: now)
  }
}
