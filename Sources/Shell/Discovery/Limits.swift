/// The limits for the output of `parlor-discovery`, which passes on the announcements of strangers.
package enum Limits {
  /// One line, in octets; a longer one is skipped.
  package static let lineOctets = 16 * 1024
  /// Lines in one second; further ones wait in the pipe.
  package static let linesPerSecond = 500
  /// The malformed lines after which the program is restarted.
  package static let senselessLines = 100
  /// Instances known at one time.
  package static let instances = 256
  /// Addresses of one instance.
  package static let addresses = 16
  /// An instance name, in octets (one DNS label).
  package static let instanceOctets = 63
  /// A node id prefix, in characters: a whole id is 52.
  package static let prefixCharacters = 52
  /// A sentence for people, in characters.
  package static let sentenceCharacters = 512
  /// A name that is wanted, in octets, before the program shortens it to a label.
  package static let nameOctets = 1024
  /// TXT pairs that are handed on, and the octets of each.
  package static let pairs = 16
  package static let pairOctets = 255
  /// Commands that the program has not read yet, in octets.
  package static let unreadOctets = 64 * 1024
  /// An announcement of a home of this machine, in octets.
  package static let announcementOctets = 512
  /// Announcements that are read in one second; what comes beyond is dropped by the system.
  package static let announcementsPerSecond = 100
}
