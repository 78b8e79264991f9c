import { Fact, Notification, NotificationChannel, PauseState } from "@mon/model"
import * as Schema from "effect/Schema"
import { described, whole } from "./Described.ts"
import { FaultRecord } from "./DomainRecord.ts"

const time = "2026-11-21T08:15:00.000Z"

const ChannelRecord = described(NotificationChannel, "NotificationChannel", "What came of telling by one way.", {
  channel: { about: "Which way.", example: "email" },
  status: { about: "Where it stands; several receivers of one way count as one.", example: "sent" },
  error: { about: "Why it could not be told, or null.", as: Schema.NullOr(FaultRecord) }
})

const kinds = Object.keys(Fact.cases)
  .map((kind) => `\`${kind}\``)
  .join(", ")

/** The record of a notification with its description. */
export const NotificationRecord = described(
  Notification,
  "Notification",
  "Something that the account's people are told.",
  {
    id: { about: "Id of the notification, opaque.", example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d72" },
    type: { about: "What it is about.", example: "status_change" },
    kind: {
      about: `What happened, finer than the type: ${kinds}. A later version may add kinds.`,
      example: "down"
    },
    title: { about: "In a few words.", example: "DOWN Shop" },
    message: { about: "In a sentence.", example: "The server answered 503." },
    domainId: { about: "Id of the domain that it is about, or null.", example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e" },
    urlId: {
      about: "Id of the URL monitor that it is about, or null.",
      example: "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d73"
    },
    status: {
      about: "Where it stands; `suppressed` ones were made while alerts were paused and are never sent.",
      example: "sent"
    },
    channels: { about: "What came of it by each way that it was told.", as: Schema.Array(ChannelRecord) },
    createdAt: { about: "When it was made, ISO 8601 UTC.", example: time },
    sentAt: { about: "When it first reached somebody, ISO 8601 UTC, or null.", example: time }
  }
)

/** Whether alerts are held back, with its description. */
export const PauseRecord = described(PauseState, "PauseState", "Whether the account's alerts are held back.", {
  paused: { about: "Whether they are.", example: true },
  pausedAt: { about: "Since when, ISO 8601 UTC, or null when they are not.", example: time }
})

/** How many notifications are still to be sent. */
export const PendingCount = Schema.Struct({
  count: whole.annotate({ description: "How many notifications are still to be sent.", examples: [2] })
}).annotate({
  identifier: "PendingCount",
  title: "PendingCount",
  description: "How many notifications are still to be sent."
})
