import ArgumentParser
import Client
import Commands
import DeckSchema
import Features
import FoundationEssentials
import Glibc
import Programs
import Schema
import Terminal

extension CardImportCommand: Handed {
  package func perform() throws {
    let source = try FileSource(path)
    let first = try source.next() ?? []
    guard let form = CardImport.form(of: first) else { return try addCards(first, source) }
    guard case .packed(let program) = form else { return try makeDatabase(first, source.next) }
    guard path != "-" else {
      throw CommandFailure(
        SessionEnd.usage,
        "Standard input is packed: unpack it first, as in `\(program) -dc FILE | parlor card import -`."
      )
    }
    let unpacker = try Unpacker(program, path)
    guard let beginning = try unpacker.next() else { throw unpacker.failure }
    try makeDatabase(beginning, unpacker.next)
  }

  private func addCards(_ first: [UInt8], _ source: FileSource) throws {
    let client = try options.client()
    var chunk: [UInt8]? = first
    let blob = try client.keep {
      defer { chunk = nil }
      if let chunk { return chunk.isEmpty ? nil : chunk }
      return try source.next()
    }
    let answer = try client.call(Methods.Cards.addFile) {
      $0.blob = blob
      $0.anyway = anyway
    }
    for line in ReportText.lines(of: answer.report) { Output.error(line) }
    if options.json { try Output.json(answer) } else { Output.line(answer.message.plain) }
    if ReportText.isIncomplete(answer.report) { throw ExitCode(SessionEnd.refused) }
  }

  private func makeDatabase(_ first: [UInt8], _ next: () throws -> [UInt8]?) throws {
    // The daemon reads it from then on; and the home is there.
    _ = try options.client()
    var chunk: [UInt8]? = first
    let isShown = isatty(STDERR_FILENO) == 1 && !options.json
    var told = 0
    let result = try CardImport.run(
      home: options.homePath(),
      {
        defer { chunk = nil }
        return try chunk ?? next()
      },
      progress: { bytes, cards in
        guard isShown, bytes - told >= 4 << 20 else { return }
        told = bytes
        Output.progress("\r\(bytes >> 20) MiB read, \(Count.of(cards, "card"))")
      })
    if told > 0 { Output.progress("\r\u{1b}[K") }
    guard options.json else { return Output.line(result.sentence) }
    let counts = [("cards", result.count), ("left_out", result.leftOut)]
    Output.line(JSONText.object(counts.map { ($0, .number(Int64($1))) }))
  }
}

/// A program that unpacks a file while it is read.
private final class Unpacker {
  private let program: String
  private let process: pid_t
  private let output: Int32
  private var hasEnded = false

  init(_ program: String, _ path: String) throws {
    self.program = program
    let file = open(path, O_RDONLY | O_CLOEXEC)
    var ends: [Int32] = [-1, -1]
    guard file >= 0, pipe(&ends) == 0 else {
      throw CommandFailure(
        SessionEnd.refused,
        "\(path) cannot be read (\(String(cString: strerror(errno)))): check the name and who owns it."
      )
    }
    defer {
      close(file)
      close(ends[1])
    }
    var spawn = Spawn(program, words: [program, "-dc"])
    spawn.input = .descriptor(file)
    spawn.output = .descriptor(ends[1])
    spawn.errors = .nowhere
    spawn.group = .ours
    do {
      process = try spawn.start()
    } catch {
      close(ends[0])
      throw CommandFailure(
        SessionEnd.refused, "The file is packed, and there is no \(program) here: install it.")
    }
    output = ends[0]
  }

  deinit {
    close(output)
    guard !hasEnded else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  var failure: CommandFailure {
    CommandFailure(
      SessionEnd.refused, "\(program) cannot unpack the file: it is damaged. Get it again.")
  }

  /// The next bytes; nil at the end of a whole file.
  func next() throws -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(output, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      if count > 0 { return Array(bytes.prefix(count)) }
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      hasEnded = true
      guard count == 0, status == 0 else { throw failure }
      return nil
    }
  }
}
