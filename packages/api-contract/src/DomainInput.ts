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
    "The domain to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the query and the fragment.",
    "example.com"
  ),
  ...settable
}).annotate({ identifier: "CreateDomain", title: "CreateDomain", description: "A domain to monitor." })
export type CreateDomain = typeof CreateDomain.Type

/** The body of `PATCH /domains/:id`: only the fields that are there change. */
export const UpdateDomain = Schema.Struct(settable).annotate({
  identifier: "UpdateDomain",
  title: "UpdateDomain",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateDomain = typeof UpdateDomain.Type

const domainIds = idList("domainIds", "domain", limits.bulkIds)

/** The body of `PATCH /domains/bulk`. */
export const BulkUpdateDomains = Schema.Struct({ domainIds, updates: updatesOf(settable, "domain") }).annotate({
  identifier: "BulkUpdateDomains",
  title: "BulkUpdateDomains",
  description: "A change to apply to several domains."
})
export type BulkUpdateDomains = typeof BulkUpdateDomains.Type

/** The body of `DELETE /domains/bulk`. */
export const BulkDeleteDomains = Schema.Struct({ domainIds, confirmation }).annotate({
  identifier: "BulkDeleteDomains",
  title: "BulkDeleteDomains",
  description: "The domains to delete."
})
export type BulkDeleteDomains = typeof BulkDeleteDomains.Type
