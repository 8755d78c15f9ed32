import Glibc
import Neighbours

guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
  let usage = """
    parlor-discovery is started by 'parlor daemon' and is not for use by hand.
    usage: parlor-discovery _TYPE._tcp NAME PORT [KEY=VALUE ...]

    """
  _ = usage.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(2)
}
setenv("AVAHI_COMPAT_NOWARN", "1", 1)
ZeroedMemory.install()
Program(arguments).run()
