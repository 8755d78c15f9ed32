import Glibc

// What a picture holds comes from others: whatever goes wrong in here ends this program and nothing else.
do {
  var words = Array(CommandLine.arguments.dropFirst())
  // As on a kernel without landlock; for tests.
  let isSealed = words.last == "sealed"
  if isSealed { words.removeLast() }
  let hasFolders = try Confinement.begin(namingFolders: !isSealed)
  try write(Request(words).answer(sealing: !hasFolders))
} catch {
  complain("\(error)")
  exit(1)
}

/// Writes to standard output.
func write(_ bytes: [UInt8]) throws {
  guard Stream.write(bytes, to: STDOUT_FILENO) else { throw Complaint.unwritable(errno) }
}

/// Says a sentence on standard error.
func complain(_ sentence: String) {
  _ = Stream.write(Array((sentence + "\n").utf8), to: STDERR_FILENO)
}
