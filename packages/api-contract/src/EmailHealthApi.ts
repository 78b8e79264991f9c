import { domainLimits, Repair, repairLimits, repairStates } from "@mon/model"
import { BadRequest, NotFound, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import * as Schema from "effect/Schema"
import { CheckEmailHealth } from "./EmailHealthInput.ts"
import { EmailHealthRecord } from "./EmailHealthRecord.ts"
import { EmailHealthPoint, EmailHealthStanding } from "./EmailHealthStandings.ts"
import { EmailHealthVerification } from "./EmailHealthVerification.ts"
import { CheckEmailMessage } from "./EmailMessageInput.ts"
import { EmailMessageRecord } from "./EmailMessageRecord.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { trueOrFalse, wholeNumber } from "./Query.ts"

const cached =
  "Mon caches a report for one hour, or for one minute if the report is incomplete. A cached report has `cached: true`. Use `fresh` to request a new check."

const monitored =
  "For a monitored domain, Mon also connects to its mail hosts and checks STARTTLS, at most once every ten minutes per host."

const check = HttpApiEndpoint.post("check", "/email-health", {
  payload: CheckEmailHealth,
  success: ok(EmailHealthRecord),
  error: [BadRequest, PayloadTooLarge, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health of any domain",
    description: `Checks a domain's MX, SPF, DKIM (50 common selectors) and DMARC records, and whether it is on blacklists. The report contains the DNS records that fix the problems. ${monitored} ${cached}`
  })
)

const list = HttpApiEndpoint.get("list", "/email-health", {
  success: ok(Schema.Array(EmailHealthStanding))
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health of all domains",
    description:
      "Returns the newest email health result of each monitored domain that the caller can see, without running a new check. The newest domain comes first."
  })
)

const domainId = {
  id: Schema.String.annotate({ description: "Id of the domain.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"] })
}

const history = HttpApiEndpoint.get("history", "/domains/:id/email-health/history", {
  params: domainId,
  query: { limit: wholeNumber("limit", domainLimits.emailHealthResults, "Maximum number of results to return.") },
  success: ok(Schema.Array(EmailHealthPoint)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health history of a domain",
    description: "Returns the stored email health results of a monitored domain, newest first."
  })
)

const reportsReviewed = trueOrFalse(
  "reportsReviewed",
  "Whether you have read the DMARC reports, so that the repair plan may propose a stricter policy.",
  false
)

const ofDomain = HttpApiEndpoint.post("ofDomain", "/domains/:id/email-health", {
  params: domainId,
  query: {
    fresh: trueOrFalse("fresh", "Whether to run a new check instead of returning a cached report.", false),
    reportsReviewed
  },
  success: ok(EmailHealthRecord),
  error: [BadRequest, NotFound, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Email health of a monitored domain",
    description: `Checks the email health of a monitored domain that the caller can see. If the result is newer than the stored one, Mon stores it as the domain's latest result and in the domain's history. The check also covers the domain's \`dkimSelectors\`, and DKIM selectors found in messages that were checked. ${monitored} ${cached}`
  })
)

const verify = HttpApiEndpoint.post("verify", "/domains/:id/email-health/verify", {
  params: domainId,
  query: { reportsReviewed },
  success: ok(EmailHealthVerification),
  error: [BadRequest, NotFound, TooManyRequests, Unavailable]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Verify the repair of a domain",
    description:
      "Queries each of the zone's name servers and the service's resolver to see whether they have the records in the repair plan. Call this after you publish records. The plan is the one in the cached report. If all records are verified, Mon runs a new check, and `worth` says what the repair was worth. The results update the state of the domain's repairs. You can call this at most once a minute per domain."
  })
)

const repairs = HttpApiEndpoint.get("repairs", "/domains/:id/repairs", {
  params: domainId,
  query: {
    limit: wholeNumber("limit", repairLimits.listed, "Maximum number of repairs to return."),
    state: Schema.optionalKey(
      Schema.Literals(repairStates).annotate({
        message: messages.repairState(repairStates),
        description: "Return only repairs in this state. Default: all."
      })
    ),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of a repair: only older repairs are returned. For the next page, use the id of the last repair on this page.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71"]
      })
    )
  },
  success: ok(Schema.Array(Repair)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Repairs of a domain",
    description:
      "Returns the repairs of problems that email health checks found, of certificates that were not valid, and of DNS records that changed. A repair says when the problem was found, when the fix was seen and verified on every server or from every location, when the repair was closed, and how much the score improved. Newest first. A page with fewer repairs than `limit` is the last one."
  })
)

const message = HttpApiEndpoint.post("message", "/email-health/message", {
  payload: CheckEmailMessage,
  success: ok(EmailMessageRecord),
  error: [BadRequest, PayloadTooLarge]
}).annotateMerge(
  OpenApi.annotations({
    summary: "Verdict on a received message",
    description:
      "Verifies SPF, DKIM, DMARC and ARC of one message, and checks one-click unsubscribe (RFC 8058), headers and content. Without `clientIp`, SPF is not checked. Mon does not store the message. For monitored domains that the caller may change, Mon remembers the DKIM selectors that their messages are signed with, so that email health checks can check their keys. The request body is at most 1 MiB."
  })
)

export class EmailHealthApi extends HttpApiGroup.make("emailHealth")
  .add(check, list, ofDomain, verify, history, repairs, message)
  .annotateMerge(
    OpenApi.annotations({
      title: "Email health",
      description:
        "Checks of a domain's MX, SPF, DKIM and DMARC records and blacklist entries, and checks of received messages."
    })
  ) {}
