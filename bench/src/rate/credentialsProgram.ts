import { Credentials } from "@mon/core-store"
import { Effect } from "effect"
import { answer } from "../harness/Child.ts"
import { openStore, type Store } from "../postgres/Store.ts"

export interface TakesAsked {
  readonly keyHashes: ReadonlyArray<Uint8Array>
  readonly windowStart: number
  readonly count: number
  /** Concurrent requests. */
  readonly concurrency: number
}

export interface TakesAnswer {
  readonly wallMs: number
  /** The number that each call got for its request in the window, by key. Empty for `lookUp`. */
  readonly hits: ReadonlyArray<ReadonlyArray<number>>
}

/** A process that admits requests. */
export type CredentialsProcess = {
  readonly open: (database: { readonly url: string; readonly connections: number }) => Promise<void>
  /** Finds a key and counts the request, as the API does for each request. */
  readonly take: (asked: TakesAsked) => Promise<TakesAnswer>
  /** Finds a key and counts nothing. */
  readonly lookUp: (asked: TakesAsked) => Promise<TakesAnswer>
}

let store: Store | undefined

const opened = (): Store => {
  if (store === undefined) throw new Error("No store is open.")
  return store
}

/** The first half of the statement of `Credentials.authenticateAndCount`. */
const LOOK_UP = `
  select u.public_id as user_id, a.public_id as account_id, ms.public_id as membership_id, ms.role,
    a.id::text as account_key, u.id::text as user_key, ms.id::text as membership_key, a.plan, a.plan_expires_at
  from api_key k
  join membership ms on ms.id = k.membership_id and ms.removed_at is null
  join account a on a.id = ms.account_id
  join app_user u on u.id = ms.user_id
  where k.hash = $1 and k.revoked_at is null`

const inLanes = async (
  { concurrency, count, keyHashes }: TakesAsked,
  one: (keyHash: Uint8Array, key: number) => Promise<void>
): Promise<number> => {
  let left = count
  const started = performance.now()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) {
        const key = left % keyHashes.length
        const keyHash = keyHashes[key]
        if (keyHash !== undefined) await one(keyHash, key)
      }
    })
  )
  return performance.now() - started
}

answer<CredentialsProcess>(
  {
    open: async ({ connections, url }) => {
      await store?.close()
      store = await openStore(url, connections)
    },
    take: async (asked) => {
      const { run } = opened()
      const credentials = await run(Credentials)
      const hits: Array<Array<number>> = asked.keyHashes.map(() => [])
      const wallMs = await inLanes(asked, async (keyHash, key) => {
        const credential = await Effect.runPromise(credentials.authenticateAndCount(keyHash, asked.windowStart))
        if (credential === null) throw new Error("The key is not known.")
        hits[key]?.push(credential.hits)
      })
      return { wallMs, hits }
    },
    lookUp: async (asked) => {
      const { client } = opened()
      const wallMs = await inLanes(asked, async (keyHash) => {
        const rows = await Effect.runPromise(client.unsafe(LOOK_UP, [keyHash]))
        if (rows.length !== 1) throw new Error("The key is not known.")
      })
      return { wallMs, hits: [] }
    }
  },
  async () => store?.close()
)
