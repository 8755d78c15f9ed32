import Glibc

/// The library that recognises letters. It is loaded when a photo is scanned and not before: it is large, and who scans no
/// cards need not have it.
final class Tesseract {
  private typealias Handle = OpaquePointer
  private typealias Text = UnsafeMutablePointer<CChar>

  private let library: UnsafeMutableRawPointer
  private let handle: Handle

  /// Loads the library, and its data for English.
  ///
  /// - Throws: `Complaint.noTesseract`.
  init() throws {
    // One thread: this program has one processor's time.
    setenv("OMP_THREAD_LIMIT", "1", 1)
    let names = ["libtesseract.so.5", "libtesseract.so.4"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else {
      throw Complaint.noTesseract
    }
    self.library = library
    let create: @convention(c) () -> Handle? = try Self.function("TessBaseAPICreate", library)
    guard let handle = create() else { throw Complaint.noTesseract }
    self.handle = handle
    let begin: @convention(c) (Handle, UnsafePointer<CChar>?, UnsafePointer<CChar>) -> Int32 =
      try Self.function("TessBaseAPIInit3", library)
    guard begin(handle, nil, "eng") == 0 else { throw Complaint.noTesseract }
    let set: @convention(c) (Handle, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32 =
      try Self.function("TessBaseAPISetVariable", library)
    _ = set(handle, "debug_file", "/dev/null")
  }

  deinit {
    typealias End = @convention(c) (Handle) -> Void
    if let end: End = try? Self.function("TessBaseAPIDelete", library) { end(handle) }
  }

  /// The lines of letters in a picture of one byte a pixel, from the top.
  func lines(in gray: GrayImage) throws -> [String] {
    let setMode: @convention(c) (Handle, Int32) -> Void =
      try Self.function("TessBaseAPISetPageSegMode", library)
    // One block of text.
    setMode(handle, 6)
    let setImage:
      @convention(c) (Handle, UnsafePointer<UInt8>, Int32, Int32, Int32, Int32) -> Void =
        try Self.function("TessBaseAPISetImage", library)
    let width = Int32(gray.width)
    gray.pixels.withUnsafeBufferPointer {
      setImage(handle, $0.baseAddress!, width, Int32(gray.height), 1, width)
    }
    let setResolution: @convention(c) (Handle, Int32) -> Void =
      try Self.function("TessBaseAPISetSourceResolution", library)
    setResolution(handle, 200)
    let read: @convention(c) (Handle) -> Text? = try Self.function(
      "TessBaseAPIGetUTF8Text", library)
    guard let text = read(handle) else { return [] }
    let delete: @convention(c) (Text) -> Void = try Self.function("TessDeleteText", library)
    defer { delete(text) }
    return String(cString: text).split(separator: "\n").map(String.init)
  }

  private static func function<Kind>(
    _ name: String, _ library: UnsafeMutableRawPointer
  ) throws -> Kind {
    guard let place = dlsym(library, name) else { throw Complaint.noTesseract }
    return unsafeBitCast(place, to: Kind.self)
  }
}
