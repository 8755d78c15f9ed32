import CExpat

/// XML as it is read from the beginning to the end, by Expat.
///
/// A document type is refused where it begins, or where it declares anything: so no entity is declared, which is how a small file
/// becomes a large one, and nothing is loaded from elsewhere.
public enum Markup {
  /// A thing that is found.
  public enum Event {
    /// An element begins.
    case start(name: String, attributes: [String: String])
    /// A part of the text of the element that is open, which may come in many.
    case text(String)
    /// An element ends.
    case end(name: String)
  }

  /// A text that is no XML, or not whole, or declares a document type.
  public struct Problem: Error {
    /// Its line, from 1 on.
    public let line: Int
    /// Whether it declares a document type.
    public let isDocumentType: Bool
  }

  /// Reads a document in UTF-8, whatever it says of its encoding.
  ///
  /// - Parameters:
  ///   - allowsDocumentType: whether there may be one that declares nothing itself.
  ///   - visit: takes what is found, with its line from 1 on; what it throws ends the reading.
  /// - Throws: `Problem`; what `visit` throws.
  public static func read(
    _ document: some Swift.Collection<UInt8>, allowsDocumentType: Bool = false,
    _ visit: @escaping (_ event: Event, _ line: Int) throws -> Void
  ) throws {
    guard let parser = XML_ParserCreate("UTF-8") else {
      fatalError("there is no memory for reading XML")
    }
    defer { XML_ParserFree(parser) }
    let reading = Reading(parser, allowsDocumentType, visit)
    try withExtendedLifetime(reading) {
      reading.listen()
      var rest = document[...]
      repeat {
        let part = Array(rest.prefix(portion))
        rest = rest.dropFirst(portion)
        let isRead = part.withUnsafeBufferPointer { part in
          part.withMemoryRebound(to: CChar.self) {
            XML_Parse(parser, $0.baseAddress, Int32($0.count), rest.isEmpty ? 1 : 0)
          }
        }
        guard isRead == XML_STATUS_OK else {
          let problem = Problem(line: reading.line, isDocumentType: false)
          throw reading.failure ?? problem
        }
      } while !rest.isEmpty
    }
  }

  /// Bytes that are read at once.
  private static let portion = 1 << 20

  /// The object that Expat calls while it reads.
  private final class Reading {
    private let parser: XML_Parser
    private let visit: (Event, Int) throws -> Void
    /// The error that stopped the reading; nil while nothing has.
    private(set) var failure: (any Error)?

    private let allowsDocumentType: Bool

    init(
      _ parser: XML_Parser, _ allowsDocumentType: Bool,
      _ visit: @escaping (Event, Int) throws -> Void
    ) {
      (self.parser, self.allowsDocumentType, self.visit) = (parser, allowsDocumentType, visit)
    }

    var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

    /// Has Expat call this, which must outlive the reading.
    func listen() {
      XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
      XML_SetElementHandler(
        parser,
        { reading, name, attributes in
          guard let reading = Reading.of(reading) else { return }
          guard let attributes = Reading.dictionary(attributes) else {
            return reading.stop(Problem(line: reading.line, isDocumentType: false))
          }
          reading.take(.start(name: String(cString: name!), attributes: attributes))
        },
        { reading, name in Reading.of(reading)?.take(.end(name: String(cString: name!))) })
      XML_SetCharacterDataHandler(parser) { reading, text, count in
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(count))
        Reading.of(reading)?.take(.text(String(decoding: bytes, as: UTF8.self)))
      }
      XML_SetStartDoctypeDeclHandler(parser) { reading, _, _, _, declares in
        guard let reading = Reading.of(reading) else { return }
        if reading.allowsDocumentType, declares == 0 { return }
        reading.stop(Problem(line: reading.line, isDocumentType: true))
      }
    }

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> Reading? {
      pointer.map { Unmanaged<Reading>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Attributes of one element.
    private static let mostAttributes = 256

    /// Names and values in turn, up to a null pointer; nil for more than any element has.
    private static func dictionary(
      _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> [String: String]? {
      var found: [String: String] = [:]
      guard var next = attributes else { return found }
      while let name = next[0], let value = next[1] {
        guard found.count < mostAttributes else { return nil }
        found[String(cString: name)] = String(cString: value)
        next += 2
      }
      return found
    }

    private func take(_ event: Event) {
      // Expat may say a little more after it was stopped.
      guard failure == nil else { return }
      do { try visit(event, line) } catch { stop(error) }
    }

    private func stop(_ error: any Error) {
      failure = error
      XML_StopParser(parser, 0)
    }
  }
}
