import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { type AccessScope, Deliveries, Domains } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const setRole = Effect.fn("setRole")(function* ({ membershipKey }: AccessScope, role: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update membership set member_role = ${role} where id = ${membershipKey}::bigint`
})

/** Returns the keys of the people who get an email when a new domain of the account goes down. */
const recipients = Effect.fn("recipients")(function* (owner: AccessScope, domainId: string) {
  const sql = yield* SqlClient.SqlClient
  const [monitor] = yield* sql<{ key: string }>`
    select id::text as key from monitor where public_id = ${domainId}::uuid`
  const found = yield* (yield* Deliveries).targets({
    key: "0",
    accountKey: owner.accountKey,
    type: "status_change",
    kind: "down",
    factKey: "down",
    data: {},
    monitorKey: monitor?.key ?? null,
    userKey: null,
    transition: "down",
    createdAt: new Date(0),
    now: new Date(0),
    downParentKey: null,
    mutedBy: null,
    isAnnouncedLater: false
  })
  return found.map(({ userKey }) => userKey).toSorted()
})

layer(layerStore, { excludeTestServices: true })("alerts by email", (it) => {
  it.effect("reach the owner, admins, and the viewers and editors with whom the domain is shared", () =>
    Effect.gen(function* () {
      const { viewer: owner } = yield* newAccount
      const made = yield* (yield* Domains).create(owner, newDomain("alerts.example"), 100)
      const domainId = made._tag === "Created" ? made.monitor.id : ""
      const admin = yield* newMember(owner)
      const viewer = yield* newMember(owner)
      const editor = yield* newMember(owner)
      yield* newMember(owner)
      yield* setRole(admin, "admin")
      yield* setRole(viewer, "viewer")
      yield* share(viewer, domainId, false)
      yield* share(editor, domainId, true)
      // An admin with a shared domain gets each alert once.
      yield* share(admin, domainId, false)
      const everybody = [owner, admin, viewer, editor].map(({ userKey }) => userKey).toSorted()
      assert.deepStrictEqual(yield* recipients(owner, domainId), everybody)
      yield* setRole(admin, "editor")
      assert.deepStrictEqual(yield* recipients(owner, domainId), everybody)
    })
  )

  it.effect("do not reach an admin of another account, nor one who was removed", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer: owner } = yield* newAccount
      const { viewer: stranger } = yield* newAccount
      const made = yield* (yield* Domains).create(owner, newDomain("private.example"), 100)
      const foreign = yield* newMember(stranger)
      const gone = yield* newMember(owner)
      yield* setRole(foreign, "admin")
      yield* setRole(gone, "admin")
      yield* sql`update membership set removed_at = mon_now() where id = ${gone.membershipKey}::bigint`
      const domainId = made._tag === "Created" ? made.monitor.id : ""
      assert.deepStrictEqual(yield* recipients(owner, domainId), [owner.userKey])
    })
  )
})
