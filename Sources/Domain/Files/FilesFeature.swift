import Feature
import Schema

extension Feature {
  /// Files that people share (specification section 17).
  public static let files = Feature(
    name: "files", kinds: [FileViews.files.erased],
    shows: [RecordView([.sharedFile], view: FileViews.file)],
    handlers: [
      .command("files/share", FileCommands.share), .command("files/delete", FileCommands.delete),
    ])
}
