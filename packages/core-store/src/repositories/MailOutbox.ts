import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/** A mail to be kept until it is sent. */
export interface NewOutboxMail {
  /** `<left@right>`; a second mail with the same one is not kept. */
  readonly messageId: string
  readonly recipient: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Everything else of the mail, as plain JSON. */
  readonly details: Readonly<Record<string, unknown>>
}

/** A mail that waits. */
export interface OutboxMail extends NewOutboxMail {
  readonly id: string
  readonly createdAt: Date
}

/** Mails of a service without an SMTP server: they stay here until somebody reads them. */
export class MailOutbox extends Context.Service<
  MailOutbox,
  {
    /** Keeps a mail and answers its id; the same Message-ID again changes nothing and answers null. */
    readonly put: (mail: NewOutboxMail) => Effect.Effect<string | null, StoreError>
    /** Newest first; to one recipient (case-insensitive) when told. */
    readonly list: (limit: number, recipient?: string) => Effect.Effect<ReadonlyArray<OutboxMail>, StoreError>
    readonly find: (id: string) => Effect.Effect<OutboxMail | null, StoreError>
    /** Empties the jobs of a queue that carry the mail with this Message-ID: it is settled. */
    readonly forgetPosted: (queue: string, messageId: string) => Effect.Effect<void, StoreError>
  }
>()("@mon/core-store/MailOutbox") {}
