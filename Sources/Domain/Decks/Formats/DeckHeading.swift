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

  /// Reads a heading: its words, and how many cards stand below it, which is not looked at, as in `Sideboard (15)` or
  /// `Sideboard: 15 cards`.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count <= 80 else { return nil }
    var words = CardName.fold(text).split(separator: " ")
    if words.count > 2, let last = words.last, Self.cards.contains(String(last)) {
      guard words[words.count - 2].allSatisfy(\.isNumber) else { return nil }
      words.removeLast()
    }
    if words.count > 1, words.last?.allSatisfy(\.isNumber) == true { words.removeLast() }
    guard let part = Self.parts[words.joined(separator: " ")] else { return nil }
    self.part = part
  }

  /// Whether the words of a line say how many cards there are, and name none: `24 lands`, `15 sideboard cards`, `Total: 60`.
  static func isTotal(_ text: String) -> Bool {
    var words = CardName.fold(text).split(separator: " ")
    if words.last?.allSatisfy(\.isNumber) == true { words.removeLast() }
    let rest = words.joined(separator: " ")
    return cards.contains(rest) || totals.contains(rest) || parts[rest] == .type
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
      [
        "main", "maindeck", "main deck", "mainboard", "main board", "decklist", "deck list",
        "Hauptdeck", "Mazo principal", "Mazzo principale", "Deck principal", "メインデッキ", "主牌", "덱",
        "메인 덱", "Колода", "Основная колода",
      ]
    ),
    (.zone(.sideboard), ["side", "side board", "sb", "サイド", "사이드보드", "Сайдборд"]),
    (
      .zone(.commander),
      [
        "commanders", "Oathbreaker", "Signature Spell", "Signature Spells", "Kommandant", "コマンダー",
        "ジェネラル", "主将", "主將", "커맨더",
        "Командир",
      ]
    ),
    (
      .outside,
      [
        "maybeboard", "maybe", "considering", "tokens", "tokens extras", "acquireboard",
        "wishlist", "attractions", "attraction deck", "stickers", "sticker sheets", "contraptions",
        "conspiracies", "dungeons", "schemes", "scheme deck", "planes", "planar deck", "emblems",
      ]
    ),
    (
      .type,
      [
        "creature", "creatures", "planeswalker", "planeswalkers", "instant", "instants", "sorcery",
        "sorceries", "nonlands", "white", "blue", "black", "red", "green", "multicolor",
        "multicolour", "multicolored", "colorless", "colourless", "instants and sorceries",
        "artifact", "artifacts", "enchantment",
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

  private static let cards: Set<String> = [
    "card", "cards", "karte", "karten", "carte", "cartes", "carta", "cartas", "карт", "карты",
  ]
  private static let totals: Set<String> = [
    "total", "total cards", "cards total", "cards in total", "unique cards", "cards in deck",
    "deck cards", "main deck cards", "maindeck cards", "mainboard cards", "sideboard cards",
    "cards in sideboard", "karten insgesamt", "karten gesamt", "cartes au total", "carte totali",
    "cartas en total", "cartas no total",
  ]
  private static let arena = Set(arenaWords.flatMap(\.1))
  private static let nameWords = Set(
    ["Name", "Nom", "Nombre", "Nome", "名前", "名称", "名稱"].map { CardName.fold($0) })
  private static let parts = Dictionary(
    (arenaWords + otherWords).flatMap { part, words in words.map { (CardName.fold($0), part) } },
    uniquingKeysWith: { first, _ in first })
}
