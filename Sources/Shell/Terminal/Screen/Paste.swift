/// A text that is pasted into a terminal at once.
public struct Paste: Equatable, Sendable {
  /// The text, with line feeds between its lines; only the beginning of one with more than 64 KiB.
  public let text: String
  /// Bytes of all of it.
  public let bytes: Int

  /// The most bytes of text that are kept.
  static let most = 64 << 10

  /// A text that is pasted, all of it.
  public init(_ text: String) { (self.text, bytes) = (text, text.utf8.count) }

  fileprivate init(_ text: String, bytes: Int) { (self.text, self.bytes) = (text, bytes) }

  /// The keys that type the same.
  public var keys: [Key] {
    text.map { $0 == " " ? .space : $0.isNewline ? .newline : .character($0) }
  }

  /// Puts a paste together while its bytes come.
  struct Coming: Sendable {
    private var kept: [UInt8] = []
    private var count = 0
    private var endsInReturn = false

    /// Takes the next byte: nothing that is pasted may do more than stand there.
    mutating func take(_ byte: UInt8) {
      // A return with a line feed behind it is one end of a line.
      let isRest = byte == 0x0a && endsInReturn
      endsInReturn = byte == 0x0d
      switch byte {
      case 0x0a where isRest: return
      case 0x0a, 0x0d: add(0x0a)
      case 0x09: add(0x20)
      case ..<0x20, 0x7f: return
      default: add(byte)
      }
    }

    private mutating func add(_ byte: UInt8) {
      count += 1
      if kept.count < Paste.most { kept.append(byte) }
    }

    /// The paste that came.
    var paste: Paste { Paste(String(decoding: kept, as: UTF8.self), bytes: count) }
  }
}
