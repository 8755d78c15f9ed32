import Feature
import Schema

/// The entrants and matches that people mean by what they type.
extension TournamentState {
  /// A match, and the order in which a person has named its two sides.
  struct NamedMatch {
    let fixture: Fixture
    /// The person has named the second side first: what was typed of the first is of the second.
    var isTurned = false
  }

  /// An entrant by its name, its place as `#3`, the beginning of its name, or a number that begins no name.
  ///
  /// - Throws: `Refused` when there is none, or more than one.
  func entrant(_ text: String) throws -> Int {
    if let exact = try entrant(named: text) { return exact }
    let wanted = TournamentRules.folded(text)
    let unknown = "There is no entrant \(Text.preview(text, characters: 40)) in \(name)."
    let list = Remedy.see("tournament show")
    if wanted.hasPrefix("#") {
      guard let number = EntrantPlace.number(wanted.dropFirst(), among: members.count) else {
        throw Refused(.notFound, unknown, list)
      }
      return number
    }
    let names = competition.entrants.map { TournamentRules.folded($0.name) }
    let begun = names.indices.filter { !wanted.isEmpty && names[$0].hasPrefix(wanted) }
    if begun.isEmpty, let number = EntrantPlace.number(wanted[...], among: members.count) {
      return number
    }
    return try begun.only(unknown, list) {
      "\($0) entrants begin with \(text): type more of the name, or the place, as \(EntrantPlace.text(of: begun[0]))."
    }
  }

  /// The entrant with exactly this name; nil where there is none, so that the text may mean something else.
  ///
  /// - Throws: `Refused` where several have it, which only happens when two add one at the same time.
  func entrant(named text: String) throws -> Int? {
    let wanted = TournamentRules.folded(text)
    let exact = competition.entrants.indices.filter {
      TournamentRules.folded(competition.entrants[$0].name) == wanted
    }
    guard exact.count > 1 else { return exact.first }
    let places = exact.map(EntrantPlace.text).joined(separator: " or ")
    throw Refused(
      .ambiguous, "\(exact.count) entrants are called \(text): type the place, \(places).")
  }

  /// The match with a name, or between two entrants, `Ada : Bob`: of several the one that is to be played next.
  ///
  /// - Throws: `Refused` where there is none, or where all of several are played.
  func match(_ text: String) throws -> NamedMatch {
    let typed = text.trimmedSpaces
    // After group Z comes group a.
    if let fixture = course.all.first(where: { $0.name == typed })
      ?? course.all.first(where: { $0.name.lowercased() == typed.lowercased() })
    {
      return NamedMatch(fixture: fixture)
    }
    // Where there is one list of rounds nobody types its letter.
    let places = course.all.filter { $0.name.drop(while: \.isLetter) == typed }
    if !typed.isEmpty, places.count > 1 {
      let names = places.prefix(3).map(\.name).joined(separator: " or ")
      throw Refused(.ambiguous, "\(typed) is there more than once: type \(names).")
    }
    if let only = places.first { return NamedMatch(fixture: only) }
    let sides = try Self.parted(text) { (try entrant($0), try entrant($1)) }
    guard let (first, second) = sides else {
      throw Refused(
        .notFound,
        "There is no match \(Text.preview(text, characters: 40)) in \(name). Ada : Bob means the one between two.",
        .see("tournament show")
      )
    }
    let pair = [first, second]
    let found = course.all.filter {
      let sides = [$0.home.number, $0.away.number]
      return sides == pair || sides == [second, first]
    }
    guard let fixture = found.first(where: { !$0.isOver }) ?? found.first else {
      throw Refused(.notFound, "These two do not meet in \(name) so far.")
    }
    guard !fixture.isOver || found.count == 1 else {
      throw Refused(
        .ambiguous,
        "These two have played \(found.map(\.name).joined(separator: " and ")): name the match that you mean."
      )
    }
    return NamedMatch(fixture: fixture, isTurned: fixture.home.number != first)
  }

  /// The two sides of a colon in a text; nil where it has none. Names may have colons as well.
  ///
  /// - Parameter read: what two sides mean.
  /// - Throws: what `read` throws, or `Refused` where the text can be parted in more than one way.
  static func parted<Value>(
    _ text: String, _ read: (String, String) throws -> Value
  ) throws -> Value? {
    var found: [Value] = []
    var refusal: Refused?
    for colon in text.indices where text[colon] == ":" {
      do {
        found.append(
          try read(
            text[..<colon].trimmedSpaces, text[text.index(after: colon)...].trimmedSpaces))
      } catch let refused as Refused {
        refusal = refusal ?? refused
      }
    }
    guard found.count < 2 else {
      throw Refused(
        .ambiguous,
        "\(Text.preview(text, characters: 60)) can mean several matches, as names have colons: type the places, as #1 : #2."
      )
    }
    if let only = found.first { return only }
    if let refusal { throw refusal }
    return nil
  }
}
