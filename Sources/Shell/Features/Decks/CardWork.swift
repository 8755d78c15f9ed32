import Decks
import DeckSchema
import Feature
import Programs
import Schema

/// Reads photos of cards for screens that cannot, such as the page (`Cards.Scan`, row D-33), and looks whether there is a folder of card
/// pictures before it is set (row D-61).
final class CardWork: OutsideWork {
  /// The most lines that are read from a photo.
  private static let mostLines = 200

  private let host: OutsideHost

  init(_ host: OutsideHost) { self.host = host }

  var methods: [String: OutsideMethod] {
    let host = host
    return Dictionary(
      uniqueKeysWithValues: [Self.on(Methods.Cards.scan) { try await Self.scan($0, host) }])
  }

  func refusal(of key: String, _ value: String) -> Refused? {
    guard key == CardSettings.pictureFolder.key,
      let folder = try? CardSettings.pictureFolder.check(value), !folder.isEmpty
    else { return nil }
    return CardPictures.refusal(of: folder)
  }

  private static func scan(_ request: ScanCard, _ host: OutsideHost) async throws -> RecognizedCards
  {
    let photo = [UInt8](try await host.upload(request.blob))
    let lines = try await aside { try Self.lines(of: photo) }
    let call = Methods.Cards.recognize { $0.lines = lines }
    return try await host.perform([call]).first?.get() as? RecognizedCards ?? RecognizedCards()
  }

  private static func lines(of photo: [UInt8]) throws -> [String] {
    do {
      let output = try PictureFilter.run(["scan"], photo)
      return String(decoding: output, as: UTF8.self).split(separator: "\n").prefix(mostLines)
        .map(String.init)
    } catch {
      throw Refused(.invalid, error.sentence)
    }
  }
}
