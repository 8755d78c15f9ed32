import ArgumentParser
import Client
import Commands
import DeckSchema
import Glibc
import Schema
import Terminal

/// `parlor card scan`: cards by their photos (row D-33).
struct CardScanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Add cards from photos.",
    discussion: """
      Each photo shows one card, upright or nearly so, from its upper to its lower edge. Its name is read with Tesseract and looked for in \
      the card database. You are asked which of the three likeliest cards it is; without a terminal nothing is added.

      EXAMPLES
        parlor card scan photo1.jpg photo2.jpg
        parlor card scan --text < names.txt      one card a line, read elsewhere
        parlor card scan --json photo1.jpg       what it may be, for scripts
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The photos, PNG, JPEG or WebP.", completion: .file())
  var photos: [String] = []

  @Flag(
    help: "Read lines of text from standard input instead of photos, each the name of one card.")
  var text = false

  func validate() throws {
    guard photos.isEmpty == text else {
      throw ValidationError(
        text ? "--text reads standard input: leave the photos out." : "Name one photo or more.")
    }
  }

  func run() throws {
    let client = try options.client()
    if text {
      // The terminal is where people answer, and standard input is what was read.
      while let line = readLine() {
        let found = try client.call(Methods.Cards.recognize) { $0.lines = [line] }
        try show(found, called: line, mayAsk: false, client)
      }
      return
    }
    for photo in photos {
      let mayAsk = isatty(STDIN_FILENO) == 1 && !options.json
      try show(Self.cards(on: photo, client), called: photo, mayAsk: mayAsk, client)
    }
  }

  /// The daemon reads it, as it does for every screen.
  private static func cards(
    on photo: String, _ client: DaemonClient
  ) throws -> RecognizedCards {
    let blob = try DeckUpload.keep(photo, client)
    do {
      return try client.call(Methods.Cards.scan) { $0.blob = blob }
    } catch ClientFailure.refused(let refusal) where refusal.code == .invalid {
      throw CommandFailure(SessionEnd.refused, "\(photo.plain): \(refusal.message.plain)")
    }
  }

  private func show(
    _ found: RecognizedCards, called name: String, mayAsk: Bool, _ client: DaemonClient
  ) throws {
    if options.json { return try Output.json(found) }
    guard !found.matches.isEmpty else {
      return Output.line(
        "\(name.plain): no card of \(found.source.plain) looks like it. Take the photo again in better light, or add the card by its name."
      )
    }
    Output.line(name.plain + ":")
    for (index, match) in found.matches.enumerated() {
      Output.line("  \(index + 1)  \(match.facts.name.plain)  \(match.percent) %")
    }
    guard mayAsk else { return }
    Output.raw("Which one is it? [1-\(found.matches.count), Return for none] ")
    guard let answer = readLine(), let number = Int(answer),
      found.matches.indices.contains(number - 1)
    else { return Output.line("Nothing was added.") }
    let card = found.matches[number - 1].facts.name
    let added = try client.call(Methods.Cards.add) {
      $0.card = card
      $0.count = 1
    }
    Output.line(added.message.plain)
  }
}
