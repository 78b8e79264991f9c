import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"

/** How many days before the deletion the owner is reminded. */
export const REMINDER_DAYS = 3

/** What the people of an account have to know about its deletion. */
export interface DeletionNotice {
  /** `reminder`: shortly before the end, only for the owner. */
  readonly kind: "requested" | "reminder"
  /** Public id. */
  readonly accountId: string
  readonly ownerEmail: string
  readonly requestedAt: Date
  readonly deletesAt: Date
  readonly recipients: ReadonlyArray<{
    readonly email: string
    readonly language: Language
    /** IANA */
    readonly timezone: string
    readonly isOwner: boolean
  }>
}

/**
 * Deletes accounts. From the request on, nothing is checked, sent or shown to strangers, and keys and sessions can only
 * keep the account. After the time to reconsider, a periodic task deletes every row.
 */
export class AccountDeletions extends Context.Service<
  AccountDeletions,
  {
    /**
     * Asks for the deletion of an account (public id) in so many days, and pauses its monitors and alerts. Returns when
     * it ends, also if somebody asked before; null: there is no such account.
     */
    readonly request: (accountId: string, days: number) => Effect.Effect<Date | null, StoreError>
    /** Keeps an account (public id). Its monitors are checked again. False: nobody asked, or it is too late. */
    readonly keep: (accountId: string) => Effect.Effect<boolean, StoreError>
    /**
     * Runs `send` for one account whose people have to know something, in a transaction that remembers it. False:
     * there is none.
     */
    readonly notifyNext: <E, R>(
      send: (notice: DeletionNotice) => Effect.Effect<void, E, R>
    ) => Effect.Effect<boolean, E | StoreError, R>
    /**
     * Deletes about `limit` rows of an account whose time is over; returns how many. Several processes may call it at
     * the same time, and an interrupted call leaves the rest for the next one.
     */
    readonly purge: (limit: number) => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/AccountDeletions") {}
