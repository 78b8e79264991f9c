import { ApiKeys, createApiKey, Team } from "@mon/core-store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, revokeKeys, type TestAccount, type TestApi, type World } from "../World.ts"
import { openTransaction, untilWaiting } from "./OpenTransaction.ts"

const lockDomain = (id: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select 1 from monitor where public_id = ${id}::uuid for update`)

describe("concurrent changes of members and keys", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const rename = ({ key }: TestAccount, id: string, name: string) =>
    api.send("PATCH", `/api/v1/domains/${id}`, { key, body: { name } })
  const nameOf = async ({ key }: TestAccount, id: string) =>
    (await api.send("GET", `/api/v1/domains/${id}`, { key })).data["name"]

  it("roll back a write if its member was removed before the commit", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { name: "Before" })
    const member = await world.member(owner, [{ domainId: id, canWrite: true }])
    const [writes, removed] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, (_, index) => rename(member, id, `Name ${index}`))),
      api.send("DELETE", `/api/v1/team/${member.membershipId}`, { key: owner.key })
    ])
    expect(removed.status).toBe(200)
    expect(writes.filter(({ status }) => ![200, 401, 404].includes(status))).toEqual([])
    const name = await nameOf(owner, id)
    expect((await rename(member, id, "After")).status).toBe(401)
    expect(await nameOf(owner, id)).toBe(name)
    expect(
      await world.sql(
        "select 1 from domain_access d join membership ms on ms.id = d.membership_id where ms.public_id = $1::uuid",
        member.membershipId
      )
    ).toEqual([])
  })

  it("refuse a write that waits while its member is removed", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner, { name: "Before" })
    const member = await world.member(owner, [{ domainId: id, canWrite: true }])
    const held = await openTransaction(world, lockDomain(id))
    const write = rename(member, id, "After")
    await untilWaiting(world)
    expect((await api.send("DELETE", `/api/v1/team/${member.membershipId}`, { key: owner.key })).status).toBe(200)
    await held.commit()
    expect((await write).status).toBe(404)
    expect(await nameOf(owner, id)).toBe("Before")
  })

  it("do not deadlock if an invitation is resent while it is accepted", async () => {
    const owner = await world.account()
    const { membershipId } = (
      await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email: "ann@friends.example" } })
    ).data as unknown as { readonly membershipId: string }
    const lockInvite = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ hash: Uint8Array }>`
      select token_hash as hash from team_invite where public_id = ${membershipId}::uuid for update`
    )
    const accepted = await openTransaction(
      world,
      lockInvite,
      Effect.gen(function* () {
        const [invite] = yield* lockInvite
        return yield* (yield* Team).accept(invite?.hash ?? new Uint8Array(), { name: "Ann", passwordHash: null })
      })
    )
    const resent = api.send("POST", `/api/v1/team/${membershipId}/resend`, { key: owner.key })
    await untilWaiting(world)
    expect(await accepted.commit()).not.toBeNull()
    expect((await resent).status).toBe(400)
  })

  it("create as many keys as the limit allows with concurrent requests", async () => {
    const { key, membershipId } = await world.account()
    const results = await Promise.all(
      Array.from({ length: 8 }, () => world.run(createApiKey(membershipId, { limit: 4 })))
    )
    expect(results.map(({ _tag }) => _tag).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => "Created"),
      ...Array.from({ length: 5 }, () => "LimitReached")
    ])
    expect((await api.send("GET", "/api/v1/domains", { key })).status).toBe(200)
  })

  it("accept or refuse requests while their key is replaced, and refuse the old key afterwards", async () => {
    const owner = await world.account()
    const [old] = await world.run(Effect.flatMap(ApiKeys, (all) => all.listOf(owner.membershipId)))
    const [uses, key] = await Promise.all([
      Promise.all(Array.from({ length: 16 }, () => api.send("GET", "/api/v1/domains", { key: owner.key }))),
      world.keyFor(owner.membershipId, { replaces: old?.id ?? null })
    ])
    expect(uses.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    expect((await api.send("GET", "/api/v1/domains", { key: owner.key })).status).toBe(401)
    expect((await api.send("GET", "/api/v1/domains", { key })).status).toBe(200)
    const [revoked, again] = await Promise.all([revokeKeys(world, owner), revokeKeys(world, owner)])
    expect([revoked, again].toSorted()).toEqual([false, true])
    expect(await world.run(Effect.flatMap(ApiKeys, (all) => all.listOf(owner.membershipId)))).toEqual([])
  })
})
