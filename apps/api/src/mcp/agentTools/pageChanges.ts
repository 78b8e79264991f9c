import { defineTool, listOfRecords, presenter } from "../defineTool.ts"
import { fieldsOf } from "../input.ts"

export const pageChanges = defineTool({
  name: "page_changes",
  title: "Changes to a page",
  description:
    "Lists the changes that a URL monitor found on its page, newest first, with the start of each diff. Pass `next` from a response as `before` to get older ones.",
  endpoints: ["urls.changes"],
  input: () => fieldsOf("urls.changes", ["id", "limit", "before"]),
  answer: listOfRecords(
    "changes",
    presenter({
      endpoint: "urls.changes",
      fields: [
        "id",
        "urlId",
        "detectedAt",
        "changeCount",
        "addedLines",
        "removedLines",
        "similarity",
        "isSeen",
        "summary",
        "diff"
      ]
    }),
    20
  )
})
