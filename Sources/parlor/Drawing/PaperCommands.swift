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
    if options.json { return try Output.json(view) }
    Output.line(
      "The paper \(view.id.prefix(8)) is there: `parlor drawing draw \(view.id.prefix(8))` draws on it."
    )
  }
}

/// `parlor drawing undo`.
struct DrawingUndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take your last stroke on a paper back.")

  @OptionGroup var one: OneDrawing

  func run() throws {
    try one.print(one.options.client().call(Methods.Drawings.undo) { $0.paper = one.drawing })
  }
}

/// `parlor drawing redo`.
struct DrawingRedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Draw again what you took back last on a paper.")

  @OptionGroup var one: OneDrawing

  func run() throws {
    try one.print(one.options.client().call(Methods.Drawings.redo) { $0.paper = one.drawing })
  }
}

/// `parlor drawing reset`.
struct DrawingResetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Take all of your strokes off a paper; `parlor drawing redo` brings them back.")

  @OptionGroup var one: OneDrawing

  @Flag(help: "Everybody's strokes, for good: on a paper that you began.")
  var all = false
  @Flag(help: "Do it without being asked.")
  var yes = false

  func run() throws {
    if all, !yes {
      try Confirmation.ask(
        "Are you sure you want to take everybody's strokes off the paper?",
        isScript: one.options.json, action: "Taking everybody's strokes off",
        refusal: "Nothing was taken off.")
    }
    try one.print(
      one.options.client().call(Methods.Drawings.reset) {
        $0.paper = one.drawing
        $0.all = all
      })
  }
}

/// `parlor drawing save`.
struct DrawingSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Save a paper as a drawing: for everybody, or for one room.")

  @OptionGroup var one: OneDrawing

  @Option(help: "The room; everybody on the network sees it without one.")
  var room = ""
  @Option(help: "The title; that of the paper without it.")
  var title = ""
  @Flag(help: "Keep the paper, to draw on; saving it again changes the drawing.")
  var keep = false

  func run() throws {
    try one.print(
      one.options.client().call(Methods.Drawings.save) {
        $0.paper = one.drawing
        $0.room = room
        $0.title = title
        $0.keep = keep
      })
  }
}

/// `parlor drawing rename`.
struct DrawingRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename", abstract: "Give a drawing or a paper of yours another title.")

  @OptionGroup var one: OneDrawing

  @Argument(help: "The new title.")
  var title: String

  func run() throws {
    try one.print(
      one.options.client().call(Methods.Drawings.rename) {
        $0.drawing = one.drawing
        $0.title = title
      })
  }
}
