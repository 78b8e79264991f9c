import { domainDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import {
  Accounts,
  Credentials,
  hashApiKey,
  issueApiKey,
  layerRepositories,
  type NewMonitor,
  type AccessScope
} from "../src/index.ts"
import { layerTestDatabase } from "../src/testing.ts"

export const layerStore = Layer.provideMerge(layerRepositories, layerTestDatabase)

let made = 0

/** Creates a new account with its owner's key. Every test creates its own account. */
export const newAccount = Effect.gen(function* () {
  made += 1
  const account = yield* (yield* Accounts).create({ email: `owner-${made}@test.example`, name: null, plan: "agency" })
  if (account === null) return yield* Effect.die(new Error("the address is taken"))
  const issued = yield* issueApiKey(account.membershipId)
  if (issued === null) return yield* Effect.die(new Error("no key"))
  const keyHash = hashApiKey(Redacted.value(issued.key))
  const credential = yield* (yield* Credentials).authenticateAndCount(keyHash, 0)
  if (credential === null) return yield* Effect.die(new Error("the key is not known"))
  return { account, keyHash, viewer: credential.viewer, principal: credential.principal }
})

export const newMember = Effect.fn("newMember")(function* (owner: AccessScope) {
  made += 1
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ userKey: string; membershipKey: string }>`
    with person as (
      insert into app_user (public_id, email, email_confirmed_at)
      values (gen_random_uuid(), ${`member-${made}@test.example`}, mon_now()) returning id
    ), member as (
      insert into membership (public_id, account_id, user_id, role)
      select gen_random_uuid(), ${owner.accountKey}::bigint, id, 'member' from person returning id, user_id
    )
    select user_id::text as "userKey", id::text as "membershipKey" from member`
  if (row === undefined) return yield* Effect.die(new Error("no member"))
  return { ...row, accountKey: owner.accountKey, role: "member" } as const satisfies AccessScope
})

export const share = Effect.fn("share")(function* (member: AccessScope, domainId: string, canWrite: boolean) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`insert into domain_access (membership_id, monitor_id, can_write)
    select ${member.membershipKey}::bigint, id, ${canWrite} from monitor where public_id = ${domainId}::uuid`
})

export const newDomain = (hostname: string, more: Partial<NewMonitor<"domain">> = {}): NewMonitor<"domain"> => ({
  ...domainDefaults,
  url: `https://${hostname}/`,
  hostname,
  dedupeKey: hostname,
  name: hostname,
  ...more
})
