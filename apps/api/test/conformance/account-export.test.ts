import { createClient } from "@mon/api-contract/plain"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { behindProxy, signUp } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestApi, type World } from "../World.ts"

const PATH = "/api/v1/account/export"

describe("the export of an account", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const later = () => world.sql("update account set exported_at = exported_at - interval '11 minutes'")

  it("is a stream of the client, has no secrets, and is noted in the audit log", async () => {
    const owner = await world.account("agency")
    await addDomain(api, owner, { url: "exported.example.com" })
    const stream = await createClient({ baseUrl: api.origin, apiKey: owner.key }).account.export()
    const archive = gunzipSync(await buffer(stream)).toString("latin1")
    expect(archive).toContain("exported.example.com")
    expect(archive).toContain("complete.json")
    expect(archive).not.toContain(owner.key)
    const entries = await world.sql(
      "select action, actor, key_name is not null as named, finished_at is not null as finished from audit_entry where action = 'account.export'"
    )
    expect(entries).toEqual([{ action: "account.export", actor: "key", named: true, finished: true }])
  })

  it("is a file, also for a read-only key, once in ten minutes", async () => {
    const owner = await world.account()
    const key = await world.keyFor(owner.membershipId, { scope: "read" })
    const { headers, status } = await api.send("GET", PATH, { key })
    expect([status, headers["content-type"], headers["x-content-type-options"]]).toEqual([
      200,
      "application/gzip",
      "nosniff"
    ])
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="account-\d{4}-\d\d-\d\d\.tar\.gz"$/u)
    expectError(
      await api.send("GET", PATH, { key: owner.key }),
      429,
      "An export started less than 10 minutes ago. Try again later."
    )
    await later()
    expect((await api.send("GET", PATH, { key: owner.key })).status).toBe(200)
  })

  it("is refused to members, and with a session some time after the sign-in", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    expectError(await api.send("GET", PATH, { key: member.key }), 403, "Only the account owner can do this.")
    const person = await signUp(world, api, "exporter@example.net")
    const bySession = () =>
      api.send("GET", PATH, {
        headers: {
          Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "Sec-Fetch-Site": "same-origin"
        }
      })
    expect((await bySession()).status).toBe(200)
    await later()
    await world.sql("update user_session set created_at = created_at - interval '1 hour'")
    expectError(await bySession(), 403, "Enter your password: you signed in more than 15 minutes ago.")
  })
})
