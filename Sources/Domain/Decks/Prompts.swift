import DeckSchema
import Feature
import Schema

/// Questions and whether what was typed so far answers them, for every surface alike (rows D-06, D-11 to D-13, D-18, D-19, D-27,
/// D-28).
enum Prompts {
  static func view(_ prompt: Prompt, _ home: any Snapshot) throws -> PromptView {
    var view = question(prompt.kind)
    guard !view.fields.isEmpty else {
      throw Refused(.invalid, "There is no such question: ask for a library, lands or a card.")
    }
    guard prompt.fields.count <= view.fields.count else {
      throw Refused(.invalid, "The question has \(view.fields.count) fields: leave the others out.")
    }
    view.reason = reason(prompt, fields: view.fields.count)
    view.enabled = view.reason.isEmpty
    return view
  }

  /// Returns the reason why the button cannot be pressed; empty where it can.
  private static func reason(_ prompt: Prompt, fields: Int) -> String {
    let missing = fields - prompt.fields.count
    do {
      for text in prompt.fields + Array(repeating: "", count: missing) {
        switch prompt.kind {
        case .lands: _ = try DeckRules.lands(typed: text)
        case .card: _ = try CardName.checked(text)
        default: _ = try DeckRules.name(text)
        }
      }
      return ""
    } catch let refused as Refused {
      return refused.refusal.message
    } catch {
      return "\(error)"
    }
  }

  private static func question(_ kind: PromptKind) -> PromptView {
    .with {
      switch kind {
      case .library:
        $0.text = "What is the library called? It cannot be created without a name."
        ($0.fields, $0.button) = (["Name"], "Create")
      case .lands:
        $0.text = "How many basic lands of each type?"
        ($0.fields, $0.button) = (DeckRules.askedLands, "Add Lands")
      case .card:
        $0.text = "Which card do you have?"
        ($0.fields, $0.button) = (["Name"], "Add Card")
      default: break
      }
    }
  }
}
