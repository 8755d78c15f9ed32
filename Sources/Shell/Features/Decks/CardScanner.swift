import Feature
import FoundationEssentials

/// Finds the objects of cards in a JSON file, however large, and gives the bytes of each.
///
/// It knows where cards are: in an array (Scryfall), in the array `data` (a page of Scryfall), in the arrays of the object `data`
/// (MTGJSON's AtomicCards), and in the arrays `cards` of its objects (AllPrintings). It holds no more than one card.
struct CardScanner {
  private enum Frame: Equatable {
    case array
    case object(key: [UInt8])
  }

  /// Bytes of one card.
  static let mostCard = 1 << 20
  /// Objects and arrays within each other.
  static let mostDepth = 64
  private static let mostKey = 256

  private var stack: [Frame] = []
  private var text: [UInt8] = []
  /// The depth of the card that is being read; nil outside of cards.
  private var cardDepth: Int?
  private var (isInString, isEscaped, isKey, hasBegun) = (false, false, false, false)
  private(set) var cards = 0

  /// Whether all that was opened is closed.
  var isWhole: Bool { hasBegun && stack.isEmpty && !isInString }

  /// Takes the next bytes.
  ///
  /// - Parameter visit: is given the bytes of each card.
  /// - Throws: `Refused` if it is not such a file; errors of `visit`.
  mutating func take(_ bytes: [UInt8], visit: (Data) throws -> Void) throws {
    for byte in bytes {
      if cardDepth != nil || isInString && isKey { try keep(byte) }
      if isInString {
        try continueString(byte)
        continue
      }
      switch byte {
      case 0x22:
        isInString = true
        if cardDepth == nil, isKey { text.removeAll(keepingCapacity: true) }
      case 0x7b: try open(.object(key: []), byte)
      case 0x5b: try open(.array, byte)
      case 0x7d, 0x5d: try close(byte, visit)
      case 0x2c: if cardDepth == nil, case .object = stack.last { isKey = true }
      case 0x3a: isKey = false
      default: break
      }
    }
  }

  private mutating func keep(_ byte: UInt8) throws {
    text.append(byte)
    if cardDepth == nil {
      if text.count > Self.mostKey { text.removeLast() }
      return
    }
    guard text.count <= Self.mostCard else {
      throw Refused(
        .invalid, "Card \(cards + 1) in the file is larger than 1 MiB: this is not a card file.")
    }
  }

  private mutating func continueString(_ byte: UInt8) throws {
    if isEscaped {
      isEscaped = false
    } else if byte == 0x5c {
      isEscaped = true
    } else if byte == 0x22 {
      isInString = false
      guard cardDepth == nil, isKey, case .object = stack.last else { return }
      stack[stack.count - 1] = .object(key: Array(text.dropLast()))
      text.removeAll(keepingCapacity: true)
      isKey = false
    }
  }

  private mutating func open(_ frame: Frame, _ byte: UInt8) throws {
    guard stack.count < Self.mostDepth else {
      throw Refused(
        .invalid, "The file nests more than \(Self.mostDepth) deep: this is not a card file.")
    }
    guard !hasBegun || !stack.isEmpty else { throw Self.noCards }
    hasBegun = true
    if cardDepth == nil, frame != .array, holdsCards {
      cardDepth = stack.count
      text = [byte]
    }
    stack.append(frame)
    if cardDepth == nil { isKey = frame != .array }
  }

  private mutating func close(_ byte: UInt8, _ visit: (Data) throws -> Void) throws {
    guard let frame = stack.popLast(), (frame == .array) == (byte == 0x5d) else {
      throw Refused(
        .invalid,
        "The file is damaged after card \(cards): brackets do not match. Get it again.")
    }
    guard let depth = cardDepth else {
      isKey = false
      return
    }
    guard stack.count == depth else { return }
    cards += 1
    try visit(Data(text))
    text.removeAll(keepingCapacity: true)
    (cardDepth, isKey) = (nil, false)
  }

  /// Whether the innermost open value is an array of cards.
  private var holdsCards: Bool {
    guard stack.last == .array else { return false }
    let keys = stack.dropLast().map { frame -> String? in
      guard case .object(let key) = frame else { return nil }
      return String(decoding: key, as: UTF8.self)
    }
    switch keys.count {
    case 0: return true
    case 1: return keys[0] == "data"
    case 2: return keys[0] == "data" && keys[1] != nil
    case 3: return keys[0] == "data" && keys[1] != nil && keys[2] == "cards"
    default: return false
    }
  }

  static let noCards = Refused(
    .invalid,
    "The file holds no cards in a form that is known: files of Scryfall, MTGJSON and Cockatrice are read."
  )
}
