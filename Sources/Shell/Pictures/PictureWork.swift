import CConfinement
import Glibc

/// The work on pictures, which what `PictureFilter` starts does in a process of its own.
///
/// Pictures come from others: a failure in here ends that process and nothing else.
public enum PictureWork {
  /// Carries out a request, from standard input to standard output, and ends this process.
  ///
  /// Nothing else may have begun in this process, which gives up its rights before it reads anything.
  /// - Parameter words: the request, as the sentence about the use says.
  public static func run(_ words: [String]) -> Never {
    // The name that a system monitor shows.
    parlor_call_process("parlor-picture")
    do {
      var words = words
      // As on a kernel without landlock; for tests.
      let isSealed = words.last == "sealed"
      if isSealed { words.removeLast() }
      let request = try Request(words)
      // As libraries of a program are loaded: before anything is read.
      for needed in request.libraries { try needed.load() }
      let hasFolders = try Confinement.begin(namingFolders: !isSealed)
      let answer = try request.answer(sealing: !hasFolders)
      guard Stream.write(answer, to: STDOUT_FILENO) else { throw Complaint.unwritable(errno) }
      exit(0)
    } catch {
      Stream.complain("\(error)")
      exit(1)
    }
  }
}
