import EventSchema
import Feature
import FoundationEssentials
import Packing
import Schema

/// The lines of calendar files that an event keeps, as they are carried: packed where they are long (specification section 18).
enum EventTexts {
  /// One text of an event, and the field that carries it packed.
  struct Field: Sendable {
    let text: WritableKeyPath<EventSchema.Event, String> & Sendable
    let packed: WritableKeyPath<EventSchema.Event, Data> & Sendable
  }

  static let calendar = Field(text: \.calendar, packed: \.packedCalendar)
  static let repeats = Field(text: \.repeats, packed: \.packedRepeats)
  static let changes = Field(text: \.changes, packed: \.packedChanges)
  static let zones = Field(text: \.zones, packed: \.packedZones)
  private static let fields = [calendar, repeats, changes, zones]

  /// Bytes that all of them may have together as they are carried.
  static let carried = 36 << 10
  /// In an event whose texts have more than that together, each text that is longer than this is packed.
  private static let short = 1 << 10
  /// Bytes that one answer unpacks of events that others may have written.
  static let ofAnswer = 16 << 20

  /// The form in which events are carried.
  static let form = BodyForm<EventSchema.Event>(
    opened: { opened($0) }, carried: { carried($0, before: $1) })

  /// The form in which the parts left by deleted events are carried: each holds an event.
  static let lostForm = BodyForm<LostParts>(
    opened: { lost in
      var lost = lost
      if lost.hasWritten { lost.written = opened(lost.written) }
      return lost
    },
    carried: { lost, before in
      var lost = lost
      if lost.hasWritten { lost.written = carried(lost.written, before: before.written) }
      return lost
    })

  /// Whether an event can keep texts.
  static func fit(_ texts: [String]) -> Bool {
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    guard bytes > carried else { return true }
    return bytes <= EventRules.file && texts.reduce(0) { $0 + size($1) } <= carried
  }

  /// Checks that an event can keep its texts.
  ///
  /// - Throws: `EventProblem`.
  static func check(_ event: EventSchema.Event) throws(EventProblem) {
    let texts = fields.map { event[keyPath: $0.text] }
    guard !fit(texts) else { return }
    let bytes = texts.reduce(0) { $0 + $1.utf8.count }
    guard bytes <= EventRules.file else {
      throw .tooLong(
        what: "What calendar files say of an event", bytes: bytes, limit: EventRules.file)
    }
    throw .tooLong(
      what: "What calendar files say of an event, packed,",
      bytes: texts.reduce(0) { $0 + size($1) }, limit: carried)
  }

  /// One text of an event as it is carried.
  ///
  /// - Parameter left: bytes that may still be unpacked; what was unpacked is taken from it.
  /// - Returns: nil where more would have to be unpacked. An invalid pack is an empty text.
  static func text(
    _ field: Field, of event: EventSchema.Event, within left: inout Int
  ) -> String? {
    let packed = event[keyPath: field.packed]
    guard !packed.isEmpty else { return event[keyPath: field.text] }
    guard left > 0 else { return nil }
    guard let bytes = Deflate.unpack(packed, limit: min(left, EventRules.file)) else {
      // How much of it was unpacked is not known.
      let isCut = left < EventRules.file
      left -= min(left, EventRules.file)
      return isCut ? nil : ""
    }
    left -= bytes.count
    return String(validating: bytes, as: UTF8.self) ?? ""
  }

  private static func opened(_ event: EventSchema.Event) -> EventSchema.Event {
    guard fields.contains(where: { !event[keyPath: $0.packed].isEmpty }) else { return event }
    var (event, left) = (event, EventRules.file)
    for field in fields where !event[keyPath: field.packed].isEmpty {
      event[keyPath: field.text] = text(field, of: event, within: &left) ?? ""
      event[keyPath: field.packed] = Data()
    }
    return event
  }

  private static func carried(
    _ event: EventSchema.Event, before: EventSchema.Event
  ) -> EventSchema.Event {
    let texts = fields.map { event[keyPath: $0.text] }
    guard texts.reduce(0, { $0 + $1.utf8.count }) > carried else { return event }
    var event = event
    let known = opened(before)
    for (field, text) in zip(fields, texts) where text.utf8.count > short {
      // Another zlib may pack it otherwise, which would be a change.
      let isSame = !before[keyPath: field.packed].isEmpty && known[keyPath: field.text] == text
      event[keyPath: field.packed] =
        isSame ? before[keyPath: field.packed] : Deflate.pack([UInt8](text.utf8))
      event[keyPath: field.text] = ""
    }
    return event
  }

  /// Bytes of a text as it is carried.
  private static func size(_ text: String) -> Int {
    text.utf8.count > short ? Deflate.pack([UInt8](text.utf8)).count : text.utf8.count
  }
}
