import Glibc

// What a picture holds comes from others: whatever goes wrong in here ends this program and nothing else.
Confinement.begin()
do {
  try write(Request(Array(CommandLine.arguments.dropFirst())).answer())
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
