import FoundationEssentials
import Schema

/// A picture that was found, and not fetched yet.
public struct FoundPicture: Equatable, Sendable {
  /// The title of the picture at its source.
  public let title: String
  /// The address of its bytes, of http or https; or a path.
  public let address: String
  /// The address of a page about it for people; empty for a picture of a folder.
  public let page: String

  /// Names a picture.
  public init(title: String, address: String, page: String = "") {
    (self.title, self.address, self.page) = (title, address, page)
  }
}

/// The reason why a search service gave nothing; a sentence for people.
public enum SearchProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// A reply that is no answer to a search.
  case unreadable
  /// The service refuses, in its words.
  case refused(String)

  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .unreadable:
      "The answer does not come from a search for pictures: check the setting picture-search-url."
    case .refused(let reason):
      "The search service refused (\(reason)): check the setting picture-search-key."
    }
  }
}

/// Pictures found by a phrase: in a folder, or by a service that answers as Flickr does (rows E-39 and E-40).
public enum PictureSearch {
  /// Most pictures of one search that are picked from.
  public static let most = 100

  /// A phrase as it is searched for.
  ///
  /// - Throws: `PictureProblem.noPhrase`.
  public static func phrase(_ typed: String) throws(PictureProblem) -> String {
    let words = Text.clean(typed, limit: 200, lines: true).split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { throw .noPhrase }
    return words.joined(separator: " ")
  }

  /// Whether a file of a folder fits a phrase: it ends as pictures do, and each word stands in its path, whatever the case and accents.
  ///
  /// - Parameter path: below the folder.
  public static func fits(_ path: String, _ phrase: String) -> Bool {
    let path = Text.folded(path)
    guard [".png", ".jpg", ".jpeg", ".webp"].contains(where: path.hasSuffix) else { return false }
    let name = path[..<(path.lastIndex(of: ".") ?? path.endIndex)]
    return Text.folded(phrase).split(separator: " ").allSatisfy { name.holds($0) }
  }

  /// The fields of a search, as the method `flickr.photos.search` takes them.
  public static func fields(_ phrase: String, key: String) -> [(name: String, value: String)] {
    [
      ("method", "flickr.photos.search"), ("api_key", key), ("text", phrase), ("format", "json"),
      ("nojsoncallback", "1"), ("media", "photos"), ("safe_search", "1"), ("sort", "relevance"),
      ("per_page", "\(most)"), ("extras", "url_l"),
    ]
  }

  /// The pictures of such an answer.
  ///
  /// - Throws: `SearchProblem`.
  public static func found(in answer: [UInt8]) throws(SearchProblem) -> [FoundPicture] {
    guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(answer)) else {
      throw .unreadable
    }
    guard let photos = answer.photos else {
      throw .refused(Text.clean(answer.message ?? "no reason given", limit: 200))
    }
    return photos.photo.prefix(most).compactMap(\.found)
  }

  private struct Answer: Decodable {
    struct Photos: Decodable { let photo: [Photo] }
    let photos: Photos?
    let message: String?
  }

  private struct Photo: Decodable {
    let id: String
    let owner: String?
    let server: String?
    let secret: String?
    let title: String?
    let url_l: String?

    var found: FoundPicture? {
      var address = url_l ?? ""
      if address.isEmpty, let server, let secret {
        address = "https://live.staticflickr.com/\(server)/\(id)_\(secret)_b.jpg"
      }
      // It goes to another program: nothing in it may mean something there.
      let allowed = address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }
      guard allowed, ["http://", "https://"].contains(where: address.hasPrefix) else { return nil }
      let title = Text.clean(self.title ?? "", limit: 200)
      let page = owner.map { "https://www.flickr.com/photos/\($0)/\(id)" } ?? ""
      return FoundPicture(
        title: title.isEmpty ? "untitled" : title, address: address,
        page: Text.clean(page, limit: 300))
    }
  }
}
