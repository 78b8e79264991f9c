import { HostProofChecks, StatusPageHosts } from "@mon/core-store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { TestApi, World } from "../World.ts"
import type { TestStatusPage } from "./statusPage.ts"

let made = 0

/** Returns a host name that no other test uses. */
export const newHostname = (): string => {
  made += 1
  return `status.customer-${made}.com`
}

const scopeOf = Effect.fn("scopeOf")(function* (accountId: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ accountKey: string; userKey: string; membershipKey: string }>`
    select a.id::text as "accountKey", m.user_id::text as "userKey", m.id::text as "membershipKey"
    from account a join membership m on m.account_id = a.id and m.role = 'owner' where a.public_id = ${accountId}::uuid`
  return row === undefined ? yield* Effect.die(new Error("no account")) : ({ ...row, role: "owner" } as const)
})

/** Gives a page a host name, and finds its TXT record unless `isProven` is false. */
export const giveHost = (world: World, page: TestStatusPage, hostname: string, isProven = true): Promise<void> =>
  world.run(
    Effect.gen(function* () {
      const scope = yield* scopeOf(page.owner.id)
      const result = yield* (yield* StatusPageHosts).set(scope, page.id, hostname, 1_000)
      if (result._tag !== "Set") return yield* Effect.die(new Error(result._tag))
      if (isProven) yield* (yield* HostProofChecks).confirm(scope.accountKey, hostname)
    })
  )

/** Returns a connection to a server. Its requests are for the given host name. */
export const at = (api: TestApi, hostname: string): TestApi => ({
  ...api,
  origin: `http://${hostname}:${api.port}`,
  send: (method, path, options = {}) =>
    api.send(method, path, { ...options, headers: { Host: `${hostname}:${api.port}`, ...options.headers } })
})
