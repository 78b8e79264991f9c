import type { Effect } from "effect"
import type { MailText } from "./mailJobs.ts"

/** The client of an SMTP session. */
export interface MailClient {
  /** The IP address. */
  readonly address: string
  /** The sender of the message, or an empty text. Anyone can write anything there. */
  readonly sender: string
}

/** Whether a recipient exists. `later`: it is not known now, so the client tries again. */
export type RecipientReply = "exists" | "unknown" | "later"

/** What became of a message for one recipient. `later`: it is not stored, so the client tries again. */
export type DeliveryReply = "stored" | "unknown" | "later"

/** Decides about the recipients of emails. Addresses are as the client wrote them. */
export interface MailRules<R> {
  /** Decides about a recipient, before its message arrives. */
  readonly admit: (recipient: string, client: MailClient) => Effect.Effect<RecipientReply, never, R>
  /** Stores a message for a recipient that was admitted. It is durable when this returns `stored`. */
  readonly deliver: (recipient: string, mail: MailText, client: MailClient) => Effect.Effect<DeliveryReply, never, R>
}
