import Crypto
import FoundationEssentials

/// The cutting of a blob into chunks of 32 KiB, the last one shorter. Each has a hash, so that it can be checked before it is kept.
public enum BlobChunking {
  /// Returns the number of chunks of a blob of `size` bytes.
  public static func count(of size: UInt64) -> Int {
    let (whole, rest) = Int(clamping: size).quotientAndRemainder(dividingBy: Limits.blobChunk)
    return rest > 0 ? whole + 1 : whole
  }

  /// The length of a chunk of a blob of `size` bytes.
  public static func length(of chunk: Int, size: UInt64) -> Int {
    min(Limits.blobChunk, Int(clamping: size) - chunk * Limits.blobChunk)
  }

  /// The chunks of bytes.
  public static func chunks(of content: Data) -> [Data] {
    stride(from: 0, to: content.count, by: Limits.blobChunk).map { start in
      content.dropFirst(start).prefix(Limits.blobChunk)
    }
  }

  /// The hashes of chunks, 32 bytes each.
  public static func hashes(of chunks: [Data]) -> Data {
    chunks.reduce(into: Data()) { $0.append(contentsOf: SHA256.hash(data: $1)) }
  }

  /// Whether bytes are a certain chunk of a blob of `size` bytes whose chunks have these hashes.
  public static func isChunk(
    _ bytes: Data, number: Int, size: UInt64, hashes: Data
  ) -> Bool {
    guard number >= 0, number < count(of: size), hashes.count == 32 * count(of: size),
      bytes.count == length(of: number, size: size)
    else { return false }
    return hashes.dropFirst(32 * number).prefix(32).elementsEqual(SHA256.hash(data: bytes))
  }
}
