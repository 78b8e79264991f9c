import { StatusPage, statusPageHostLimits } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the status page.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d76"]
  })
}

const OWNER = "Only the account owner and admins can do this."
const about = (summary: string, description: string) =>
  OpenApi.annotations({ summary, description: `${description} ${OWNER}` })

/**
 * The maximum length of a host name in a request, in characters, which leaves room for host names with non-ASCII
 * letters.
 */
const TEXT_LENGTH = 1_000

/** The body of `PUT /status-pages/:id/host`. */
export const SetStatusHost = Schema.Struct({
  hostname: Schema.String.annotate({
    message: messages.statusHostMissing,
    description:
      "A host name in your domain, such as `status.example.com`. It cannot contain a port or be an IP address, a wildcard, a public suffix, a reserved name or one of the service's own names.",
    examples: ["status.example.com"]
  })
    .check(Schema.isMaxLength(TEXT_LENGTH, { message: messages.statusHost.name }))
    .pipe(Schema.annotateKey({ messageMissingKey: messages.statusHostMissing }))
}).annotate({
  identifier: "SetStatusHost",
  title: "SetStatusHost",
  description: "A custom host name for a status page."
})
export type SetStatusHost = typeof SetStatusHost.Type

const set = HttpApiEndpoint.put("set", "/status-pages/:id/host", {
  params,
  payload: SetStatusHost,
  success: ok(StatusPage),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(
  about(
    "Set a status page's custom host name",
    "Sets or changes the page's custom host name. `host.records` says what to publish in DNS. Readers can open the page there as soon as the TXT record is found."
  )
)

const remove = HttpApiEndpoint.delete("remove", "/status-pages/:id/host", {
  params,
  success: ok(StatusPage),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about(
    "Remove a status page's custom host name",
    "From now on, readers can open the page only at the service's own address."
  )
)

const check = HttpApiEndpoint.post("check", "/status-pages/:id/host/check", {
  params,
  success: ok(StatusPage),
  error: [Forbidden, NotFound, TooManyRequests, Unavailable]
}).annotateMerge(
  about(
    "Check a status page's custom host name now",
    `Queries the TXT record and the addresses of the host name, at most once every ${statusPageHostLimits.checkSeconds} s. Mon also does this every day, and every 10 minutes on the first day.`
  )
)

export class StatusHostsApi extends HttpApiGroup.make("statusHosts")
  .add(set, remove, check)
  .annotateMerge(
    OpenApi.annotations({
      title: "Custom host names of status pages",
      description: "Host names such as status.example.com where readers can open a status page."
    })
  ) {}
