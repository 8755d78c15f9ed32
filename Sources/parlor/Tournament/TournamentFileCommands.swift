import ArgumentParser
import Client
import Commands
import Events
import Schema
import Terminal
import TournamentSchema

/// `parlor tournament export`.
struct TournamentExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a tournament to a file: for print, for spreadsheets, for other programs.",
    discussion: """
      FORMATS
        text      a few lines to post somewhere
        csv       entrants, standings, matches and ranks as a table
        svg       the bracket as a picture
        html      standings, bracket and matches for print
        sheets    a sheet for each match to write the score on, as html
        json      all of it; `parlor tournament import` reads it
        brackets  the JSON of brackets-model
        trf16, trf26  the report file of FIDE, for Swiss tournaments and leagues
        png, pdf  standings, bracket and results as a picture

      EXAMPLES
        parlor tournament export Summer summer.html
        parlor tournament export Summer summer.json
        parlor tournament export Summer - --format trf26
      """)

  @OptionGroup var one: OneTournament

  @Argument(help: "The file; - for the standard output.")
  var file: String

  @Option(help: "One of the formats above; what the name of the file ends with, without it.")
  var format: String?

  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    let chosen = try FileFormats.tournaments.format(of: file, named: format)
    guard let picture = CountdownImage.Format(rawValue: chosen), picture != .svg else {
      return try one.write(one.export(chosen), to: file, force: force)
    }
    let drawing = try one.export("drawing")
    try one.write(
      PictureProgram.sheet(Array(drawing.text.utf8), picture), as: chosen, lost: drawing.lost,
      to: file, force: force)
  }
}

extension OneTournament {
  func export(_ format: String) throws -> ExportedTournament {
    try options.client().call(Methods.Tournaments.export) {
      $0.tournament = tournament
      $0.format = format
    }
  }

  /// Writes what was exported, and says what the format has not kept.
  func write(_ written: ExportedTournament, to file: String, force: Bool) throws {
    try write(
      Array(written.text.utf8), as: written.format, lost: written.lost, to: file, force: force)
  }

  func write(
    _ bytes: [UInt8], as format: String, lost: [String], to file: String, force: Bool
  ) throws {
    if file == "-" { return try FileBytes.print(bytes) }
    try FileBytes.write(bytes, to: file, over: force)
    if options.json {
      return Output.line(
        JSONText.object([
          ("path", .text(file)), ("format", .text(format)), ("lost", .list(lost)),
        ]))
    }
    Output.line("\(file.plain) is written as \(format.plain).")
    guard !lost.isEmpty else { return }
    Output.line("  Not kept:")
    Output.lines(lost.map { "    " + $0.plain })
  }
}

/// `parlor tournament print`.
struct TournamentPrintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "print",
    abstract: "Write a page for print, which any browser can print or make a PDF of.",
    discussion: """
      EXAMPLES
        parlor tournament print Summer summer.html
        parlor tournament print Summer sheets.html --sheets
      """)

  @OptionGroup var one: OneTournament
  @Argument(help: "The file; - for the standard output.")
  var file: String
  @Flag(help: "A sheet for each match to write the score on.")
  var sheets = false
  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    try one.write(one.export(sheets ? "sheets" : "html"), to: file, force: force)
  }
}

/// `parlor tournament import`.
struct TournamentImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a tournament from a file of Parlor or another program.",
    discussion: """
      It reads Parlor's own JSON, the JSON of brackets-model, and the report files of FIDE (TRF16 and TRF26). What the file has \
      and Parlor does not keep is named. A file with an error makes no tournament: the line and the field are named.

      EXAMPLES
        parlor tournament import summer.json --room friends
        parlor tournament import open.trf --name 'Spring Open'
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The file; - for the standard input.")
  var file: String
  @Option(help: "json, brackets or trf; what the file looks like, without it.")
  var format = ""
  @Option(help: "The room; only you see it without one.")
  var room = ""
  @Option(help: "A name in place of the one in the file.")
  var name = ""

  private static let mostBytes = 8 << 20
  /// Bytes that are sent at once.
  private static let partBytes = 64 << 10

  func run() throws {
    let client = try options.client()
    var bytes = try FileSource.bytes(of: file, most: Self.mostBytes)[...]
    guard bytes.count <= Self.mostBytes else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(file.plain) is larger than \(Self.mostBytes >> 20) MiB: no tournament is.")
    }
    guard !bytes.isEmpty else {
      throw CommandFailure(
        SessionEnd.refused, "\(file.plain) is empty: name a file with a tournament.")
    }
    let blob = try client.keep {
      defer { bytes = bytes.dropFirst(Self.partBytes) }
      return bytes.isEmpty ? nil : Array(bytes.prefix(Self.partBytes))
    }
    let view = try client.call(Methods.Tournaments.take) {
      $0.blob = blob
      $0.format = format
      $0.room = room
      $0.name = name
    }
    if options.json { return try Output.json(view) }
    Output.lines(TournamentText.lines(of: view))
    for line in ReportText.lines(of: view.report) { Output.error(line) }
  }
}

/// `parlor tournament feedback`.
struct TournamentFeedbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feedback",
    abstract: "Print an e-mail address line, or write a report, to say what you think.",
    discussion: """
      Nothing is sent: a mailto line can be opened by your mail program, and you choose who gets it. The report names the \
      version and, where a tournament is named, its format and numbers, but no people and no scores.

      EXAMPLES
        parlor tournament feedback 'I miss courts.'
        parlor tournament feedback 'Two tie.' --tournament Summer --file r.txt
      """)

  @OptionGroup var options: GlobalOptions
  @Argument(help: "What you want to say.")
  var text = ""
  @Option(help: "The tournament that it is about.")
  var tournament: String?
  @Option(help: "Who gets it.")
  var to = ""
  @Option(help: "Write the report to this file in place of the mailto line.")
  var file: String?
  @Flag(help: "Overwrite the file if there is one.")
  var force = false

  func run() throws {
    var report = [text.isEmpty ? "(What do you think?)" : text, "", "Parlor \(Version.text)"]
    if let tournament {
      let view = try options.client().call(Methods.Tournaments.show) { $0.tournament = tournament }
      report += TournamentText.facts(of: view)
    }
    let body = report.joined(separator: "\n") + "\n"
    if let file {
      try FileBytes.write(Array(body.utf8), to: file, over: force)
      return Output.line("\(file.plain) is written.")
    }
    let address =
      "mailto:\(Self.encoded(to))?subject=\(Self.encoded("Parlor tournaments"))&body=\(Self.encoded(body))"
    Output.line(options.json ? JSONText.object([("mailto", .text(address))]) : address)
  }

  /// A part of a mailto address (RFC 6068).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      let character = Character(Unicode.Scalar(byte))
      if character.isASCII, character.isLetter || character.isNumber || "-._~@".contains(character)
      {
        result.append(character)
      } else if byte == 0x0a {
        result += "%0D%0A"
      } else {
        result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return result
  }
}
