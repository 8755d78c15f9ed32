/// The things that a text may mean: the one rule for people, peers, rooms, tables and records of every kind.
///
/// A whole id means its holder, whatever others are called. Without one, an exact name goes before the beginning of an id or of
/// a name: nobody has to know what the ids of others begin with.
public struct Meant<Element> {
  /// The holder of exactly this id.
  public var whole: [Element]
  /// Those with exactly this name.
  public var named: [Element]
  /// Those whose id or name begins so.
  public var begun: [Element]

  /// Sorted by how they fit the text.
  public init(whole: [Element] = [], named: [Element] = [], begun: [Element] = []) {
    self.whole = whole
    self.named = named
    self.begun = begun
  }

  /// Those that fit best; with several of them the text is ambiguous.
  public var found: [Element] { [whole, named].first { !$0.isEmpty } ?? begun }
}

extension Sequence {
  /// Those that a person means by a text; nobody for an empty one.
  ///
  /// - Parameters:
  ///   - ids: the ids of one, as people see them.
  ///   - isNamed: whether one is called exactly so.
  public func meant(
    by text: String, ids: (Element) throws -> [String], isNamed: (Element) throws -> Bool
  ) rethrows -> [Element] {
    guard !text.isEmpty else { return [] }
    let typed = text.lowercased()
    var meant = Meant<Element>()
    for element in self {
      let own = try ids(element)
      if own.contains(typed) { meant.whole.append(element) }
      if try isNamed(element) { meant.named.append(element) }
      if own.contains(where: { $0.hasPrefix(typed) }) { meant.begun.append(element) }
    }
    return meant.found
  }
}
