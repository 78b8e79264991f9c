import * as Effect from "effect/Effect"

/** The share of a process's slots that one account may use while other accounts wait. */
const SHARE = 0.5
/** The numbers of a process's slots that the accounts use. */
export interface AccountShares {
  /** Counts a slot that an account uses. Work that belongs to no account is not counted. */
  readonly acquire: (account: string | null) => void
  readonly release: (account: string | null) => void
  /**
   * Returns the number of slots that an account may still use while other accounts wait. 0 or less if the account has
   * used its share.
   */
  readonly left: (account: string) => number
  /** Returns the accounts that have used up their share. */
  readonly full: () => ReadonlyArray<string>
  /**
   * Returns the largest number of slots that can be given to any account below its share without exceeding that share.
   * The result is at least 1.
   */
  readonly allowance: () => number
}

/**
 * Divides `slots` slots fairly. An account may use half of the slots while other accounts wait, and all slots that no
 * other account needs.
 *
 * @example
 * const shares = makeAccountShares(4)
 * shares.acquire("7")
 * shares.acquire("7")
 * shares.full() // => ["7"]
 * shares.left("8") // => 2
 */
export const makeAccountShares = (slots: number): AccountShares => {
  const share = Math.ceil(slots * SHARE)
  const occupied = new Map<string, number>()
  const full = new Set<string>()
  const left = (account: string) => share - (occupied.get(account) ?? 0)
  const add = (account: string | null, change: number) => {
    if (account === null) return
    const now = (occupied.get(account) ?? 0) + change
    if (now > 0) occupied.set(account, now)
    else occupied.delete(account)
    if (now >= share) full.add(account)
    else full.delete(account)
  }
  return {
    acquire: (account) => add(account, 1),
    release: (account) => add(account, -1),
    left,
    full: () => [...full],
    allowance: () => {
      let least = share
      for (const [account, count] of occupied) if (!full.has(account)) least = Math.min(least, share - count)
      return least
    }
  }
}

/** The numbers of slots for which a fair claim may ask. */
export interface FairRoom {
  /** The number of slots that are free. */
  readonly room: number
  /** The number of free slots that may go to accounts that have used their share. Default: all free slots. */
  readonly spare?: number
  /** The accounts that have used up their share. */
  readonly full: ReadonlyArray<string>
  /** The result of {@link AccountShares.allowance}. */
  readonly allowance: number
}

/** The result of a fair claim. */
export interface FairClaim<A> {
  readonly claimed: ReadonlyArray<A>
  /** Whether more work may be due for accounts below their share. */
  readonly othersWait: boolean
  /** Whether more work may be due for any account. If so, the next claim need not wait. */
  readonly more: boolean
}

/**
 * Claims work for accounts below their share first. Only the remaining slots go to accounts that have used their share.
 * The first claim never gives an account more than its share, because it asks for at most the remaining slots of the
 * share.
 */
export const claimFairly = Effect.fnUntraced(function* <A, E, R>(
  { allowance, full, room, spare = room }: FairRoom,
  claim: (limit: number, exceptAccounts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, E, R>
): Effect.fn.Return<FairClaim<A>, E, R> {
  const limit = Math.min(room, allowance)
  const claimed = yield* claim(limit, full)
  if (claimed.length >= limit) return { claimed, othersWait: true, more: true }
  const left = Math.min(spare, room - claimed.length)
  if (full.length === 0 || left <= 0) return { claimed, othersWait: false, more: false }
  // The work of the first claim must be done even if the second claim fails.
  const orNone = claimed.length === 0 ? Effect.fail<E> : () => Effect.succeed<ReadonlyArray<A>>([])
  const beyond = yield* claim(left, []).pipe(Effect.catch(orNone))
  return { claimed: [...claimed, ...beyond], othersWait: false, more: beyond.length >= left }
})
