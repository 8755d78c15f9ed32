import FoundationEssentials
import Schema

extension DeckFormat {
  /// Magic Online: text with the sideboard behind an empty line. Nothing in it tells it from plain text.
  static let mtgo = DeckFormat(
    name: "mtgo", title: "MTGO text", endings: ["txt"], parts: [], recognises: { _ in false },
    reads: { TextDeck.read($0) },
    writes: {
      TextDeck.write(
        $0,
        card: { "\($0.count) \($0.name.replacing(CardName.joint, with: "/"))" })
    })
}
