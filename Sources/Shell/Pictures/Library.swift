import CPictures

/// The functions of the libraries that were loaded.
@exclusivity(unchecked) private(set) nonisolated(unsafe) var library = parlor_pictures()

/// A library that draws or decodes. A process loads what its request needs, and a node none of them.
enum Library: CaseIterable {
  /// Lines, surfaces and files of drawings.
  case cairo
  /// Words.
  case pango
  /// Pictures of others.
  case pixbuf

  /// Loads it, so that `library` has its functions.
  ///
  /// - Throws: `Complaint.noLibraries`.
  func load() throws {
    let reason =
      switch self {
      case .cairo: parlor_load_cairo(&library)
      case .pango: parlor_load_pango(&library)
      case .pixbuf: parlor_load_pixbuf(&library)
      }
    if let reason { throw Complaint.noLibraries(String(cString: reason)) }
  }
}
