import {
  described,
  Notification,
  NotificationDelivery,
  notificationLimits,
  NotificationType,
  PauseState
} from "@mon/model"
import * as Schema from "effect/Schema"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge } from "./ApiError.ts"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "./EffectHttp.ts"
import { ok, paged } from "./Envelope.ts"
import { messages } from "./Message.ts"
import { timeInput } from "./TimeInput.ts"
import { pageQuery } from "./PageQuery.ts"

const PendingCount = described.record("PendingCount", "Number of notifications not sent yet.", {
  count: described.count("Number of notifications not sent yet.", 2)
})

const about = (summary: string, description: string) => OpenApi.annotations({ summary, description })

const list = HttpApiEndpoint.get("list", "/notifications", {
  query: {
    ...pageQuery(notificationLimits.pageSize),
    type: Schema.optionalKey(
      NotificationType.annotate({
        message: `type must be one of: ${NotificationType.literals.join(", ")}.`,
        description: "Return only notifications of this type."
      })
    ),
    before: Schema.optionalKey(
      Schema.String.annotate({
        description:
          "Id of a notification: only older notifications are returned. For the next page, use the id of the last notification on this page.",
        examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
      })
    )
  },
  success: paged(Notification),
  error: BadRequest
}).annotateMerge(
  about(
    "List notifications",
    "Returns notifications, newest first. The owner sees all of the account's notifications. A member sees only the notifications of shared domains and pages."
  )
)

const unread = HttpApiEndpoint.get("unread", "/notifications/unread", { success: ok(PendingCount) }).annotateMerge(
  about("Count pending notifications", "Number of notifications not sent yet.")
)

const deliveries = HttpApiEndpoint.get("deliveries", "/notifications/:id/deliveries", {
  params: {
    id: Schema.String.annotate({
      description: "Id of the notification.",
      examples: ["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]
    })
  },
  success: ok(Schema.Array(NotificationDelivery)),
  error: NotFound
}).annotateMerge(
  about(
    "Deliveries of a notification",
    "Returns who the notification was sent to, through which channel, and what happened to it, oldest first. Deliveries are stored for 30 days."
  )
)

const PauseAlerts = Schema.Struct({
  until: Schema.optionalKey(
    Schema.NullOr(timeInput(messages.pauseUntil)).annotate({
      message: messages.pauseUntil,
      description:
        "The time when the pause ends by itself, ISO 8601. Default: null, which pauses alerts until someone resumes them.",
      examples: ["2027-01-31T00:00:00Z"]
    })
  )
}).annotate({ identifier: "PauseAlerts", title: "PauseAlerts", description: "A pause in alerts." })

const pause = HttpApiEndpoint.post("pause", "/notifications/pause", {
  payload: PauseAlerts,
  success: ok(PauseState),
  error: [BadRequest, Forbidden, PayloadTooLarge]
}).annotateMerge(
  about(
    "Pause alerts",
    "Pauses all of the account's alerts. While alerts are paused, Mon records new notifications but never sends them. Messages about earlier notifications wait until the pause ends. They are then sent, unless the outage is over. With `until`, the pause ends by itself. Pausing again changes the end of the pause. Only the account owner and admins can do this."
  )
)

const resume = HttpApiEndpoint.post("resume", "/notifications/resume", {
  success: ok(PauseState),
  error: Forbidden
}).annotateMerge(
  about(
    "Resume alerts",
    "Resumes sending new alerts and sends waiting messages about earlier ones. Only the account owner and admins can do this."
  )
)

const pauseStatus = HttpApiEndpoint.get("pauseStatus", "/notifications/pause-status", {
  success: ok(PauseState)
}).annotateMerge(
  about("Whether alerts are paused", "Returns whether the account's alerts are paused, since when, and until when.")
)

export class NotificationsApi extends HttpApiGroup.make("notifications")
  .add(list, unread, deliveries, pause, resume, pauseStatus)
  .annotateMerge(
    OpenApi.annotations({
      title: "Notifications",
      description: "Notifications, and the setting that pauses alerts."
    })
  ) {}
