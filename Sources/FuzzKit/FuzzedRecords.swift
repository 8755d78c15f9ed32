import Foundation
import Schema
import Wire

/// Reads records out of an input: any kind, any field, any value.
struct FuzzedRecords {
  /// The shape of the value that a field of a record is meant to hold.
  private indirect enum Shape {
    case number, text, id
    case message([Shape])
  }

  private static let time = Shape.message([.number, .text])
  private static let money = Shape.message([.number, .text])
  private static let blob = Shape.message([.id, .number])
  private static let event: [Shape] = [.text, time, .number, .text, .number, .number, .text, .text]
  private static let toDo: [Shape] = [
    .text, .number, time, .id, .number, .text, .text, .id, .number, .number, .number, .number,
    .text,
    time, .text, .number,
  ]
  private static let budgetLine: [Shape] = [.text, .id, money, money, .id, .text, .id]
  private static let picture: [Shape] = [
    blob, .message([.number, .number, .number, .number]), .text,
  ]

  /// The fields of each kind of record, from field 1 on.
  private static let shapes: [[Shape]] = [
    [.text, .text], [.text, .text], [.text, .text],
    [.text, .id, .id, .message([.id, .id, .number, .text])], [.text, blob], event, toDo, budgetLine,
    picture, event, toDo, budgetLine, picture, toDo,
  ]

  /// Ends of number types, and instants around the first and the last year that people see.
  private static let numbers: [UInt64] = counts + instants.map { UInt64(bitPattern: $0) }
  private static let counts: [UInt64] = [
    0, 1, 2, 59, 127, 255, 1_000, 10_000, 527_041, 0x40_0000, 0x7fff_ffff, 0x8000_0000,
    0xffff_ffff, 0x1_0000_0000, 0x20_0000_0000_0000, 0x7fff_ffff_ffff_ffff, 0x8000_0000_0000_0000,
    0x1999_9999_9999_999a, 0xffff_ffff_ffff_fffe, 0xffff_ffff_ffff_ffff,
  ]
  private static let instants: [Int64] = [
    -1, -62_135_596_800_000, -62_135_596_800_001, -126_400_000_000_000, -253_402_300_800_000,
    253_402_300_799_999, 253_402_300_800_000, -8_640_000_000_000_001, .min + 1, -86_400_000,
    1_700_000_000_000, 1_700_003_600_000,
  ]

  private static let texts: [String] = [
    "", "a", "dinner", "UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Etc/GMT+12",
    "Etc/GMT-14", "GMT+99:99/", "Etc/../../x", "Africa/Monrovia", "USD", "JPY", "KWD", "XXXX",
    "blue", "@all", "@Ada hi", "..", "-", "\u{202e}abc\u{1b}[2J", "\u{0}\r\n\u{7f}", "👩‍👩‍👧🇩🇪",
    "e" + String(repeating: "\u{301}", count: 90), String(repeating: "x", count: 300),
    String(repeating: "word ", count: 400), "DTSTART;VALUE=DATE:20261224\n",
    "RRULE:FREQ=DAILY;COUNT=0\n",
    "BEGIN:VALARM\nTRIGGER:-P999999999W\nACTION:DISPLAY\nEND:VALARM\n",
    String(repeating: "BEGIN:X\n", count: 40), "LOCATION;X=\"a:b:c\nCATEGORIES:a\\,b\n",
  ]

  /// Ids that mean something where the records are written.
  var ids: [Data]
  private var input: FuzzBytes

  init(_ input: FuzzBytes, ids: [Data]) {
    self.input = input
    self.ids = ids
  }

  var isEmpty: Bool { input.isEmpty }

  mutating func byte() -> UInt8 { input.byte() }

  /// A number, more often than not one at the end of some type.
  mutating func number() -> UInt64 {
    let choice = Int(input.byte())
    // What is a number for few things, as how often an event comes, is met as well.
    if choice >= 208 && choice < 240 { return UInt64(choice % 3) }
    if choice < Self.numbers.count * 6 { return Self.numbers[choice % Self.numbers.count] }
    return input.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func text() -> [UInt8] {
    let choice = Int(input.byte())
    if choice < Self.texts.count * 6 { return Array(Self.texts[choice % Self.texts.count].utf8) }
    return input.short()
  }

  mutating func id() -> Data {
    let choice = Int(input.byte())
    switch choice {
    case 0: return Data(repeating: 0, count: 16)
    case 1: return Data(repeating: 0, count: 32)
    case 2: return Data(repeating: 0xff, count: 31)
    default: return ids[choice % ids.count]
    }
  }

  /// The body of a record of some kind, well-formed or not.
  mutating func body(of kind: Int) -> Data {
    if input.byte() % 8 == 0 { return Data(input.long()) }
    return Data(fields(Self.shapes[min(kind, Self.shapes.count - 1)], depth: 0))
  }

  private mutating func fields(_ shapes: [Shape], depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let chosen = input.byte()
    for (index, shape) in shapes.enumerated() where chosen >> (index % 8) & 1 == 0 {
      bytes += field(UInt64(index + 1), shape, depth)
    }
    // Now and then a field that is twice there, of another type, or that nobody knows.
    var more = input.byte()
    while more > 200, bytes.count < 4_096 {
      let number = UInt64(input.byte() % 12) * (more == 255 ? 1_000_000 : 1)
      let kinds: [Shape] = [.number, .text, .id, .message([.number, .text])]
      bytes += field(number, kinds[Int(more) % kinds.count], depth + 1)
      more = input.byte()
    }
    return bytes
  }

  private mutating func field(_ number: UInt64, _ shape: Shape, _ depth: Int) -> [UInt8] {
    var content: [UInt8]
    switch shape {
    case .number: return Self.varint(number << 3) + Self.varint(self.number())
    case .text: content = text()
    case .id: content = Array(id())
    case .message(let shapes): content = depth < 3 ? fields(shapes, depth: depth + 1) : []
    }
    return Self.varint(number << 3 | 2) + Self.varint(UInt64(content.count)) + content
  }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var (rest, bytes): (UInt64, [UInt8]) = (number, [])
    while rest > 127 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }
}
