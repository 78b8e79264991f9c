import { notificationLimits, NotificationType } from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok, paged } from "./Envelope.ts"
import { NotificationRecord, PauseRecord, PendingCount } from "./NotificationRecord.ts"
import { pageQuery } from "./PageQuery.ts"

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
  success: paged(NotificationRecord),
  error: BadRequest
}).annotateMerge(
  about("List notifications", "Newest first: the whole account's for its owner, those of shared domains for a member.")
)

const unread = HttpApiEndpoint.get("unread", "/notifications/unread", { success: ok(PendingCount) }).annotateMerge(
  about("Count pending notifications", "How many notifications are still to be sent.")
)

const pause = HttpApiEndpoint.post("pause", "/notifications/pause", {
  success: ok(PauseRecord),
  error: Forbidden
}).annotateMerge(
  about(
    "Pause alerts",
    "Holds all alerts of the account back; what happens meanwhile is recorded and never sent. Only its owner can do this."
  )
)

const resume = HttpApiEndpoint.post("resume", "/notifications/resume", {
  success: ok(PauseRecord),
  error: Forbidden
}).annotateMerge(about("Resume alerts", "Lets alerts go again from now on. Only the owner of the account can do this."))

const pauseStatus = HttpApiEndpoint.get("pauseStatus", "/notifications/pause-status", {
  success: ok(PauseRecord)
}).annotateMerge(about("Whether alerts are paused", "Whether the account's alerts are held back, and since when."))

/** Notifications. */
export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(list, unread, pause, resume, pauseStatus)
  .annotateMerge(
    OpenApi.annotations({
      title: "Notifications",
      description: "What people were told, and whether they are told at all."
    })
  ) {}
