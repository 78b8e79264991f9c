import type { Language } from "@mon/model"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../sql/StoreError.ts"
import type { AccessScope } from "../access/AccessScope.ts"

/** An address that a mail server refused for good. */
export interface RefusedAddress {
  readonly address: string
  /** The reply code of the mail server. */
  readonly code: number
  /** Since when nothing is sent. */
  readonly refusedAt: Date
}

/** A refused address as an operator sees it. */
export interface ListedRefusal extends Omit<RefusedAddress, "address"> {
  /** Null: no account uses the address any more. Only its hash is stored. */
  readonly address: string | null
  readonly refusals: number
  readonly lastRefusedAt: Date
}

/** Who learns that an address of an account is refused. */
export interface RefusalAudience {
  /** Public id of the account. */
  readonly accountId: string
  /** The owner and the admins whose own addresses accept email. */
  readonly people: ReadonlyArray<{ readonly email: string; readonly language: Language; readonly timezone: string }>
  /** Public ids of the alert channels of the default route. */
  readonly channelIds: ReadonlyArray<string>
}

/**
 * Addresses that get no more email, because a mail server said that they do not exist. They are stored for the whole
 * installation, as hashes.
 */
export class RefusedAddresses extends Context.Service<
  RefusedAddresses,
  {
    readonly isRefused: (address: string) => Effect.Effect<boolean, StoreError>
    /** Stores a refusal. `announces`: its accounts learn of it. True: they do not know yet. */
    readonly record: (address: string, code: number, announces: boolean) => Effect.Effect<boolean, StoreError>
    /** Lets the address get email again. False: it was not refused. */
    readonly lift: (address: string) => Effect.Effect<boolean, StoreError>
    /**
     * Refused addresses that an account sends to: of its people, of additional recipients and of reports. Who does not
     * manage the account sees only its own.
     */
    readonly ofAccount: (scope: AccessScope) => Effect.Effect<ReadonlyArray<RefusedAddress>, StoreError>
    /** The accounts in which a person has the address, and the given one (public id). */
    readonly audience: (
      address: string,
      accountId: string | null
    ) => Effect.Effect<ReadonlyArray<RefusalAudience>, StoreError>
    /** All refused addresses for the operator, newest first. */
    readonly list: (limit: number) => Effect.Effect<ReadonlyArray<ListedRefusal>, StoreError>
    readonly count: () => Effect.Effect<number, StoreError>
  }
>()("@mon/core-store/RefusedAddresses") {}
