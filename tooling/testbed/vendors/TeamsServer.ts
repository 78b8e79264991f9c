import {
  at,
  entries,
  isJson,
  jsonReply,
  retryAfter,
  startVendor,
  textReply,
  textWithin,
  unless
} from "./VendorServer.ts"
import type { VendorServer } from "./VendorServer.ts"

const checkElement = (element: unknown): ReadonlyArray<string> => [
  ...unless(at(element, "type") === "RichTextBlock", "only plain text runs are expected"),
  ...entries(at(element, "inlines")).flatMap((run) => textWithin(at(run, "text"), 20_000, "run", 0))
]

const checkAction = (action: unknown): ReadonlyArray<string> => [
  ...unless(at(action, "type") === "Action.OpenUrl", "unknown action"),
  ...textWithin(at(action, "title"), 100, "title of a button"),
  ...unless(/^https?:\/\//u.test(String(at(action, "url"))), "a button needs a URL")
]

/** Starts a server that accepts messages like a flow of the Workflows app in Microsoft Teams. */
export const startTeams = (): Promise<VendorServer> =>
  startVendor({
    check: (request) => {
      const [attachment] = entries(request.json?.["attachments"])
      const card = at(attachment, "content")
      return [
        ...unless(request.method === "POST", "must be POST"),
        ...unless(request.url.pathname.endsWith("/triggers/manual/paths/invoke"), "unknown path"),
        ...unless(request.url.searchParams.has("sig"), "no signature"),
        ...isJson(request),
        ...unless(request.json?.["type"] === "message", "type must be message"),
        ...unless(
          at(attachment, "contentType") === "application/vnd.microsoft.card.adaptive" &&
            at(card, "type") === "AdaptiveCard",
          "no adaptive card"
        ),
        ...unless(request.bytes <= 28 * 1024, "at most 28 KB"),
        ...unless(entries(at(card, "body")).length > 0, "an empty card"),
        ...entries(at(card, "body")).flatMap(checkElement),
        ...entries(at(card, "actions")).flatMap(checkAction)
      ]
    },
    accept: () => textReply(202, ""),
    refuse: (status, wait, problems) =>
      jsonReply(
        status,
        { error: { code: status === 404 ? "WorkflowNotFound" : "Failed", message: problems.join(", ") || "refused" } },
        retryAfter(wait)
      )
  })
