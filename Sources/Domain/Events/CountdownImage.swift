import EventSchema
import Schema

/// The content of a picture of a countdown, in words and without controls (rows E-11, E-12, E-23 and E-29).
public struct CountdownImage: Codable, Equatable, Sendable {
  /// The kinds of files that it is drawn to.
  public enum Format: String, Codable, CaseIterable, Sendable {
    case svg, png, pdf
  }

  /// One unit and how much of it is left.
  public struct Counter: Codable, Equatable, Sendable {
    /// The number of units that are left.
    public var count: Int64
    /// "Days".
    public var unit: String
    /// Whether less than one of it is left in all (row E-21).
    public var isUsedUp: Bool
  }

  /// "Only 5 + Days until"; empty for what is past.
  public var lead = ""
  /// The name of the event.
  public var name: String
  /// The date of the event, for people.
  public var when: String
  /// The greatest unit first; none for what is past.
  public var counters: [Counter] = []
  /// The sentences about a past event: that it is past, and the time since then where that is shown.
  public var past: [String] = []
  /// The part of its picture that is to be seen, as `PictureRules.text` writes it.
  public var crop = PictureRules.text(PictureRules.whole)
  /// The kind of file.
  public var format = Format.png
  /// In pixels, for PDF in points of 1/72 inch.
  public var width = 1_080
  /// The same.
  public var height = 1_350

  /// Describes an event.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - calendar: of the person who waits.
  ///   - unit: in which the sentence counts; a smaller one where it is used up.
  ///   - when: the date, for people.
  ///   - ago: how long ago it was, for people; shown of what is past and counts up.
  public init(
    _ event: EventView, now: Int64, in calendar: EventCalendar = .world, unit: CountdownUnit,
    when: String,
    ago: (Countdown) -> String
  ) {
    let countdown = Countdown(
      to: EventCalendar.next(event, now: now), now: now, in: calendar)
    name = event.name
    self.when = when
    if event.hasPicture { crop = PictureRules.text(PictureRules.shown(event.picture.crop)) }
    guard !countdown.isPast else {
      past = [Self.hasPast] + (event.countUp ? [ago(countdown)] : [])
      return
    }
    lead = countdown.only(countdown.usable(unit)) + " until"
    counters = countdown.parts.map { part in
      Counter(
        count: part.count, unit: part.unit.name(2), isUsedUp: !countdown.has(part.unit))
    }
  }

  /// The sentence about an event whose instant has come (row E-23).
  public static let hasPast = "Event Has Past"

  /// The widths and heights in which a picture may be drawn.
  public static let sides = 100...5_000

  /// A size as people type it, such as 1080x1350; nil if the text is not a size.
  public static func size(_ text: String) -> (width: Int, height: Int)? {
    let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      Self.sides.contains(width), Self.sides.contains(height)
    else { return nil }
    return (width, height)
  }
}
