import Feature
import FoundationEssentials
import Identifiers
import Schema
import Store
import Wire

extension Writers {
  /// Returns the writers that this means in a room of a kind: in the lobby, where anybody may write, members means the creator alone.
  func inside(_ room: RoomKind) -> Writers { self == .members && room == .lobby ? .creator : self }
}

extension AnyKind {
  /// The refusal to delete a permanent record, with the remedy that ends what it is about.
  ///
  /// - Parameter doing: what cannot be done for that reason, up to a colon; empty for the deletion itself.
  func permanence(_ doing: String = "") -> Refused {
    Refused(
      .notNow,
      "\(doing)\(Count.withArticle(noun, isFirst: doing.isEmpty)) cannot be deleted.",
      rules.ending.map { Remedy($0) })
  }

  /// The blobs that a body points at: ids and sizes in bytes. References that cannot be right are left out.
  func validBlobs(in body: Data) -> [(id: BlobID, size: UInt64)] {
    (blobs?(body) ?? []).prefix(Limits.blobsPerRecord).compactMap { reference in
      guard let id = BlobID(reference.blob), (1...UInt64(Limits.blob)).contains(reference.size)
      else { return nil }
      return (id, reference.size)
    }
  }
}

extension Registry {
  /// A record as one line, for lists and links (row C-23).
  func title(of record: StoredRecord) -> String { title(record.body, kind: record.kind) }

  /// The same for a body.
  func title(_ body: Data, kind: RecordKind) -> String {
    Text.preview(self.kind(kind)?.title(body) ?? "something", characters: 60)
  }
}
