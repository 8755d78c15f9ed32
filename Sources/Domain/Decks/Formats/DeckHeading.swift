import DeckSchema
import FoundationEssentials
import Schema

/// A heading in a deck that is written as text, in the languages in which Magic Arena writes and reads decks.
struct DeckHeading: Equatable {
  /// The zone that stands below it.
  enum Part: Equatable {
    case zone(DeckZone)
    /// Cards that are no part of the deck.
    case outside
    /// The name of the deck.
    case about
    /// Cards of one type; they belong to the part that is open.
    case type
  }

  let part: Part

  /// The part of the deck; nil for a heading of something else.
  var zone: DeckZone? { if case .zone(let zone) = part { zone } else { nil } }
  /// Whether what stands below it is no part of the deck.
  var isOutside: Bool { part == .outside }

  /// Reads a heading: its words, and how many cards stand below it, which is not looked at.
  init?(_ text: some StringProtocol) {
    var words = Substring(String(text)).trimmed
    guard words.utf8.count <= 80 else { return nil }
    if words.last == ")" || words.last == "）",
      let open = words.lastIndex(where: { $0 == "(" || $0 == "（" }), open > words.startIndex
    {
      guard words[open...].dropFirst().dropLast().trimmed.allSatisfy(\.isNumber) else {
        return nil
      }
      words = words[..<open].trimmed
    }
    if words.last == ":" || words.last == "：" { words = words.dropLast().trimmed }
    guard let part = Self.parts[CardName.fold(words)] else { return nil }
    self.part = part
  }

  /// A heading and a card on one line: `Commander: 1 Hedge Warden`, `SB: 2 Attic Ghost`.
  static func before(_ text: Substring) -> (heading: DeckHeading, rest: Substring)? {
    guard let sign = text.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return nil }
    let rest = text[sign...].dropFirst().trimmed
    // "Sideboard: 15" says how many cards follow.
    guard !rest.isEmpty, !rest.allSatisfy(\.isNumber), let heading = DeckHeading(text[..<sign]),
      heading.part != .about, heading.part != .type
    else { return nil }
    return (heading, rest)
  }

  /// Whether a line stands as it does in Magic Arena's own text.
  static func isArena(_ line: some StringProtocol) -> Bool { arena.contains(String(line)) }

  /// The word of Arena's text for the name of a deck, if a line begins with it.
  static func name(in line: Substring) -> Substring? {
    guard let space = line.firstIndex(where: \.isWhitespace),
      nameWords.contains(CardName.fold(line[..<space]))
    else { return nil }
    return line[space...].trimmed
  }

  /// Arena's words, language by language: English, German, French, Spanish, Italian, Portuguese, Japanese, Chinese in both scripts.
  private static let arenaWords: [(Part, [String])] = [
    (
      .zone(.main),
      ["Deck", "Mazo", "Mazzo", "Baralho", "デッキ", "套牌", "牌库", "牌庫", "牌组", "牌組"]
    ),
    (
      .zone(.sideboard),
      [
        "Sideboard", "Réserve", "Banquillo", "Reserva", "Riserva", "サイドボード", "备牌", "備牌",
      ]
    ),
    (
      .zone(.commander),
      [
        "Commander", "Kommandeur", "Commandant", "Comandante", "統率者", "指挥官", "指揮官",
      ]
    ),
    (
      .zone(.companion),
      [
        "Companion", "Gefährte", "Compagnon", "Compañero", "Compagno", "Companheiro", "相棒",
        "行侣", "行侶",
      ]
    ),
    (
      .about,
      [
        "About", "Info", "Über", "À propos", "Acerca de", "Informazioni", "Sobre", "情報", "概要",
        "关于", "關於",
      ]
    ),
  ]

  /// Words of other programs and of people.
  private static let otherWords: [(Part, [String])] = [
    (
      .zone(.main),
      ["main", "maindeck", "main deck", "mainboard", "main board", "Hauptdeck", "メインデッキ", "主牌"]
    ),
    (.zone(.sideboard), ["side", "sb", "サイド"]),
    (.zone(.commander), ["commanders", "Kommandant"]),
    (
      .outside,
      [
        "maybeboard", "maybe", "considering", "tokens", "tokens extras", "acquireboard",
        "wishlist",
      ]
    ),
    (
      .type,
      [
        "creature", "creatures", "planeswalker", "planeswalkers", "instant", "instants", "sorcery",
        "sorceries", "instants and sorceries", "artifact", "artifacts", "enchantment",
        "enchantments", "battle", "battles", "land", "lands", "spell", "spells", "other spells",
        "Kreaturen", "Spontanzauber", "Hexereien", "Artefakte", "Verzauberungen", "Länder",
        "Créatures", "Éphémères", "Rituels", "Artefacts", "Enchantements", "Terrains",
        "Criaturas", "Instantáneos", "Conjuros", "Artefactos", "Encantamientos", "Tierras",
        "Creature", "Istantanei", "Stregonerie", "Artefatti", "Incantesimi", "Terre",
        "Mágicas Instantâneas", "Feitiços", "Artefatos", "Encantamentos", "Terrenos",
        "クリーチャー", "土地", "呪文", "生物", "咒语", "咒語",
      ]
    ),
  ]

  private static let arena = Set(arenaWords.flatMap(\.1))
  private static let nameWords = Set(
    ["Name", "Nom", "Nombre", "Nome", "名前", "名称", "名稱"].map { CardName.fold($0) })
  private static let parts = Dictionary(
    (arenaWords + otherWords).flatMap { part, words in words.map { (CardName.fold($0), part) } },
    uniquingKeysWith: { first, _ in first })
}
