import { CheckedUrl, UrlChange, urlLimits, UrlMonitor, UrlScreenshot } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { created, ok, paged } from "./Envelope.ts"
import { pageQuery } from "./PageQuery.ts"
import { wholeNumber } from "./Query.ts"
import { AssignTags } from "./TagInput.ts"
import { BulkDeleteUrls, BulkUpdateUrls, CreateUrl, UpdateUrl } from "./UrlInput.ts"
import { BulkDeleted, BulkUpdated, Deleted } from "./Outcome.ts"

const params = {
  id: Schema.String.annotate({
    description: "Id of the URL monitor.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/urls", {
  query: pageQuery(urlLimits.pageSize),
  success: paged(UrlMonitor),
  error: [BadRequest, Forbidden]
}).annotateMerge(about("List URL monitors", "The URL monitors of the account, newest first."))

const get = HttpApiEndpoint.get("get", "/urls/:id", {
  params,
  success: ok(UrlMonitor),
  error: [Forbidden, NotFound]
}).annotateMerge(about("One URL monitor", "One URL monitor of the account."))

const create = HttpApiEndpoint.post("create", "/urls", {
  payload: CreateUrl,
  success: created(UrlMonitor),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Watch a page",
    "Adds a URL monitor, which is checked at once; that check is what later ones are compared with. Defaults: host and path as name, 86400 s as checkInterval, 30 s as timeoutSeconds, screenshots after 2000 ms."
  )
)

const update = HttpApiEndpoint.patch("update", "/urls/:id", {
  params,
  payload: UpdateUrl,
  success: ok(UrlMonitor),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(about("Change a URL monitor", "Changes the fields that are given."))

const remove = HttpApiEndpoint.delete("remove", "/urls/:id", {
  params,
  success: ok(Deleted),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Delete a URL monitor", "Stops watching it at once."))

const pause = HttpApiEndpoint.post("pause", "/urls/:id/pause", {
  params,
  success: ok(UrlMonitor),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Pause a URL monitor", "Stops its checks at once."))

const resume = HttpApiEndpoint.post("resume", "/urls/:id/resume", {
  params,
  success: ok(UrlMonitor),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Resume a URL monitor", "Starts checks again; the state is `unknown` until the first one is done.")
)

const checkNow = HttpApiEndpoint.post("checkNow", "/urls/:id/check-now", {
  params,
  success: ok(CheckedUrl),
  error: [Forbidden, NotFound, TooManyRequests, Unavailable]
}).annotateMerge(
  about(
    "Check a URL monitor now",
    `Makes a check at once, or joins the one under way, and waits for it. At most one in ${urlLimits.checkNowSeconds} s after the last one ended. A paused monitor is checked once and stays paused.`
  )
)

const changes = HttpApiEndpoint.get("changes", "/urls/:id/changes", {
  params,
  query: { limit: wholeNumber("limit", urlLimits.changesListed, "How many changes.") },
  success: ok(Schema.Array(UrlChange)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(about("Changes of a page", "What changed, newest first."))

const screenshots = HttpApiEndpoint.get("screenshots", "/urls/:id/screenshots", {
  params,
  query: { limit: wholeNumber("limit", urlLimits.screenshotsListed, "How many screenshots.") },
  success: ok(Schema.Array(UrlScreenshot)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Screenshots of a page",
    "The stored screenshots, newest first; they are stored for 7 days on Free, 30 on Pro, 90 on Agency."
  )
)

const bulkUpdate = HttpApiEndpoint.patch("bulkUpdate", "/urls/bulk", {
  payload: BulkUpdateUrls,
  success: ok(BulkUpdated),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Change many URL monitors",
    `Makes the same change in each, in chunks of ${urlLimits.bulkChunk}; those that could not be changed are listed in \`errors\`.`
  )
)

const bulkRemove = HttpApiEndpoint.delete("bulkRemove", "/urls/bulk", {
  payload: BulkDeleteUrls,
  success: ok(BulkDeleted),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about("Delete many URL monitors", "Deletes each; those that could not be deleted are listed in `errors`.")
)

const setTags = HttpApiEndpoint.put("setTags", "/urls/:id/tags", {
  params,
  payload: AssignTags,
  success: ok(UrlMonitor),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge]
}).annotateMerge(about("Tag a URL monitor", "Replaces all its tags; an empty array removes all."))

/** URL monitors. */
export class UrlsApi extends HttpApiGroup.make("urls")
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
    checkNow,
    changes,
    screenshots,
    setTags
  )
  .annotateMerge(OpenApi.annotations({ title: "URLs", description: "Pages that are watched for changes." })) {}
