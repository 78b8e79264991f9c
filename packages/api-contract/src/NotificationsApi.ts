import { described, Notification, notificationLimits, NotificationType, PauseState } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok, paged } from "./Envelope.ts"
import { pageQuery } from "./PageQuery.ts"

const PendingCount = described.record("PendingCount", "How many notifications are still to be sent.", {
  count: described.count("How many notifications are still to be sent.", 2)
})

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/notifications", {
  query: {
    ...pageQuery(notificationLimits.pageSize),
    type: Schema.optionalKey(
      NotificationType.annotate({
        message: `type must be one of: ${NotificationType.literals.join(", ")}.`,
        description: "Only those of this type."
      })
    )
  },
  success: paged(Notification),
  error: BadRequest
}).annotateMerge(
  about("List notifications", "Newest first: the whole account's for its owner, those of shared domains for a member.")
)

const unread = HttpApiEndpoint.get("unread", "/notifications/unread", { success: ok(PendingCount) }).annotateMerge(
  about("Count pending notifications", "How many notifications are still to be sent.")
)

const pause = HttpApiEndpoint.post("pause", "/notifications/pause", {
  success: ok(PauseState),
  error: Forbidden
}).annotateMerge(
  about(
    "Pause alerts",
    "Pauses all alerts of the account; what happens meanwhile is recorded and never sent. Only its owner can do this."
  )
)

const resume = HttpApiEndpoint.post("resume", "/notifications/resume", {
  success: ok(PauseState),
  error: Forbidden
}).annotateMerge(about("Resume alerts", "Sends alerts again from now on. Only the owner of the account can do this."))

const pauseStatus = HttpApiEndpoint.get("pauseStatus", "/notifications/pause-status", {
  success: ok(PauseState)
}).annotateMerge(about("Whether alerts are paused", "Whether the account's alerts are paused, and since when."))

/** Notifications. */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(list, unread, pause, resume, pauseStatus)
  .annotateMerge(
    OpenApi.annotations({
      title: "Notifications",
      description: "What people were notified of, and whether alerts are paused."
    })
  ) {}
