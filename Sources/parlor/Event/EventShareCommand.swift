import ArgumentParser
import Client
import Schema
import Terminal

/// `parlor event share`.
struct EventShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Move an event of yours with what is to be done to a room.",
    discussion: """
      From then on every member of the room sees it and can change it; with --read-only, and in the lobby, only you can. It \
      gets a new id there. Nothing is lost: what you do not share stays yours alone, and you go on seeing it with the \
      event. That is its budget without --with-budget, and with --without-todos what is to be done. `personal` as the room \
      takes it all back. A picture is shared along; with --without-picture it is among the files of your personal room.

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

  @Flag(help: "Keep what is to be done to yourself.")
  var withoutTodos = false

  @Flag(help: "Leave its picture among the files of your personal room.")
  var withoutPicture = false

  @Flag(help: "Share the lines of its budget as well.")
  var withBudget = false

  func run() throws {
    let (found, client) = try one.find()
    let answer = try client.perform(
      .with {
        $0.moveItem.room = found.room
        $0.moveItem.record = found.id
        $0.moveItem.to = with
        $0.moveItem.withBudget = withBudget
        $0.moveItem.readOnly = readOnly
        $0.moveItem.withoutToDos = withoutTodos
        $0.moveItem.withoutPicture = withoutPicture
      })
    if one.choice.options.json { return try Output.json(answer.room) }
    let isPersonal = answer.room.kind == .personal
    let rule = readOnly && !isPersonal ? ", and only you can change it" : ""
    Output.line("\(found.name.plain) is in \(answer.room.name.plain) now\(rule).")
    let kept = [
      !found.toDos.isEmpty && withoutTodos ? "what is to be done" : nil,
      !found.budget.isEmpty && !withBudget ? "its budget" : nil,
      found.hasPicture && withoutPicture
        ? "its picture, among `parlor file list --room personal`" : nil,
    ].compactMap(\.self)
    if !isPersonal, !kept.isEmpty {
      Output.line("You keep to yourself: \(kept.joined(separator: " and ")).")
    }
  }
}
