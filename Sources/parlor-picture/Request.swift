import Events
import Foundation
import Glibc

/// What cannot be done, for people.
enum Complaint: Error, CustomStringConvertible {
  case usage
  case unwritable(Int32)
  case drawing(String)
  case unconfined

  var description: String {
    switch self {
    case .usage:
      """
      parlor-picture is started by 'parlor event' and is not for use by hand.
      usage: parlor-picture draw <DESCRIPTION-AND-PICTURE >DRAWING
             parlor-picture shrink LIMIT <PICTURE >PICTURE
      """
    case .unwritable(let code):
      "The picture cannot be written (\(String(cString: strerror(code)))): make room on the disk."
    case .drawing(let reason):
      "The picture cannot be drawn (\(reason)): choose a smaller size, or report this."
    case .unconfined:
      "Pictures are not opened, because the system does not let parlor-picture give up its rights (seccomp): start it where that is allowed."
    }
  }
}

/// What this program was started for.
enum Request {
  /// Draws the description in the first line of the input, with the picture behind it, if there is one.
  case draw
  /// Makes a picture as small as an event's may be: at most so many bytes, with nothing in it that does not show.
  case shrink(limit: Int)
  /// Tries what must be refused, with a folder of the person; for tests.
  case probe(path: String)

  init(_ words: [String]) throws {
    switch words.first {
    case "draw" where words.count == 1: self = .draw
    case "probe" where words.count == 2: self = .probe(path: words[1])
    case "shrink" where words.count == 2:
      guard let limit = Int(words[1]), limit > 0 else { throw Complaint.usage }
      self = .shrink(limit: limit)
    default: throw Complaint.usage
    }
  }

  /// Reads standard input to its end and answers.
  ///
  /// - Parameter isSealing: opens whatever is needed first, and nothing after what others made is looked at.
  func answer(sealing isSealing: Bool) throws -> [UInt8] {
    // One byte more than is allowed says that there is too much.
    let input = Stream.readAll(STDIN_FILENO, most: PictureRules.mostBytes + (1 << 16))
    switch self {
    case .probe(let path):
      if isSealing { try Confinement.seal() }
      return Array(Probe.report(path).utf8)
    case .shrink(let limit):
      if isSealing { try seal() }
      return try Picture(input).small(within: limit)
    case .draw:
      let end = input.firstIndex(of: 10) ?? input.endIndex
      let snapshot = try JSONDecoder().decode(CountdownImage.self, from: Data(input[..<end]))
      let content = Array(input[end...].dropFirst())
      if isSealing { try seal(with: snapshot) }
      let picture = content.isEmpty ? nil : try Picture(content)
      return try Drawing.file(of: snapshot, picture)
    }
  }
}

extension Request {
  /// Opens the libraries that decode pictures, and the fonts of a snapshot by drawing its words; then nothing any more.
  private func seal(with snapshot: CountdownImage? = nil) throws {
    Picture.loadDecoders()
    if var snapshot {
      snapshot.format = .png
      _ = try Drawing.file(of: snapshot, nil)
    }
    try Confinement.seal()
  }
}

/// Standard streams.
enum Stream {
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  static func readAll(_ descriptor: Int32, most: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < most {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }
}
