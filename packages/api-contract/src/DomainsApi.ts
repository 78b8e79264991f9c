import {
  CheckRecord,
  DnsWatchRecord,
  Domain,
  domainLimits,
  DomainTrial,
  Incident,
  LocationAdvisory,
  Repair,
  Timeline,
  TimelineEvent,
  timelineEventKinds,
  timelineEventLimits,
  TimelineRange
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { monitorInputs } from "./MonitorInput.ts"
import { about, monitorEndpoints } from "./monitorEndpoints.ts"
import { wholeNumber } from "./Query.ts"

const { params, ...endpoints } = monitorEndpoints("domain", {
  record: Domain,
  details: Domain,
  inputs: monitorInputs.domain,
  isHidden: false,
  texts: {
    list: "Returns the domains that the caller can see, newest first.",
    get: "Returns one domain that the caller can see.",
    create: [
      "Monitor a domain",
      "Adds a domain and checks it immediately. The default name is the host name. The default checkInterval is 300 s or the minimum of the plan, whichever is longer. The default timeout is 30 s."
    ],
    remove:
      "Stops monitoring the domain immediately and closes any open incident. The domain's history is not deleted.",
    pause: "Stops the domain's checks and alerts immediately and closes any open incident."
  }
})

const tryNew = HttpApiEndpoint.post("tryNew", "/domains/try", {
  payload: monitorInputs.domain.Create,
  success: ok(DomainTrial),
  error: [BadRequest, Forbidden, PayloadTooLarge, TooManyRequests]
}).annotateMerge(
  about(
    "Try a domain",
    `Checks a domain once with these options and returns the outcome, the expectations and the start of the response. Mon stores nothing. The body is the same as for \`POST /domains\`.`
  )
)

const tryChange = HttpApiEndpoint.post("tryChange", "/domains/:id/try", {
  params,
  payload: monitorInputs.domain.Update,
  success: ok(DomainTrial),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests]
}).annotateMerge(
  about(
    "Try a change to a domain",
    "Checks the domain once as if these fields were changed, and returns the outcome, the expectations and the start of the response. Mon stores nothing. The body is the same as for `PATCH /domains/:id`. `***` stands for the stored value."
  )
)

const incidents = HttpApiEndpoint.get("incidents", "/domains/:id/incidents", {
  params,
  success: ok(Schema.Array(Incident)),
  error: NotFound
}).annotateMerge(
  about("Incidents of a domain", `Returns up to ${domainLimits.incidentsListed} of the domain's newest incidents.`)
)

const history = HttpApiEndpoint.get("history", "/domains/:id/history", {
  params,
  query: {
    hours: wholeNumber("hours", domainLimits.historyHours, "Length of the history. Hours.")
  },
  success: ok(Schema.Array(CheckRecord)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about(
    "Check history of a domain",
    `Returns the checks from the last hours, newest first. The list contains at most ${domainLimits.historyRecords} checks.`
  )
)

const timeline = HttpApiEndpoint.get("timeline", "/domains/:id/timeline", {
  params,
  query: {
    range: Schema.optionalKey(
      TimelineRange.annotate({
        message: messages.timelineRange,
        description: "Length of the timeline. Default: 24h."
      })
    )
  },
  success: ok(Timeline),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about(
    "Timeline of a domain",
    "Returns response times by phase, checks, uptime by day, incidents and gaps, for charts. A bucket covers 15 minutes (24h), an hour (7d, 30d) or a day (90d). Times are Unix seconds. Periods without a check have no bucket."
  )
)

const kinds: ReadonlySet<string> = new Set(timelineEventKinds)
const kindMessage = messages.timelineKind(timelineEventKinds)

const timelineEvents = HttpApiEndpoint.get("timelineEvents", "/domains/:id/timeline/events", {
  params,
  query: {
    limit: wholeNumber("limit", timelineEventLimits.page, "Maximum number of events to return."),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of an event: only older events are returned. For the next page, use the id of the last event on this page.",
        examples: ["1795680000000000.5.17"]
      })
    ),
    kind: Schema.optionalKey(
      Schema.String.annotate({
        message: kindMessage,
        description: `Return only events of these kinds, separated by commas: ${timelineEventKinds.join(", ")}. Default: all.`,
        examples: ["marker,incident_opened"]
      }).check(Schema.makeFilter((value) => value.split(",").every((kind) => kinds.has(kind)) || kindMessage))
    )
  },
  success: ok(Schema.Array(TimelineEvent)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about(
    "Events of a domain",
    `Returns what happened to the domain in the last ${timelineEventLimits.days} days, newest first: incidents with their likely cause, acknowledgements, maintenance windows, markers, edits to the monitor, changes to DNS, the certificate, the registration, redirects, email health and blacklist entries, changes to monitored pages on its host, and sudden shifts in its response times. Page changes are returned only to people who can see URL monitors. A page with fewer events than \`limit\` is the last one.`
  )
)

const advisories = HttpApiEndpoint.get("advisories", "/domains/:id/advisories", {
  params,
  success: ok(Schema.Array(LocationAdvisory)),
  error: NotFound
}).annotateMerge(
  about(
    "Locations that disagree",
    "Returns the locations whose check results contradict the domain's status. Most other locations disagree with them, so their results do not cause incidents or alerts. If all locations agree, the list is empty."
  )
)

const dns = HttpApiEndpoint.get("dns", "/domains/:id/dns", {
  params,
  success: ok(DnsWatchRecord),
  error: NotFound
}).annotateMerge(
  about(
    "DNS of a domain",
    "Returns the domain's watched DNS records, what each of its name servers returns, findings about the delegation, and the confirmed changes. The domain's `dnsWatch` says what is watched."
  )
)

const repairParams = {
  ...params,
  repairId: Schema.String.annotate({
    description: "Id of the repair.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d71"]
  })
}

const verifyRepair = HttpApiEndpoint.post("verifyRepair", "/domains/:id/repairs/:repairId/verify", {
  params: repairParams,
  success: ok(Repair),
  error: [BadRequest, Forbidden, NotFound, TooManyRequests]
}).annotateMerge(
  about(
    "Verify the repair of a certificate or of DNS records",
    "Reports that the certificate is repaired, or that the DNS records are restored. Mon checks this immediately, but at most once a minute for each repair. Certificate: the response does not wait for the check. To see the result of the check, get the domain's repairs. A domain whose requests may change something is only checked at its normal interval. Once a location has seen a valid certificate, the other locations check it, too. DNS records: the response has the answers of the name servers and resolvers. To verify a repair of email health, use its own endpoint."
  )
)

const dismissRepair = HttpApiEndpoint.post("dismissRepair", "/domains/:id/repairs/:repairId/dismiss", {
  params: repairParams,
  success: ok(Repair),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Dismiss the repair of DNS records",
    "Reports that the change to the DNS records was intended. Mon then stops tracking the repair. If the records change again, a new repair may begin. Repairs of other kinds cannot be dismissed."
  )
)

export class DomainsApi extends HttpApiGroup.make("domains")
  .add(
    endpoints.list,
    endpoints.create,
    tryNew,
    endpoints.bulkUpdate,
    endpoints.bulkRemove,
    endpoints.get,
    endpoints.update,
    tryChange,
    endpoints.remove,
    endpoints.pause,
    endpoints.resume,
    incidents,
    history,
    timeline,
    timelineEvents,
    advisories,
    dns,
    verifyRepair,
    dismissRepair,
    endpoints.setTags
  )
  .annotateMerge(OpenApi.annotations({ title: "Domains", description: "Monitoring of domains." })) {}
