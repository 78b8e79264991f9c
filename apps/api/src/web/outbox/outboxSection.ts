import { Accounts, MailOutbox } from "@mon/core-store"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { html } from "../page/Html.ts"

/**
 * Emails contain secret links: the owner of a service with one account sees all of them, otherwise everybody sees their
 * own.
 */
export const recipientFor = Effect.fnUntraced(function* ({ email, viewer }: Session) {
  return (yield* (yield* Accounts).isOnly(viewer)) ? undefined : email
})

/** The settings section that links to the outbox. Shown to owners, unless the outbox is empty. */
export const outboxSection = Effect.fn("outboxSection")(function* (session: Session) {
  if (session.principal.role !== "owner") return null
  const mails = yield* (yield* MailOutbox).list(1, yield* recipientFor(session))
  return mails.length === 0
    ? null
    : html`<section aria-labelledby="outbox">
        <h2 id="outbox">Unsent emails</h2>
        <p>This service has no mail server. Read its emails in the <a href="/outbox">outbox</a>.</p>
      </section>`
})
