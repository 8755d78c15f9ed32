import ArgumentParser
import Client
import Daemon
import Link
import Node
import Store
import Terminal

/// `parlor backup`: everything of a home in one file.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write everything of your node to one file, while it runs.",
    discussion: """
      The file holds your keys: whoever has it can be you. Only you may read it where it is written; keep it so.

      EXAMPLES
        parlor backup ~/parlor-$(date +%F).backup
        parlor --home ~/new restore ~/parlor-2026-01-31.backup
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file to write; - is standard output.")
  var file: String

  @Flag(help: "Write over a file that is there.")
  var force = false

  func run() throws {
    let client = try options.client()
    let sink = try FileSink(file, over: force)
    try client.download("/v1/backup") { try sink.write($0) }
    try sink.finish()
    if file == "-" { return }
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("file", .text(file)), ("bytes", .number(Int64(sink.count))),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line(
      "\(file.plain): \(FileText.size(UInt64(sink.count))), your keys among them: keep the file to yourself."
    )
  }
}

/// `parlor restore`: a home from a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Make a new home from a backup.",
    discussion: """
      The home must be empty or not there. Afterwards it is the node that was backed up: run only one of the two. What you \
      wrote after the backup comes back from the people you share it with; matches that were going on do not go on. Settings \
      that start programs, or name folders or addresses, are switched off: set them again.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file that `parlor backup` wrote; - is standard input.")
  var file: String

  func run() throws {
    let source = try FileSource(file)
    let home = try options.homePath()
    let restored: Backup.Restored
    do {
      restored = try Backup.restore(from: { try source.next() }, to: home)
    } catch let error as StoreError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    } catch let error as NodeIdentityError {
      throw CommandFailure(SessionEnd.refused, "\(error)")
    }
    if options.json {
      let fields: [(String, JSONText.Value)] = [
        ("home", .text(home)), ("node", .text(restored.node)),
        ("switchedOff", .list(restored.switchedOff)),
      ]
      return Output.line(JSONText.object(fields))
    }
    Output.line("\(home.plain) is restored.")
    if !restored.switchedOff.isEmpty {
      let keys = restored.switchedOff.map(\.plain).joined(separator: ", ")
      Output.line(
        "Switched off, because a backup may come from somebody else: \(keys). `parlor settings set` switches them on again."
      )
    }
    Output.error(
      "parlor: This home is the same node as the one that was backed up: never run both at the same time."
    )
  }
}
