import Decks
import Events
import Feature
import FoundationEssentials
import Glibc
import Schema
import Synchronization

/// A card whose picture is wanted.
public struct PicturedCard: Sendable {
  /// Its name; both halves or faces with " // " between them.
  public let name: String
  /// The code of its set; empty where that is not known.
  public let set: String
  /// Its number in the set; empty where that is not known.
  public let number: String

  /// Describes a card.
  public init(name: String, set: String = "", number: String = "") {
    (self.name, self.set, self.number) = (name, set, number)
  }
}

/// The pictures of cards in a folder of our person's (rows D-61 and V-51).
///
/// A name is compared with the names of the files that are there, by letters and numbers alone, and never becomes a path: names of files cannot
/// have all signs that names of cards have. A file lies in the folder itself, or in a folder below it that is called as a set is. No link is
/// followed.
public final class CardPictures: Sendable {
  /// A picture as it lies in the folder, not decoded.
  public struct File: Sendable {
    /// A text that is another one once the file has changed.
    public let tag: String
    /// The bytes of the file.
    public let content: [UInt8]
  }

  /// Bytes of a file that is still read.
  static let mostBytes = 8 << 20
  /// The greatest ratio of the longer side of a picture to the shorter one.
  private static let mostTimes = 3

  /// The names in the folder and in those below it, by their paths.
  private struct Known {
    var root = ""
    var listings: [String: PictureListing] = [:]
  }

  private let known = Mutex(Known())

  /// Knows no folder yet.
  public init() {}

  /// Returns the refusal of a folder that cannot be read; nil where it can.
  public static func refusal(of path: String) -> Refused? {
    do {
      _ = try PictureListing(try FolderDescriptor(path), path)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the picture of a card from the folder that is set.
  ///
  /// - Throws: as below, and `Refused` where none is set.
  public func file(of card: PicturedCard, _ host: OutsideHost) throws -> File {
    let folder = try host.setting(CardSettings.pictureFolder.key)
    guard !folder.isEmpty else {
      throw Refused(.notFound, "There is no folder of card pictures: its setting is off.")
    }
    return try file(of: card, in: folder)
  }

  /// Returns the picture of a card: that of its set by number and by name, then that of the folder, then that of the first set with one.
  ///
  /// - Parameter path: the absolute path of the folder.
  /// - Throws: `Refused` where there is none, for a file that is no picture, and where the folder cannot be read.
  public func file(of card: PicturedCard, in path: String) throws(Refused) -> File {
    let names = try Self.names(of: card)
    let root = try FolderDescriptor(path)
    known.withLock { if $0.root != path { $0 = Known(root: path) } }
    let top = try listing(root, path)
    let sets = top.folders.filter {
      !card.set.isEmpty && Self.letters($0) == Self.letters(card.set)
    }
    let number = Self.letters(card.number)
    for set in sets {
      if let file = try look(for: [number] + names, in: set, of: root, path) { return file }
    }
    if let file = try Self.read(names, top, root) { return file }
    for set in top.folders {
      if let file = try look(for: names, in: set, of: root, path) { return file }
    }
    throw Refused(.notFound, "There is no picture of \(card.name) in the folder of card pictures.")
  }

  /// The letters and numbers by which a name is compared with others.
  static func letters(_ name: some StringProtocol) -> String {
    String(decoding: CardName.fold(name).utf8.filter { $0 != 0x20 }, as: UTF8.self)
  }

  /// The names by which a card is looked for: its own, then that of its front.
  private static func names(of card: PicturedCard) throws(Refused) -> [String] {
    guard card.name.utf8.count <= CardName.most else {
      throw Refused(.invalid, "No card has a name of more than \(CardName.most) bytes.")
    }
    let names = [letters(card.name)] + CardName.faces(card.name).prefix(1).map { letters($0) }
    return names.filter { !$0.isEmpty }
  }

  private func look(
    for names: [String], in set: String, of root: borrowing FolderDescriptor, _ path: String
  ) throws(Refused) -> File? {
    // A set that is gone meanwhile, or may not be read, has no pictures.
    guard let folder = FolderDescriptor(set, in: root),
      let listing = try? listing(folder, path + "/" + set)
    else { return nil }
    return try Self.read(names, listing, folder)
  }

  /// The names in a folder; they are read again once it has changed.
  private func listing(
    _ folder: borrowing FolderDescriptor, _ path: String
  ) throws(Refused) -> PictureListing {
    if let old = known.withLock({ $0.listings[path] }), old.stamp == folder.stamp { return old }
    let fresh = try PictureListing(folder, path)
    // In the moment of its last change a folder could change again, and look the same.
    let isSettled = fresh.stamp.seconds + 2 < time(nil)
    known.withLock { $0.listings[path] = isSettled ? fresh : nil }
    return fresh
  }

  /// Reads the file of the first of some names that a folder has.
  private static func read(
    _ names: [String], _ listing: PictureListing, _ folder: borrowing FolderDescriptor
  ) throws(Refused) -> File? {
    guard let name = names.lazy.compactMap({ listing.files[$0] }).first else { return nil }
    guard let (content, tag) = folder.read(name, most: mostBytes) else { return nil }
    guard content.count <= mostBytes else {
      throw Refused(
        .invalid,
        "\(Text.clean(name, limit: 200)) has more than \(mostBytes >> 20) MiB: make it smaller.")
    }
    guard let header = PictureHeader(content), header.width <= mostTimes * header.height,
      header.height <= mostTimes * header.width
    else {
      throw Refused(
        .invalid,
        "\(Text.clean(name, limit: 200)) is not a picture of a card: it must be a PNG, JPEG or WebP, and at most \(mostTimes) times as high as wide."
      )
    }
    return File(tag: tag, content: content)
  }
}
