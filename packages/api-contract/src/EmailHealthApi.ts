import { BadRequest, NotFound, PayloadTooLarge, Unavailable } from "./ApiError.ts"
import * as Schema from "effect/Schema"
import { CheckEmailHealth } from "./EmailHealthInput.ts"
import { EmailHealthRecord } from "./EmailHealthRecord.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { trueOrFalse } from "./Query.ts"

const cached =
  "A report is cached for an hour, an incomplete one for a minute, and then has `cached: true`; `fresh` makes a new one."

const check = HttpApiEndpoint.post("check", "/email-health", {
  payload: CheckEmailHealth,
  success: ok(EmailHealthRecord),
  error: [BadRequest, PayloadTooLarge, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health of any domain",
    description: `Checks MX, SPF, DKIM (50 common selectors), DMARC and blacklists of a domain, and shows the records that fix what is wrong. ${cached}`
  })
)

const ofDomain = HttpApiEndpoint.post("ofDomain", "/domains/:id/email-health", {
  params: {
    id: Schema.String.annotate({ description: "Id of the domain.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"] })
  },
  query: { fresh: trueOrFalse("fresh", "Makes a new check instead of using a cached report.", false) },
  success: ok(EmailHealthRecord),
  error: [BadRequest, NotFound, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health of a watched domain",
    description: `The same for a domain that the caller can see; a newer result than the last one becomes part of its record and history. ${cached}`
  })
)

/** Email health. */
export class EmailHealthApi extends HttpApiGroup.make("emailHealth")
  .add(check, ofDomain)
  .annotateMerge(
    OpenApi.annotations({ title: "Email health", description: "MX, SPF, DKIM, DMARC and blacklists of a domain." })
  ) {}
