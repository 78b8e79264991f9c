import { domainFields, domainLimits as limits, inputOf } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { confirmation, idList, timeoutAlias, updatesOf, urlInput } from "./MonitorInput.ts"

const { checkInterval, name, timeoutSeconds, ...others } = Struct.map(domainFields, inputOf)

/** In the order in which they are checked. */
const settable = Struct.map(
  { name, checkInterval, timeoutSeconds, timeout: timeoutAlias(domainFields.timeoutSeconds), ...others },
  Schema.optionalKey
)

/** The body of `POST /domains`. Defaults are applied by the service. */
export const CreateDomain = Schema.Struct({
  url: urlInput(
    limits.urlLength,
    "The domain to watch: a host name or an http(s) URL with a public name. `https://` is put in front when no scheme is given; user info is refused, query and fragment are dropped.",
    "example.com"
  ),
  ...settable
}).annotate({ identifier: "CreateDomain", title: "CreateDomain", description: "A domain to watch." })
export type CreateDomain = typeof CreateDomain.Type

/** The body of `PATCH /domains/:id`: only the fields that are there change. */
export const UpdateDomain = Schema.Struct(settable).annotate({
  identifier: "UpdateDomain",
  title: "UpdateDomain",
  description: "What to change; only the fields that are there change."
})
export type UpdateDomain = typeof UpdateDomain.Type

const domainIds = idList("domainIds", "domain", limits.bulkIds)

/** The body of `PATCH /domains/bulk`. */
export const BulkUpdateDomains = Schema.Struct({ domainIds, updates: updatesOf(settable, "domain") }).annotate({
  identifier: "BulkUpdateDomains",
  title: "BulkUpdateDomains",
  description: "One change for many domains."
})
export type BulkUpdateDomains = typeof BulkUpdateDomains.Type

/** The body of `DELETE /domains/bulk`. */
export const BulkDeleteDomains = Schema.Struct({ domainIds, confirmation }).annotate({
  identifier: "BulkDeleteDomains",
  title: "BulkDeleteDomains",
  description: "Which domains to delete."
})
export type BulkDeleteDomains = typeof BulkDeleteDomains.Type
