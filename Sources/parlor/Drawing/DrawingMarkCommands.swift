import ArgumentParser
import ChatSchema
import Client
import Commands
import DrawingSchema
import Schema
import Terminal

/// `parlor drawing like`.
struct DrawingLikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Like a drawing.")

  @OptionGroup var one: OneDrawing

  func run() throws {
    try one.print(one.options.client().call(Methods.Drawings.like) { $0.drawing = one.drawing })
  }
}

/// `parlor drawing unlike`.
struct DrawingUnlikeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlike", abstract: "Take a like back.")

  @OptionGroup var one: OneDrawing

  func run() throws {
    try one.print(
      one.options.client().call(Methods.Drawings.like) {
        $0.drawing = one.drawing
        $0.off = true
      })
  }
}

/// `parlor drawing comment`.
struct DrawingCommentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Say something about a drawing; without words, show what was said.",
    discussion:
      "`parlor chat comments` shows the same, and `parlor chat edit` and `delete` change it.")

  @OptionGroup var one: OneDrawing

  @Argument(help: "What you say.")
  var text: String?

  func run() throws {
    let client = try one.options.client()
    let view = try client.call(Methods.Drawings.show) { $0.drawing = one.drawing }
    guard let text else {
      let list = try client.call(Methods.Chat.comments) { $0.item = view.id }
      if one.options.json { return try Output.json(list) }
      var day: String?
      for line in MessageText.lines(of: list.comments, withID: true, after: &day) {
        Output.line(line.render(Output.style, columns: .max))
      }
      if list.comments.isEmpty { Output.line("Nobody has said anything about it yet.") }
      return
    }
    let message = try client.call(Methods.Chat.post) {
      $0.room = view.room
      $0.text = text
      $0.item = view.id
      $0.itemRoom = view.room
    }
    if one.options.json { return try Output.json(message) }
    Output.line("Everybody who sees \(view.title.plain) can read it.")
  }
}

/// `parlor drawing hide`.
struct DrawingHideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Hide a drawing from your gallery, or from everybody in a room that you own.")

  @OptionGroup var one: OneDrawing

  @Flag(help: "From everybody: in a room that you own.")
  var everybody = false
  @Flag(help: "Show it again.")
  var off = false

  func run() throws {
    try one.print(
      one.options.client().call(Methods.Drawings.hide) {
        $0.drawing = one.drawing
        $0.everybody = everybody
        $0.off = off
      })
  }
}

/// `parlor drawing delete`.
struct DrawingDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete drawings and papers of yours.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Their titles or ids, or the beginnings of them.")
  var drawings: [String]

  @Flag(help: "Do it without being asked.")
  var yes = false

  func run() throws {
    let client = try options.client()
    if !yes {
      let question =
        drawings.count > 1
        ? "Are you sure you want to delete your \(Count.of(drawings.count, "drawing"))?"
        : "Are you sure you want to delete your drawing?"
      try Confirmation.ask(question, isScript: options.json)
    }
    let list = try client.call(Methods.Drawings.delete) { $0.drawings = drawings }
    if options.json { return try Output.json(list) }
    for line in list.drawings { Output.line("\(line.title.plain) is deleted.") }
  }
}

/// `parlor drawing portrait`.
struct DrawingPortraitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portrait", abstract: "Show a drawing beside your name, or none.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The drawing: its title or id, or the beginning of one; none takes it away.")
  var drawing = ""

  func run() throws {
    let view = try options.client().call(Methods.Drawings.setPortrait) { $0.drawing = drawing }
    if options.json { return try Output.json(view) }
    Output.line(
      view.svg.isEmpty
        ? "No drawing stands beside your name." : "Everybody sees it beside your name now.")
  }
}

/// `parlor drawing portraits`.
struct DrawingPortraitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "portraits", abstract: "List who shows a drawing beside the name.")

  @OptionGroup var options: GlobalOptions

  func run() throws {
    let list = try options.client().call(Methods.Drawings.portraits)
    if options.json { return try Output.json(list) }
    Output.lines(list.portraits.map { "  \($0.authorName.plain)" })
    if list.portraits.isEmpty { Output.line("  Nobody: `parlor drawing portrait` shows yours.") }
  }
}
