import { CheckRecord, Domain, domainLimits, Incident, LocationAdvisory } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { BulkDeleteDomains, BulkUpdateDomains, CreateDomain, UpdateDomain } from "./DomainInput.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { pageQuery } from "./PageQuery.ts"
import { wholeNumber } from "./Query.ts"
import { AssignTags } from "./TagInput.ts"
import { BulkDeleted, BulkUpdated, Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({ description: "Id of the domain.", examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"] })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/domains", {
  query: pageQuery(domainLimits.pageSize),
  success: paged(Domain),
  error: BadRequest
}).annotateMerge(about("List domains", "The domains that the caller can see, newest first."))

const get = HttpApiEndpoint.get("get", "/domains/:id", {
  params,
  success: ok(Domain),
  error: NotFound
}).annotateMerge(about("One domain", "One domain that the caller can see."))

const create = HttpApiEndpoint.post("create", "/domains", {
  payload: CreateDomain,
  success: created(Domain),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Watch a domain",
    "Adds a domain, which is checked at once. Defaults: the host name as name, 300 s or the plan's minimum as checkInterval, 30 s as timeout."
  )
)

const update = HttpApiEndpoint.patch("update", "/domains/:id", {
  params,
  payload: UpdateDomain,
  success: ok(Domain),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(about("Change a domain", "Changes the fields that are given."))

const remove = HttpApiEndpoint.delete("remove", "/domains/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a domain", "Stops watching it at once; its history stays, an open incident is closed."))

const pause = HttpApiEndpoint.post("pause", "/domains/:id/pause", {
  params,
  success: ok(Domain),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Pause a domain", "Stops checks and alerts at once and closes an open incident."))

const resume = HttpApiEndpoint.post("resume", "/domains/:id/resume", {
  params,
  success: ok(Domain),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Resume a domain", "Starts checks again; the state is `unknown` until the first one is done."))

const incidents = HttpApiEndpoint.get("incidents", "/domains/:id/incidents", {
  params,
  success: ok(Schema.Array(Incident)),
  error: NotFound
}).annotateMerge(about("Incidents of a domain", `The newest incidents, at most ${domainLimits.incidentsListed}.`))

const history = HttpApiEndpoint.get("history", "/domains/:id/history", {
  params,
  query: {
    hours: wholeNumber("hours", domainLimits.historyHours, "How far back. Hours.")
  },
  success: ok(Schema.Array(CheckRecord)),
  error: [BadRequest, NotFound]
}).annotateMerge(
  about(
    "Check history of a domain",
    `The checks of the last hours, newest first, at most ${domainLimits.historyRecords}.`
  )
)

const advisories = HttpApiEndpoint.get("advisories", "/domains/:id/advisories", {
  params,
  success: ok(Schema.Array(LocationAdvisory)),
  error: NotFound
}).annotateMerge(
  about(
    "What a minority of locations sees",
    "Locations whose checks contradict the status of the domain and were outvoted: no incident, nobody is alerted. Empty where all agree."
  )
)

const bulkUpdate = HttpApiEndpoint.patch("bulkUpdate", "/domains/bulk", {
  payload: BulkUpdateDomains,
  success: ok(BulkUpdated),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change many domains",
    `Makes the same change in each, in chunks of ${domainLimits.bulkChunk}; those that could not be changed are listed in \`errors\`.`
  )
)

const bulkRemove = HttpApiEndpoint.delete("bulkRemove", "/domains/bulk", {
  payload: BulkDeleteDomains,
  success: ok(BulkDeleted),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(about("Delete many domains", "Deletes each; those that could not be deleted are listed in `errors`."))

const setTags = HttpApiEndpoint.put("setTags", "/domains/:id/tags", {
  params,
  payload: AssignTags,
  success: ok(Domain),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(about("Tag a domain", "Replaces all its tags; an empty array removes all."))

/** Domain monitors. */
export class DomainsApi extends HttpApiGroup.make("domains")
  .add(
    list,
    create,
    bulkUpdate,
    bulkRemove,
    get,
    update,
    remove,
    pause,
    resume,
    incidents,
    history,
    advisories,
    setTags
  )
  .annotateMerge(OpenApi.annotations({ title: "Domains", description: "Domains that are watched." })) {}
