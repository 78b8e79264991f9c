import { inputOf, urlFields, urlLimits as limits } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { confirmation, idList, timeoutAlias, updatesOf, urlInput } from "./MonitorInput.ts"

const { checkInterval, name, timeoutSeconds, ...others } = Struct.map(urlFields, inputOf)

/** In the order in which they are checked. */
const settable = Struct.map(
  { name, checkInterval, timeoutSeconds, timeout: timeoutAlias(urlFields.timeoutSeconds), ...others },
  Schema.optionalKey
)

/** The body of `POST /urls`. Defaults are applied by the service. */
export const CreateUrl = Schema.Struct({
  url: urlInput(
    limits.urlLength,
    "The page to monitor: a host name or an http(s) URL with a public host name. If the scheme is missing, Mon adds `https://`. A URL with a user name or password is rejected. Mon removes the fragment.",
    "https://example.com/pricing"
  ),
  ...settable
}).annotate({ identifier: "CreateUrl", title: "CreateUrl", description: "A page to monitor." })
export type CreateUrl = typeof CreateUrl.Type

/** The body of `PATCH /urls/:id`: only the fields that are there change. */
export const UpdateUrl = Schema.Struct(settable).annotate({
  identifier: "UpdateUrl",
  title: "UpdateUrl",
  description: "The fields to change. Fields that are absent stay unchanged."
})
export type UpdateUrl = typeof UpdateUrl.Type

const urlIds = idList("urlIds", "URL", limits.bulkIds)

/** The body of `PATCH /urls/bulk`. */
export const BulkUpdateUrls = Schema.Struct({ urlIds, updates: updatesOf(settable, "URL monitor") }).annotate({
  identifier: "BulkUpdateUrls",
  title: "BulkUpdateUrls",
  description: "A change to apply to several URL monitors."
})
export type BulkUpdateUrls = typeof BulkUpdateUrls.Type

/** The body of `DELETE /urls/bulk`. */
export const BulkDeleteUrls = Schema.Struct({ urlIds, confirmation }).annotate({
  identifier: "BulkDeleteUrls",
  title: "BulkDeleteUrls",
  description: "The URL monitors to delete."
})
export type BulkDeleteUrls = typeof BulkDeleteUrls.Type
