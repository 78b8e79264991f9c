import type { Effect } from "effect"
import type { MailText } from "./mailJobs.ts"

export interface MailClient {
  readonly address: string
  /** The sender that the client states, or an empty text. The sender may be forged. */
  readonly sender: string
}

/** Whether a recipient exists. `later`: the service cannot find out now, so the client must try again. */
export type RecipientReply = "exists" | "unknown" | "later"

/**
 * The outcome of a message for one recipient. `later`: the service could not store the message, so the client must try
 * again.
 */
export type DeliveryReply = "stored" | "unknown" | "later"

/** Decides about the recipients of emails. Addresses have the form in which the client sent them. */
export interface MailRules<R> {
  /** Decides whether a recipient exists, before the message arrives. */
  readonly admit: (recipient: string, client: MailClient) => Effect.Effect<RecipientReply, never, R>
  /** Stores a message for a recipient that was admitted. The message is durable when this returns `stored`. */
  readonly deliver: (recipient: string, mail: MailText, client: MailClient) => Effect.Effect<DeliveryReply, never, R>
}
