/// Words that stand for a key, to compare aloud; 8 bits each, a help for people and no proof.
public enum KeyWords {
  /// One word for each byte, joined by hyphens.
  public static func words(of bytes: some Sequence<UInt8>) -> String {
    bytes.map { list[Int($0)] }.joined(separator: "-")
  }

  /// The first of the words of a key.
  public static func first(_ words: String) -> String {
    String(words.prefix { $0 != "-" })
  }

  /// 256 short, distinct, plain words; the place in the list is the byte.
  static let list: [String] = """
    acid acorn actor album alley amber angel ankle apple apron arrow aspen atlas attic autumn
    bacon badge bagel baker bamboo banjo barn basil basin beach beaver bell berry bishop
    blanket blossom boat bonfire bottle branch brass bread breeze brick bridge broom bubble
    bucket butter button cabin cactus camel candle canoe canyon carrot castle cedar cellar
    chalk cherry chess chimney cider circle clay cliff clock cloud clover cobalt coffee comet
    copper coral corner cotton cousin cradle crane crayon cricket crown crystal curtain daisy
    dancer dawn desert diamond dinner dolphin donkey dragon drum eagle echo elbow elm ember
    engine falcon farmer feather fern fiddle field finger flame flute forest fossil fountain
    fox frost galaxy garden garlic gate ginger glacier globe glove goat gold goose granite
    grape gravel guitar hammer harbor harvest hazel helmet hill honey horse hotel iceberg
    igloo indigo ink iron island ivory jacket jaguar jasmine jelly jewel jungle kettle kitten
    kiwi ladder lagoon lake lantern lemon letter lily lion lizard lobster lotus magnet mango
    maple marble market meadow melon mirror mist moon moss mountain museum needle nest north
    nutmeg oak oasis ocean olive onion opal orange orbit orchid otter oven owl paddle palace
    panda paper parrot peach pearl pebble pencil pepper piano pigeon pillow pine planet plum
    pocket poem polar pond poppy potato prairie prism pumpkin purple puzzle quartz queen quilt
    rabbit radar rain raven reef ribbon river robin rocket rose saddle saffron salmon sand
    scarf shadow shell silver sky smoke snow spruce sugar summer sun table teapot thunder
    tiger tulip tunnel velvet violet walnut willow
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
