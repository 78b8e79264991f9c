import { described } from "./Described.ts"

const { flag, record, text, textOrNull } = described

/** A fault in the content of a response whose status is fine. */
export const ContentFaultFacts = record(
  "ContentFault",
  "The problem that the content of a response shows although its status is fine.",
  {
    code: text(
      "Class of the fault: `empty`, `application_error`, `suspended`, `parked`, `default_page`, `maintenance`, `coming_soon`, `challenge`, `directory_listing`, `defaced`, `wrong_format` or `another_site`. There may be more in the future.",
      "default_page"
    ),
    family: textOrNull("Product that produces such a page, or null if many products do.", "nginx"),
    line: textOrNull(
      "Words on the page that show the problem. Null if the page has no such words, or if the request has headers, a body or credentials.",
      "Welcome to nginx!"
    ),
    certain: flag("Whether such a page counts as an outage if `contentFaults` is `down`.", false)
  }
)
export type ContentFaultFacts = typeof ContentFaultFacts.Type
