import * as Schema from "effect/Schema"
import { Language } from "./Account.ts"
import { described } from "./Described.ts"

const { count, flag, id, record, text, time, timeOrNull, value } = described

/** The means by which a subscriber of a status page is notified. */
export const SubscriberKind = Schema.Literals(["email", "webhook"])
export type SubscriberKind = typeof SubscriberKind.Type

/** The states of a subscriber. */
export const SubscriberState = Schema.Literals(["pending", "confirmed", "unsubscribed", "ended"])
export type SubscriberState = typeof SubscriberState.Type

/** The reason why the service ended a subscription. */
export const SubscriberEnd = Schema.Literals(["bounced", "gone", "failing"])
export type SubscriberEnd = typeof SubscriberEnd.Type

/** The record of a subscriber. */
export const StatusSubscriber = record("StatusSubscriber", "A subscriber to a status page.", {
  id: id("Opaque id of the subscriber."),
  kind: value(SubscriberKind, "`email` or `webhook`.", "email"),
  address: text("The email address, or the URL of the webhook.", "reader@example.com"),
  language: value(Language, "Language of the emails.", "en"),
  state: value(
    SubscriberState,
    "`pending`: has not confirmed the address yet. `confirmed`: is notified. `unsubscribed`: has left. `ended`: could not be reached.",
    "confirmed"
  ),
  endedReason: Schema.NullOr(SubscriberEnd).annotate({
    description:
      "The reason why the subscription ended. `bounced`: the address does not exist. `gone`: the webhook returned HTTP 410. `failing`: every delivery has failed for five days. Null: it has not ended.",
    examples: ["bounced"]
  }),
  isFailing: flag("Whether the last attempt failed.", false),
  stoppedBy: Schema.NullOr(Schema.Literals(["plan", "access"])).annotate({
    description:
      "The reason why a confirmed subscriber is not notified. `plan`: the plan allows fewer subscribers per page, so the newest ones are not notified. `access`: the page became private, and the subscriber may not read it. This ends when the page is public again. Null: the subscriber is notified."
  }),
  componentIds: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "The chosen components. Null: all, including future ones.",
    examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]]
  }),
  confirmedAt: timeOrNull("Time of the confirmation, ISO 8601 UTC. Null: not confirmed."),
  endedAt: timeOrNull("The time when the subscriber left or the subscription ended, ISO 8601 UTC, or null."),
  createdAt: time("Time of the request, ISO 8601 UTC.")
})
export interface StatusSubscriber extends Schema.Schema.Type<typeof StatusSubscriber> {}

/** The number of subscribers that a post notifies. */
export const StatusAudience = record("StatusAudience", "The number of subscribers whom a post notifies.", {
  email: count("Number of email addresses.", 312),
  webhook: count("Number of webhooks.", 4)
})
export interface StatusAudience extends Schema.Schema.Type<typeof StatusAudience> {}
