import { statusPageLimits, StatusAudience, StatusPageAccess, StatusSubscriber, SubscriberState } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "./EffectHttp.ts"
import { ok, paged } from "./Envelope.ts"
import { Deleted } from "./Outcome.ts"
import { pageQuery } from "./PageQuery.ts"

const id = (of: string, example: string) => Schema.String.annotate({ description: of, examples: [example] })

const ofPage = { id: id("Id of the status page.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76") }
const ofSubscriber = { ...ofPage, subscriberId: id("Id of the subscriber.", "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d7a") }

const OWNER = "Only the account owner and admins can do this."
const about = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `${description} ${OWNER}` })

const list = HttpApiEndpoint.get("list", "/status-pages/:id/subscribers", {
  params: ofPage,
  query: {
    ...pageQuery(statusPageLimits.pageSize),
    state: Schema.optionalKey(
      SubscriberState.annotate({
        message: `state must be one of: ${SubscriberState.literals.join(", ")}.`,
        description: "Only subscribers in this state."
      })
    )
  },
  success: paged(StatusSubscriber),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(about("List subscribers", "Returns the subscribers of a status page, newest first."))

const audience = HttpApiEndpoint.get("audience", "/status-pages/:id/audience", {
  params: ofPage,
  query: {
    componentIds: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Ids of the components that the post affects, separated by commas. Default: none, which counts all subscribers.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    ),
    access: Schema.optionalKey(
      StatusPageAccess.annotate({
        message: `access must be one of: ${StatusPageAccess.literals.join(", ")}.`,
        description:
          "Counts as if the page had this access setting. `password` means a new password. Default: the page's own setting.",
        examples: ["email_domains"]
      })
    ),
    emailDomains: Schema.optionalKey(
      Schema.String.annotate({
        description: "With `access=email_domains`: the domains, separated by commas.",
        examples: ["example.com,example.org"]
      })
    )
  },
  success: ok(StatusAudience),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Count who would be notified",
    "Returns how many subscribers a post would notify, including after a change to the access setting. Nobody is notified."
  )
)

const download = HttpApiEndpoint.get("download", "/status-pages/:id/subscribers/export", {
  params: ofPage,
  success: Schema.String.annotate({
    description:
      "CSV file with a header row (RFC 4180, UTF-8, CRLF line ends), oldest first. If a spreadsheet program could read text as a formula, Mon puts an apostrophe in front of it."
  }).pipe(HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })),
  error: [Forbidden, NotFound]
}).annotateMerge(about("A CSV of subscribers", "Downloads all subscribers of a status page. The response is not JSON."))

const remove = HttpApiEndpoint.delete("remove", "/status-pages/:id/subscribers/:subscriberId", {
  params: ofSubscriber,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Remove a subscriber", "Deletes a subscriber without notifying them. The address can subscribe again.")
)

export class StatusSubscribersApi extends HttpApiGroup.make("statusSubscribers")
  .add(list, audience, download, remove)
  .annotateMerge(
    OpenApi.annotations({
      title: "Subscribers of status pages",
      description: "People and programs that are notified of posts on a status page."
    })
  ) {}
