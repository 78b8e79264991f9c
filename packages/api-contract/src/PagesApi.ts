import {
  CheckedPage,
  screenshotDays,
  PagePreview,
  SeenChanges,
  TimelineRange,
  PageChange,
  PageDetails,
  pageLimits,
  PageMonitor,
  PageScreenshot,
  PageTimeline
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests, Unavailable } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { monitorInputs } from "./MonitorInput.ts"
import { about, monitorEndpoints } from "./monitorEndpoints.ts"
import { wholeNumber } from "./Query.ts"

const { params, ...endpoints } = monitorEndpoints("url", {
  record: PageMonitor,
  details: PageDetails,
  inputs: monitorInputs.url,
  isHidden: true,
  texts: {
    list: "Returns the URL monitors of the account, newest first.",
    get: "Returns one URL monitor of the account, with the likely causes of its failed check.",
    create: [
      "Monitor a page",
      "Adds a URL monitor and checks it immediately. Mon compares later checks with this first check. The default name is the host and path. The default checkInterval is 86400 s, the default timeoutSeconds is 30 s, and screenshots are taken after 2000 ms by default."
    ],
    remove: "Stops monitoring the page immediately.",
    pause: "Stops checking the URL monitor immediately."
  }
})

const checkNow = HttpApiEndpoint.post("checkNow", "/urls/:id/check-now", {
  params,
  success: ok(CheckedPage),
  error: [Forbidden, NotFound, TooManyRequests, Unavailable]
}).annotateMerge(
  about(
    "Check a URL monitor now",
    `Starts a check and waits for its result. If a check is already running, the request waits for that check. A new check can start ${pageLimits.checkNowSeconds} s after the last check ended. A paused monitor is checked once and stays paused.`
  )
)

const preview = HttpApiEndpoint.post("preview", "/urls/preview", {
  payload: monitorInputs.url.Create,
  success: ok(PagePreview),
  error: [BadRequest, Forbidden, PayloadTooLarge, TooManyRequests, Unavailable]
}).annotateMerge(
  about(
    "Preview a page",
    "Checks a page once with these options and returns the outcome, the expectations, what Mon would compare, and which lines each option leaves out. Mon stores nothing. The body is the same as for `POST /urls`."
  )
)

const previewChange = HttpApiEndpoint.post("previewChange", "/urls/:id/preview", {
  params,
  payload: monitorInputs.url.Update,
  success: ok(PagePreview),
  error: [BadRequest, Forbidden, NotFound, PayloadTooLarge, TooManyRequests, Unavailable]
}).annotateMerge(
  about(
    "Preview a change to a URL monitor",
    "Checks the page once as if these fields were changed, and returns the outcome, the expectations, what Mon would compare, and which lines each option leaves out. Mon stores nothing. The body is the same as for `PATCH /urls/:id`. `***` stands for the stored value."
  )
)

const changes = HttpApiEndpoint.get("changes", "/urls/:id/changes", {
  params,
  query: {
    limit: wholeNumber("limit", pageLimits.changesListed, "Maximum number of changes to return."),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of a change: only older changes are returned. For the next page, use the id of the last change on this page.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  },
  success: ok(Schema.Array(PageChange)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(about("Changes of a page", "Returns the changes to the page, newest first."))

const changeParams = {
  ...params,
  changeId: Schema.String.annotate({
    description: "Id of the change.",
    examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
  })
}

const change = HttpApiEndpoint.get("change", "/urls/:id/changes/:changeId", {
  params: changeParams,
  success: ok(PageChange),
  error: [Forbidden, NotFound]
}).annotateMerge(about("One change to a page", "Returns one change to the page."))

const markSeen = HttpApiEndpoint.put("markSeen", "/urls/:id/changes/:changeId/seen", {
  params: changeParams,
  success: ok(SeenChanges),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Mark a change as seen", "Marks the change as seen by the caller. Other people keep their marks.")
)

const markUnseen = HttpApiEndpoint.delete("markUnseen", "/urls/:id/changes/:changeId/seen", {
  params: changeParams,
  success: ok(SeenChanges),
  error: [Forbidden, NotFound]
}).annotateMerge(about("Mark a change as not seen", "Marks the change as not seen by the caller."))

const markAllSeen = HttpApiEndpoint.put("markAllSeen", "/urls/:id/changes/seen", {
  params,
  success: ok(SeenChanges),
  error: [Forbidden, NotFound]
}).annotateMerge(
  about("Mark all changes to a page as seen", "Marks all changes to the page so far as seen by the caller.")
)

const timeline = HttpApiEndpoint.get("timeline", "/urls/:id/timeline", {
  params,
  query: {
    range: Schema.optionalKey(
      TimelineRange.annotate({
        message: messages.timelineRange,
        description: "Length of the timeline. Default: 24h."
      })
    )
  },
  success: ok(PageTimeline),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Timeline of a URL monitor",
    "Returns response times, checks, availability by day, changes and gaps, for charts. A URL monitor has no incidents and no phases, so `incidents` is empty and phases are null. A bucket covers 15 minutes (24h), an hour (7d, 30d) or a day (90d). Times are Unix seconds. Periods without a check have no bucket."
  )
)

const screenshots = HttpApiEndpoint.get("screenshots", "/urls/:id/screenshots", {
  params,
  query: { limit: wholeNumber("limit", pageLimits.screenshotsListed, "Maximum number of screenshots to return.") },
  success: ok(Schema.Array(PageScreenshot)),
  error: [BadRequest, Forbidden, NotFound]
}).annotateMerge(
  about(
    "Screenshots of a page",
    `Returns the stored screenshots, newest first. Mon stores screenshots for ${screenshotDays.free} days on Free, ${screenshotDays.pro} days on Pro and ${screenshotDays.agency} days on Agency.`
  )
)

export class PagesApi extends HttpApiGroup.make("urls")
  .add(
    endpoints.list,
    endpoints.create,
    preview,
    endpoints.bulkUpdate,
    endpoints.bulkRemove,
    endpoints.get,
    endpoints.update,
    endpoints.remove,
    previewChange,
    endpoints.pause,
    endpoints.resume,
    checkNow,
    changes,
    change,
    markAllSeen,
    markSeen,
    markUnseen,
    timeline,
    screenshots,
    endpoints.setTags
  )
  .annotateMerge(OpenApi.annotations({ title: "URLs", description: "Monitoring of pages for changes." })) {}
