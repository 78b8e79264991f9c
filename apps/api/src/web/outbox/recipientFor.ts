import { Accounts } from "@mon/core-store"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"

/** Mails hold links that open doors: all of them are for the owner of a service with one account, else everybody sees their own. */
export const recipientFor = Effect.fnUntraced(function* ({ email, viewer }: Session) {
  return (yield* (yield* Accounts).isOnly(viewer)) ? undefined : email
})
