import Chat
import Files
import Foundation
import Schema
import Store
import Wire

/// A record as one line, for where it is pointed at (row C-23).
enum RecordTitle {
  static func title(of record: StoredRecord) -> String {
    let title: String? =
      switch RecordKind(rawValue: Int(record.kind)) {
      case .chatMessage: try? Coding.decode(ChatMessage.self, from: record.body).text
      case .introduction: try? Coding.decode(Introduction.self, from: record.body).name
      case .sharedFile:
        FileRules.name((try? Coding.decode(SharedFile.self, from: record.body).name) ?? "")
      case .event, .readOnlyEvent: try? Coding.decode(Schema.Event.self, from: record.body).name
      case .toDo, .readOnlyToDo, .keptToDo: try? Coding.decode(ToDo.self, from: record.body).text
      case .budgetLine, .readOnlyBudgetLine:
        try? Coding.decode(BudgetLine.self, from: record.body).text
      case .eventPicture, .readOnlyPicture:
        "a picture " + ((try? Coding.decode(EventPicture.self, from: record.body).source) ?? "")
      case .roomCard: try? Coding.decode(RoomCard.self, from: record.body).name
      default: nil
      }
    return ChatRules.preview(title ?? "something", characters: 60)
  }
}
