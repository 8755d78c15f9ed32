import ArgumentParser
import Client
import Commands
import FileSchema
import FoundationEssentials
import Glibc
import Schema
import Terminal

/// `parlor file`: bytes that people share.
struct FileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "file", abstract: "Share files of up to 4 MiB in a room.",
    discussion: """
      A file goes to everybody in the room, also by way of others. A transfer that was interrupted resumes, and the file is \
      checked before any of it is used. In the lobby only files of people that you have paired with are fetched.

      EXAMPLES
        parlor file share map.png --room picnic
        parlor file list --room picnic
        parlor file save k3v9 --room picnic
      """,
    subcommands: [
      FileShareCommand.self, FileListCommand.self, FileSaveCommand.self, FileDeleteCommand.self,
    ])
}

/// `parlor file share`.
struct FileShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Share a file, and say so in the room.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The file; - is standard input.")
  var path: String

  @Option(help: "What it is called there; its own name without this.")
  var name = ""

  @Flag(help: "Do not say so in the room.")
  var untold = false

  func run() throws {
    let source = try FileSource(path)
    var place = place
    let client = try place.enter()
    let name = name.isEmpty && path != "-" ? path : name
    let blob = try client.keep { try source.next() }
    let file = try client.call(Methods.Files.share) {
      $0.room = place.room
      $0.name = name
      $0.blob = blob
      $0.untold = untold
    }
    try place.options.show(file, "\(file.name.plain) is shared: \(FileText.size(file.size)).")
  }
}

/// `parlor file list`.
struct FileListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the files of a room, newest first.")

  @OptionGroup var place: RoomOption

  func run() throws {
    var place = place
    let client = try place.enter()
    var before = ""
    var whole = FileList()
    repeat {
      let list = try client.call(Methods.Files.list) {
        $0.room = place.room
        $0.before = before
      }
      whole.files += list.files
      before = list.before
    } while !before.isEmpty
    if place.options.json { return try Output.json(whole) }
    if whole.files.isEmpty {
      return Output.line("No files there: `parlor file share` shares one.")
    }
    for file in whole.files {
      Output.line(FileText.line(of: file).render(Output.style, columns: .max))
    }
  }
}

/// `parlor file save`.
struct FileSaveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "save", abstract: "Write a shared file to the disk.")

  /// Between two looks at how much of the file is here.
  private static let pauseMicroseconds: UInt32 = 100_000

  @OptionGroup var place: RoomOption

  @Argument(help: "The file: the beginning of its id.")
  var file: String

  @Argument(help: "Where to; its own name in this directory without this, - is standard output.")
  var path: String?

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  @Option(help: "Seconds to wait for a file that has not arrived yet.")
  var wait = 0

  func validate() throws {
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait must be a number of seconds, at most one day.")
    }
  }

  func run() throws {
    var place = place
    let client = try place.enter()
    let deadline = Date(timeIntervalSinceNow: Double(wait))
    let show = {
      try client.call(Methods.Files.show) {
        $0.room = place.room
        $0.file = file
      }
    }
    var view = try show()
    while view.received < view.size, view.problem.isEmpty, Date() < deadline {
      usleep(Self.pauseMicroseconds)
      view = try show()
    }
    let target = path ?? Self.ownPath(view)
    let sink = try FileSink(target, over: force)
    try client.download("/v1/blobs/\(view.blob)") { try sink.write($0) }
    try sink.finish()
    if path == "-" { return }
    try place.options.show(
      view,
      "\(target.plain) is saved: \(FileText.size(view.size)), shared by \(view.authorName.plain).")
  }

  /// Returns the path for a file when nobody typed one: only a `-` that a person typed means standard output.
  private static func ownPath(_ view: FileView) -> String {
    view.name.hasPrefix("-") ? "./" + view.name : view.name
  }
}

/// `parlor file delete`.
struct FileDeleteCommand: RoomCall {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete one of your files, everywhere.")

  @OptionGroup var place: RoomOption

  @Argument(help: "The file: the beginning of its id.")
  var file: String

  static let method = Methods.Files.delete
  func fill(_ request: inout DeleteFile) { (request.room, request.file) = (place.room, file) }
  func lines(_ view: FileView) -> [String] { ["The file is deleted."] }
}
