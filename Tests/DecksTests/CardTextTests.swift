import DeckSchema
import Store
import Testing

@testable import Decks
@testable import Features

/// The words of cards in the card database (row V-51).
@Suite struct CardTextTests {
  private let database: CardHome
  private var cards: CardDatabase { database.cards }

  init() throws { database = try CardHome() }

  private func words(_ name: String) -> [String] {
    guard let text = cards.card(name)?.text else { return [] }
    return [text.text, text.strength]
  }

  @Test("V-51: a card has its text and its strength, from a file of each program")
  func files() throws {
    try database.load(
      """
      [{"name":"Brass Kestrel","oracle_text":"Flying\\nIt rings.","power":"2","toughness":"*"},
      {"name":"Old Captain","oracle_text":"+1: Wait.","loyalty":"4"},{"name":"Plain"},
      {"name":"Dawn // Dusk","card_faces":[{"name":"Dawn","oracle_text":"Wakes.","power":"1","toughness":"1"},
      {"name":"Dusk","oracle_text":"Sleeps.","power":"3","toughness":"3"}]},
      {"name":"Teller // Tale","power":"2","toughness":"1","card_faces":[{"name":"Teller","oracle_text":"Tells.",
      "power":"2","toughness":"1"},{"name":"Tale","oracle_text":"Is told."}]}]
      """)
    #expect(words("Brass Kestrel") == ["Flying\nIt rings.", "2/*"])
    #expect(words("Old Captain") == ["+1: Wait.", "4"] && words("Plain") == ["", ""])
    #expect(words("Dusk") == ["Wakes.\n // \nSleeps.", "1/1 // 3/3"])
    #expect(words("Tale") == ["Tells.\n // \nIs told.", "2/1"])
    try database.load(
      """
      {"data":{"Dawn // Dusk":[{"name":"Dawn // Dusk","side":"a","type":"Creature","text":"Wakes.","power":"1","toughness":"1"},
      {"name":"Dawn // Dusk","side":"b","type":"Creature","text":"Sleeps.","power":"3","toughness":"3"},
      {"name":"Dawn // Dusk","side":"b","type":"Creature","text":"Sleeps.","power":"3","toughness":"3"}]}}
      """)
    #expect(words("Dawn // Dusk") == ["Wakes.\n // \nSleeps.", "1/1 // 3/3"])
    try database.load(
      """
      <cockatrice_carddatabase version="4"><cards><card><name>Tin Owl</name><text>It ticks.</text>
      <prop><pt>0/3</pt></prop></card></cards></cockatrice_carddatabase>
      """)
    #expect(words("Tin Owl") == ["It ticks.", "0/3"])
  }

  @Test(
    "V-51: a text is as long as a limit says and draws nothing on a screen; an older database has none"
  )
  func limits() throws {
    let long = String(repeating: "word ", count: 2_000)
    try database.load(
      "[{\"name\":\"Long\",\"oracle_text\":\"\(long)\"},{\"name\":\"Sly\",\"oracle_text\":\"a\\u001b[2Jb\"}]"
    )
    #expect(words("Long")[0].utf8.count <= 4_096 && words("Long")[0].hasPrefix("word word"))
    #expect(!words("Sly")[0].unicodeScalars.contains("\u{1b}"))
    let file = try Database(CardDatabaseFile.path(in: database.path))
    try file.execute(
      sql:
        "ALTER TABLE card DROP COLUMN text; ALTER TABLE card DROP COLUMN strength; PRAGMA user_version = 4"
    )
    try file.close()
    let older = CardDatabaseReader(home: database.path).lookup
    #expect(older.card("Long")?.text == CardText() && older.card("Long")?.facts.name == "Long")
  }
}
