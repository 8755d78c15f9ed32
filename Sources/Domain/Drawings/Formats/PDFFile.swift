import Packing
import Schema

/// The objects of a PDF with one page, as they are written (ISO 32000-1, section 7.5).
struct PDFFile {
  /// The object of the names that all parts of the page use.
  static let resources = 1
  /// Their bytes, by their numbers from 2 on: those of resources are written last.
  private var objects: [[UInt8]] = []
  /// Bytes of all objects so far.
  private(set) var written = 0

  /// Adds an object.
  ///
  /// - Returns: its number.
  mutating func add(_ object: String) -> Int { add(Array(object.utf8)) }

  /// Adds content, packed.
  ///
  /// - Parameter words: what its dictionary says of it beside its length.
  /// - Returns: its number.
  mutating func add(_ words: String, _ content: String) -> Int {
    let packed = Deflate.packForPDF(Array(content.utf8))
    let head = "<<\(words)/Filter/FlateDecode/Length \(packed.count)>>stream\n"
    return add(Array(head.utf8) + packed + Array("\nendstream".utf8))
  }

  private mutating func add(_ object: [UInt8]) -> Int {
    objects.append(object)
    written += object.count
    return objects.count + 1
  }

  /// The whole file.
  ///
  /// - Parameters:
  ///   - page: the number of its content.
  ///   - side: how wide and high it is, in points.
  mutating func bytes(page: Int, side: Int, title: String, resources: String) -> [UInt8] {
    // The number of the list of pages is known before the list is added.
    let pages = objects.count + 3
    let sheet = add(
      "<</Type/Page/Parent \(pages) 0 R/MediaBox[0 0 \(side) \(side)]/Contents \(page) 0 R"
        + "/Resources \(Self.resources) 0 R/Group<</S/Transparency/CS/DeviceRGB>>>>")
    _ = add("<</Type/Pages/Count 1/Kids[\(sheet) 0 R]>>")
    let catalogue = add("<</Type/Catalog/Pages \(pages) 0 R>>")
    let info = add("<</Title<\(Self.hexadecimal(title))>/Producer(Parlor)>>")
    var file = Array("%PDF-1.4\n%\u{e4}\u{f6}\n".utf8)
    var table = "xref\n0 \(objects.count + 2)\n0000000000 65535 f \n"
    for (place, object) in ([Array(resources.utf8)] + objects).enumerated() {
      let offset = String(file.count)
      table += String(repeating: "0", count: max(0, 10 - offset.count)) + offset + " 00000 n \n"
      file += Array("\(place + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
    }
    let start = file.count
    table += "trailer\n<</Size \(objects.count + 2)/Root \(catalogue) 0 R/Info \(info) 0 R>>\n"
    return file + Array((table + "startxref\n\(start)\n%%EOF\n").utf8)
  }

  /// A text in UTF-16, as PDF has it.
  private static func hexadecimal(_ text: String) -> String {
    ([0xfeff] + Array(text.utf16)).map { unit in
      let digits = String(unit, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}
