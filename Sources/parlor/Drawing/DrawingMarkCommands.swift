import ArgumentParser
import ChatSchema
import Client
import Commands
import DrawingSchema
import Schema
import Terminal

/// `parlor drawing like`.
struct DrawingLikeCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "like", abstract: "Like a drawing.")

  @OptionGroup var one: OneDrawing

  static let method = Methods.Drawings.like
  func fill(_ request: inout LikeDrawing) { request.drawing = one.drawing }
}

/// `parlor drawing unlike`.
struct DrawingUnlikeCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "unlike", abstract: "Take a like back.")

  @OptionGroup var one: OneDrawing

  static let method = Methods.Drawings.like
  func fill(_ request: inout LikeDrawing) {
    (request.drawing, request.off) = (one.drawing, true)
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
      Output.lines(MessageText.lines(of: list.comments, withID: true, after: &day).shown)
      if list.comments.isEmpty { Output.line("Nobody has said anything about it yet.") }
      return
    }
    let message = try client.call(Methods.Chat.post) {
      $0.room = view.room
      $0.text = text
      $0.item = view.id
      $0.itemRoom = view.room
    }
    try one.options.show(message, "Everybody who sees \(view.title.plain) can read it.")
  }
}

/// `parlor drawing hide`.
struct DrawingHideCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "hide",
    abstract: "Hide a drawing from your gallery, or from everybody in a room that you own.")

  @OptionGroup var one: OneDrawing

  @Flag(help: "From everybody: in a room that you own.")
  var everybody = false
  @Flag(help: "Show it again.")
  var off = false

  static let method = Methods.Drawings.hide
  func fill(_ request: inout HideDrawing) {
    (request.drawing, request.everybody, request.off) = (one.drawing, everybody, off)
  }
}

/// `parlor drawing delete`.
struct DrawingDeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete drawings and papers of yours.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Their titles or ids, or the beginnings of them.")
  var drawings: [String]

  @Flag(help: "Do not ask first.")
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
struct DrawingPortraitCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "portrait", abstract: "Show a drawing beside your name, or none.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The drawing: its title or id, or the beginning of one; none takes it away.")
  var drawing = ""

  static let method = Methods.Drawings.setPortrait
  func fill(_ request: inout SetPortrait) { request.drawing = drawing }
  func lines(_ view: PortraitView) -> [String] {
    [
      view.svg.isEmpty
        ? "No drawing stands beside your name." : "Everybody sees it beside your name now."
    ]
  }
}

/// `parlor drawing portraits`.
struct DrawingPortraitsCommand: CallCommand {
  static let configuration = CommandConfiguration(
    commandName: "portraits", abstract: "List who shows a drawing beside the name.")

  @OptionGroup var options: GlobalOptions

  static let method = Methods.Drawings.portraits
  func fill(_ request: inout ListPortraits) {}
  func lines(_ list: PortraitList) -> [String] {
    let nobody = ["  Nobody: `parlor drawing portrait` shows yours."]
    return list.portraits.isEmpty ? nobody : list.portraits.map { "  \($0.authorName.plain)" }
  }
}
