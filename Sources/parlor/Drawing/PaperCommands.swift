import ArgumentParser
import Client
import Commands
import Drawings
import DrawingSchema
import Schema
import Terminal

/// `parlor drawing new`.
struct DrawingNewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "Begin a paper: empty, or with what is on a drawing or in a file."
  )

  @OptionGroup var options: GlobalOptions

  @Argument(help: "Its title.")
  var title = ""

  @Option(help: "The room; only you see the paper without one.")
  var room = ""
  @Flag(help: "Everybody in the room draws on it.")
  var together = false
  @Option(help: "A drawing, or a file: SVG, JSON, .excalidraw or .dptxt.")
  var from = ""

  func run() throws {
    let client = try options.client()
    if from.contains("."), let reading = try DrawingFile.read(from, mustExist: false) {
      guard room.isEmpty, !together else {
        throw CommandFailure(
          SessionEnd.usage, "A file begins a paper of your own: leave --room and --together out.")
      }
      return try DrawingFile.take(reading, from, title: title, room: "", options, client)
    }
    let view = try client.call(Methods.Drawings.begin) {
      $0.title = title
      $0.room = room
      $0.together = together
      $0.from = from
    }
    try options.show(
      view,
      "The paper \(view.id.prefix(8)) is there: `parlor drawing draw \(view.id.prefix(8))` draws on it."
    )
  }
}

/// `parlor drawing undo`.
struct DrawingUndoCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take your last stroke on a paper back.")

  @OptionGroup var one: OneDrawing

  static let method = Methods.Drawings.undo
  func fill(_ request: inout ChangePaper) { request.paper = one.drawing }
}

/// `parlor drawing redo`.
struct DrawingRedoCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Restore the stroke that you took back last on a paper.")

  @OptionGroup var one: OneDrawing

  static let method = Methods.Drawings.redo
  func fill(_ request: inout ChangePaper) { request.paper = one.drawing }
}

/// `parlor drawing reset`.
struct DrawingResetCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Take all of your strokes off a paper; `parlor drawing redo` brings them back.")

  @OptionGroup var one: OneDrawing

  @Flag(help: "Everybody's strokes, for good: on a paper that you began.")
  var all = false
  @Flag(help: "Do not ask first.")
  var yes = false

  static let method = Methods.Drawings.reset
  func check() throws {
    guard all, !yes else { return }
    try Confirmation.ask(
      "Are you sure you want to take everybody's strokes off the paper?",
      isScript: options.json, action: "Taking everybody's strokes off",
      refusal: "Nothing was taken off.")
  }
  func fill(_ request: inout ResetPaper) { (request.paper, request.all) = (one.drawing, all) }
}

/// `parlor drawing save`.
struct DrawingSaveCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a paper as a drawing: for everybody, or for one room.")

  @OptionGroup var one: OneDrawing

  @Option(help: "The room; everybody on the network sees it without one.")
  var room = ""
  @Option(help: "The title; that of the paper without it.")
  var title = ""
  @Flag(help: "Keep the paper, to draw on; saving it again changes the drawing.")
  var keep = false

  static let method = Methods.Drawings.save
  func fill(_ request: inout SavePaper) {
    (request.paper, request.room, request.title, request.keep) = (one.drawing, room, title, keep)
  }
}

/// `parlor drawing rename`.
struct DrawingRenameCommand: DrawingCall {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a drawing or a paper of yours another title.")

  @OptionGroup var one: OneDrawing

  @Argument(help: "The new title.")
  var title: String

  static let method = Methods.Drawings.rename
  func fill(_ request: inout RenameDrawing) {
    (request.drawing, request.title) = (one.drawing, title)
  }
}
