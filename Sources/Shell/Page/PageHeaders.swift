import HTTPTypes

/// The headers of every answer that the page's server gives to the browser.
enum PageHeaders {
  /// Nothing but the page's own files is loaded, and no text becomes markup. A worker's address is the only thing that needs
  /// a trusted type.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
    "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'none'",
    "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'",
    "trusted-types parlor-worker",
  ].joined(separator: "; ")

  /// Adds them; what an answer has said about its caching stays.
  ///
  /// - Parameter isForeign: the bytes are somebody else's, and never a document of ours.
  static func add(to fields: inout HTTPFields, isForeign: Bool) {
    fields[.contentSecurityPolicy] = isForeign ? "sandbox" : policy
    if isForeign { fields[.contentDisposition] = "attachment" }
    fields[.xContentTypeOptions] = "nosniff"
    fields[.referrerPolicy] = "no-referrer"
    fields[.openerPolicy] = "same-origin"
    fields[.resourcePolicy] = "same-origin"
    fields[.embedderPolicy] = "require-corp"
    if fields[.cacheControl] == nil { fields[.cacheControl] = "no-store" }
  }
}
