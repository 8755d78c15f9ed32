import Feature
import FoundationEssentials
import Identifiers
import Schema
import TournamentSchema

/// Draws as people see them: all attempts, what stopped them, and what was changed after them.
enum ShownDraws {
  static func views(_ state: TournamentState) throws -> [DrawView] {
    let deciding = state.lots?.draw.record.id
    return try state.draws.enumerated().map { number, draw in
      try .with {
        $0.id = draw.record.item.description
        $0.attempt = UInt32(number + 1)
        $0.purpose = draw.body.purpose
        $0.reason = Text.clean(draw.body.reason, limit: TournamentRules.reason)
        $0.decides = draw.record.id == deciding
        $0.state =
          draw.fault != nil
          ? .void : !draw.isClosed ? .open : draw.seed == nil ? .closed : .done
        $0.people = try draw.parts.map { try TournamentViews.person($0.author, state) }
        $0.made = draw.record.wall
        $0.entrants = draw.body.entrants.map { name($0, state) }
        $0.parts = try draw.parts.map { part in
          try .with {
            $0.name = try TournamentViews.person(part.author, state)
            $0.author = part.author.description
            $0.hash = part.hash.hex
            $0.secret = part.secret?.hex ?? ""
          }
        }
        $0.leftOut = try draw.leftOut.map { try TournamentViews.person($0, state) }
        if let fault = draw.fault { $0.fault = try sentence(fault, draw, state) }
        $0.lists = draw.lists
        guard draw.isClosed, draw.fault == nil else { return }
        $0.missing = try draw.parts.filter { $0.secret == nil }.map {
          try TournamentViews.person($0.author, state)
        }
        guard let seed = draw.seed, let order = draw.order else { return }
        $0.seed = seed.hex
        $0.order = order.map { name($0, state) }
        if state.body.drawn == draw.record.item.data {
          $0.changed = changes(DrawnPlaces(draw, order, state), draw, state)
        }
      }
    }
  }

  /// Returns the reason why a draw counts for nothing, with names, as a sentence.
  static func sentence(
    _ fault: Draw.Fault, _ draw: Draw, _ state: TournamentState
  ) throws -> String {
    let organiser = try TournamentViews.person(draw.record.author, state)
    switch fault {
    case .severalLists: return "\(organiser) has signed two lists of who takes part."
    case .otherRequest:
      return "\(organiser) has changed what is drawn after others had promised their part."
    case .unfoundedList:
      return "\(organiser) has signed a list that does not follow the promises on it."
    case .incomplete(let author, let missed):
      let name = try TournamentViews.person(missed, state)
      return
        "\(try TournamentViews.person(author, state)) has a promise of \(name) that was in time and is not on the list."
    }
  }

  private static func name(_ item: Data, _ state: TournamentState) -> String {
    state.number(of: item).map { state.competition.entrants[$0].name } ?? "(removed)"
  }

  /// Places that are not as they were drawn (row T-11).
  static func changes(
    _ drawn: DrawnPlaces, _ draw: Draw, _ state: TournamentState
  ) -> [String] {
    func name(_ number: Int?) -> String {
      number.map { state.competition.entrants[$0].name } ?? Course.empty
    }
    guard draw.body.purpose == .groups else {
      return zip(state.competition.slots, drawn.slots).enumerated().compactMap { place, slots in
        slots.0 == slots.1
          ? nil
          : "slot \(place + 1): \(Course.name(slots.0, state.competition)), drawn \(Course.name(slots.1, state.competition))"
      }
    }
    let now = state.competition.groups
    return drawn.groups.enumerated().flatMap { group, slots in
      slots.enumerated().compactMap { rank, number in
        let there =
          now.indices.contains(group) && now[group].indices.contains(rank) ? now[group][rank] : nil
        return there == number
          ? nil : "\(Course.letter(group))\(rank + 1): \(name(there)), drawn \(name(number))"
      }
    }
  }
}
