import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const PATH = "/operator"

describe("the operator page", () => {
  let world: World
  let api: TestApi
  let ada: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: { ...behindProxy, operatorEmails: ["ada@example.org"] } })
    ada = await signUp(world, api, "Ada@example.org")
  })
  afterAll(() => world.close())

  it("shows an operator the accounts, the queues, the workers and the database", async () => {
    const host = await world.account("agency")
    await addDomain(api, host, { name: "A name that only its people see" })
    const { headers, status, text } = await ada.get(PATH)
    expect(status).toBe(200)
    expect(text).toContain(host.email)
    expect(text).toMatch(/data-label="Plan">agency</u)
    expect(text).toContain("No workers are running, so nothing is being checked.")
    expect(text).toContain("<code>MonNoWorker</code>")
    expect(text).toMatch(/<code>\d{4}_\w+<\/code>/u)
    expect(text).not.toContain("A name that only its people see")
    expect(text).not.toContain(host.key)
    expect(text).not.toContain("<script")
    expect(headers["content-security-policy"]).toContain("default-src 'none'")
    expect(headers["cache-control"]).toBe("no-store")
  })

  it("names the workers, the messages that failed, and what their owner has written as text", async () => {
    const host = await world.account()
    await world.sql(
      `update app_user set email = '<b>@example.net' where id = (select user_id from membership where public_id = '${host.membershipId}')`
    )
    await world.sql(
      `insert into worker_location (worker_id, location, seen_at) values (gen_random_uuid(), 'frankfurt', mon_now())`
    )
    await world.sql(`insert into notification (public_id, account_id, type, kind, key, data)
      select mon_uuidv7(), id, 'status_change', 'down', 'seen-by-the-operator', '{}' from account where public_id = '${host.id}'`)
    await world.sql(`insert into notification_delivery (public_id, key, notification_id, account_id, channel, target, status)
      select mon_uuidv7(), n.key, n.id, n.account_id, 'email', 'secret-recipient@example.net', 'failed' from notification n
      where n.key = 'seen-by-the-operator'`)
    const { text } = await ada.get(PATH)
    expect(text).toContain("frankfurt: 1")
    expect(text).toContain("&lt;b&gt;@example.net")
    expect(text).toMatch(/data-label="Failed">1</u)
    expect(text).not.toContain("secret-recipient")
  })

  it("does not exist for other owners, members and keys, and asks visitors to sign in", async () => {
    const owner = await signUp(world, api, "owner@example.net")
    const { status, text } = await owner.get(PATH)
    expect([status, text.includes("MON_OPERATOR_EMAILS")]).toEqual([404, false])
    await world.sql(
      "update membership set role = 'member', account_id = (select min(account_id) from membership) where user_id = (select id from app_user where email = 'owner@example.net')"
    )
    expect((await owner.get(PATH)).status).toBe(404)
    const { key } = await world.account("agency")
    for (const refused of [await visitor(api).get(PATH), await api.send("GET", PATH, { key })])
      expect([refused.status, refused.headers["location"]]).toEqual([303, "/signin?next=%2Foperator"])
    expect((await ada.post(PATH, {})).status).toBe(404)
  })

  it("does not exist for somebody who took the address of an operator with a copied invitation link", async () => {
    const other = await world.startApi({ settings: { ...behindProxy, operatorEmails: ["bea@example.org"] } })
    const { key } = await world.account("agency")
    const path = "/api/v1/team"
    const invited = await other.send("POST", `${path}/invite`, {
      key,
      body: { email: "bea@example.org", domainAccess: [] }
    })
    const copied = await other.send("POST", `${path}/${invited.data["membershipId"]}/link`, { key })
    const thief = visitor(other)
    const joined = await thief.post(new URL(String(copied.data["url"])).pathname, { name: "Bea", password: PASSWORD })
    expect(joined.status).toBe(303)
    expect((await thief.get("/settings/sign-in")).status).toBe(200)
    expect((await thief.get(PATH)).status).toBe(404)
    await world.sql("update app_user set email_confirmed_at = mon_now() where email = 'bea@example.org'")
    expect((await thief.get(PATH)).status).toBe(200)
  })

  it("does not exist without the setting", async () => {
    const other = await world.startApi({ settings: behindProxy })
    expect((await visitor(other).get(PATH)).status).toBe(404)
    expect((await signUp(world, other, "first@example.net").then((person) => person.get(PATH))).status).toBe(404)
  })
})
