import ArgumentParser
import Client
import Commands
import Events
import EventSchema
import Schema
import Terminal

/// `parlor event picture`: what stands behind the countdown.
struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", abstract: "Give an event a picture, and choose what of it is shown.",
    discussion: """
      A picture is a PNG, JPEG or WebP file. It is made as small as an event's may be, and what the file says beside the picture, \
      as where it was taken, is left out. Whoever sees the event sees it, in `parlor event snapshot`. A part of it is written as \
      left, top, width and height in per cent.

      EXAMPLES
        parlor event picture set picnic lake.jpg --crop 10,0,80,100
        parlor event picture crop picnic 0,25,100,50
        parlor event picture search picnic 'lake summer'
        parlor event picture remove picnic
      """,
    subcommands: [
      PictureSetCommand.self, PictureCropCommand.self, PictureSearchCommand.self,
      PictureSaveCommand.self, PictureRemoveCommand.self,
    ])

  /// A part of a picture; the words for all of it are nothing.
  static func crop(_ text: String) throws -> PictureCrop {
    do {
      return try PictureRules.crop(text)
    } catch {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
  }

  /// Gives an event a picture and returns the event.
  ///
  /// - Parameter source: where it came from, for people.
  static func set(
    _ content: [UInt8], _ source: String, _ crop: PictureCrop, of event: EventView,
    _ client: DaemonClient
  ) throws -> EventView {
    var rest = [try PictureProgram.shrink(content)]
    if let loss = PictureExtras(content).loss { Output.error("parlor: \(loss)") }
    let blob = try client.keep { rest.popLast() }
    return try client.call(Methods.Events.setPicture) {
      $0.room = event.room
      $0.event = event.id
      $0.blob = blob
      $0.crop = crop
      $0.source = source
    }
  }

  /// A file's bytes, as far as a picture may go and one more.
  static func content(of path: String) throws -> [UInt8] {
    try FileSource.bytes(of: path, most: PictureRules.mostBytes)
  }
}

/// `parlor event picture set`.
struct PictureSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Give an event a picture, instead of the one that it has.")

  @OptionGroup var one: OneEvent

  @Argument(help: "The picture; - is standard input.")
  var file: String

  @Option(help: "The part that is shown: left,top,width,height in per cent; all without this.")
  var crop: String?

  func run() throws {
    let crop = try crop.map(PictureCommand.crop) ?? PictureRules.whole
    let (found, client) = try one.find()
    let name = file == "-" ? "" : String(file.split(separator: "/").last ?? "")
    try one.choice.print(
      PictureCommand.set(PictureCommand.content(of: file), name, crop, of: found, client))
  }
}

/// `parlor event picture crop`.
struct PictureCropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop", abstract: "Show another part of an event's picture.")

  @OptionGroup var one: OneEvent

  @Argument(help: "left,top,width,height in per cent; 0,0,100,100 is all of it.")
  var part: String

  func run() throws {
    let crop = try PictureCommand.crop(part)
    try one.change { event in
      Methods.Events.setPicture {
        $0.room = event.room
        $0.event = event.id
        $0.crop = crop
      }
    }
  }
}

/// `parlor event picture remove`.
struct PictureRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take an event's picture away.")

  @OptionGroup var one: OneEvent

  func run() throws {
    try one.change { event in
      Methods.Events.removePicture {
        $0.room = event.room
        $0.event = event.id
      }
    }
  }
}

/// `parlor event picture save`.
struct PictureSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Write an event's picture to a file, all of it.",
    discussion: "A name that ends as another kind of picture does is refused: .jpg is never a PNG.")

  @OptionGroup var one: OneEvent

  @Argument(help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let (found, client) = try one.find()
    var content: [UInt8] = []
    try client.download("/v1/blobs/\(found.picture.blob)") { content += $0 }
    if let format = PictureHeader.format(of: content), format.isMisnamed(by: file) {
      let name = file.prefix(upTo: file.lastIndex(of: ".") ?? file.endIndex)
      throw CommandFailure(
        SessionEnd.refused,
        "The picture is a \(format.name): name the file \(String(name).plain).\(format.endings[0])."
      )
    }
    let sink = try FileSink(file, over: force)
    try sink.write(content)
    try sink.finish()
    if file == "-" { return }
    try one.choice.options.show(found, "\(file.plain): \(FileText.size(found.picture.size)).")
  }
}
