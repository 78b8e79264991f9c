import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../StoreError.ts"

/**
 * Forgets what was kept long enough. Ages are days; `limit` bounds one call, what is left goes at the next. Several
 * processes may call at once.
 */
export class Retention extends Context.Service<
  Retention,
  {
    /** Drops the days of the history that ended longer ago, and at most `limit` looks that lie in no day; answers how many days. */
    readonly forgetHistory: (days: number, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes notifications with their deliveries; answers how many. */
    readonly forgetNotifications: (days: number, limit: number) => Effect.Effect<number, StoreError>
    /** Deletes mails that nobody sent, since there is no mail server; answers how many. */
    readonly forgetMails: (days: number, limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/Retention") {}
