import { uuidv7 } from "@mon/model"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const NOTHING = { url: null, createdAt: null }
const OWN = "/on-call/calendar"
const DAY_MS = 86_400_000

const valuesOf = (text: string, name: string) => [...text.matchAll(new RegExp(`^${name}:(.*)\r$`, "gmu"))]
const idsOf = (text: string) => valuesOf(text, "UID").map(([, value]) => value)
const sequenceOf = (text: string) => Number(valuesOf(text, "SEQUENCE")[0]?.[1])

describe("calendars of on-call schedules", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: Pick<TestAccount, "key">) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const add = async (owner: TestAccount, name: string, ...people: ReadonlyArray<string>): Promise<string> => {
    const start = new Date(Date.now() - 2 * DAY_MS).toISOString().slice(0, 16)
    const layers = [{ groups: people.map((one) => [one]), handOff: { every: 1, unit: "days", start } }]
    return (await as(owner)("POST", "/on-call/schedules", { name, timezone: "UTC", layers })).data.id
  }
  const addressOf = async (person: Pick<TestAccount, "key">, path: string): Promise<string> => {
    const made = await as(person)("POST", path)
    expectResponse(made, 200, { success: true, data: { url: expect.any(String), createdAt: TIME } })
    return String(made.data["url"]).replace(api.origin, "")
  }
  const read = (path: string, headers: Readonly<Record<string, string>> = {}) => api.send("GET", path, { headers })

  it("have a secret address with all shifts, for programs without a key", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const id = await add(owner, "Operations", owner.email, member.email)
    const calendar = `/on-call/schedules/${id}/calendar`
    expectResponse(await as(member)("GET", calendar), 200, { success: true, data: NOTHING })
    const path = await addressOf(member, calendar)
    expect(path).toMatch(/^\/calendar\/[\w-]{22}\.[\w-]{43}\.ics$/u)
    expect((await as(member)("GET", calendar)).data["url"]).toBe(`${api.origin}${path}`)
    const file = await read(path)
    expect(file.status).toBe(200)
    expect(file.headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "cache-control": "private, max-age=300",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow"
    })
    expect(file.headers["set-cookie"]).toBeUndefined()
    expect(file.text.startsWith("BEGIN:VCALENDAR\r\n")).toBe(true)
    expect(file.text).toContain("X-WR-CALNAME:Operations\r\n")
    expect(file.text).toContain("SUMMARY:Owner ")
    expect(file.text).toContain(`URL:${api.origin}/app/on-call/${id}`.slice(0, 60))
    expect(file.text).not.toContain(path.slice(10, 30))
    const head = await api.send("HEAD", path)
    expect([head.status, head.headers["etag"]]).toEqual([200, file.headers["etag"]])
    expect((await read(path, { "If-None-Match": String(file.headers["etag"]) })).status).toBe(304)
  })

  it("show a person's own shifts in all schedules at one address", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    await add(owner, "Web", owner.email, member.email)
    await add(owner, "Databases", member.email)
    await add(owner, "Offices", owner.email)
    const { text } = await read(await addressOf(member, OWN))
    expect(text).toContain("SUMMARY:On call: Web\r\n")
    expect(text).toContain("SUMMARY:On call: Databases\r\n")
    expect(text).not.toContain("Offices")
    expect(text).not.toContain(owner.email)
  })

  it("keep the ids of events, and count up, when the schedule changes", async () => {
    const owner = await world.account()
    const id = await add(owner, "Operations", owner.email)
    const path = await addressOf(owner, `/on-call/schedules/${id}/calendar`)
    await world.sql(
      "update on_call_schedule set created_at = created_at - interval '1 hour' where public_id = $1::uuid",
      id
    )
    const before = await read(path)
    expect((await as(owner)("PATCH", `/on-call/schedules/${id}`, { name: "Night" })).status).toBe(200)
    await world.sql(
      "update on_call_schedule set updated_at = updated_at + interval '5 seconds' where public_id = $1::uuid",
      id
    )
    const after = await read(path)
    expect(idsOf(after.text)).toEqual(idsOf(before.text))
    expect(sequenceOf(after.text)).toBeGreaterThan(sequenceOf(before.text))
    expect(after.headers["etag"]).not.toBe(before.headers["etag"])
  })

  it("stop at once when their address is replaced or removed, and leave those of other people", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const id = await add(owner, "Operations", owner.email)
    const calendar = `/on-call/schedules/${id}/calendar`
    const [first, other] = [await addressOf(owner, calendar), await addressOf(member, calendar)]
    const second = await addressOf(owner, calendar)
    expect(second).not.toBe(first)
    const gone = await read(first)
    expect([gone.status, gone.headers["content-type"], gone.headers["cache-control"]]).toEqual([
      404,
      "text/plain; charset=utf-8",
      "no-store"
    ])
    expect((await read(second)).status).toBe(200)
    for (const path of [calendar, OWN])
      expectResponse(await as(owner)("DELETE", path), 200, { success: true, data: NOTHING })
    expect((await read(second)).status).toBe(404)
    expect((await read(other)).status).toBe(200)
    await as(owner)("DELETE", `/on-call/schedules/${id}`)
    expect((await read(other)).status).toBe(404)
  })

  it("stop when the person leaves the account, also if the person joins again", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const id = await add(owner, "Operations", owner.email)
    const paths = [await addressOf(member, `/on-call/schedules/${id}/calendar`), await addressOf(member, OWN)]
    for (const path of paths) expect((await read(path)).status).toBe(200)
    expect((await as(owner)("DELETE", `/team/${member.membershipId}`)).status).toBe(200)
    for (const path of paths) expect((await read(path)).status).toBe(404)
    await world.sql("update membership set removed_at = null where public_id = $1::uuid", member.membershipId)
    for (const path of paths) expect((await read(path)).status).toBe(404)
  })

  it("answer 404 to every address that was not made by the service", async () => {
    const owner = await world.account()
    const path = await addressOf(owner, OWN)
    const [id = "", signature = ""] = path.replace("/calendar/", "").replace(".ics", "").split(".")
    const otherId = Buffer.from(uuidv7(0, Buffer.alloc(10)).replaceAll("-", ""), "hex").toString("base64url")
    const forged = [
      path.replace(".ics", ""),
      `/calendar/${id}.ics`,
      `/calendar/${otherId}.${signature}.ics`,
      `/calendar/${id}.${signature.slice(0, -1)}.ics`,
      `/calendar/${id}.${[...signature].toReversed().join("")}.ics`,
      "/calendar/constructor.ics",
      "/calendar/%00.ics"
    ]
    for (const one of forged) expect([one, (await read(one)).status]).toEqual([one, 404])
  })

  it("are not shown to a read-only key, because the address would outlive the key", async () => {
    const owner = await world.account()
    const key = await world.keyFor(owner.membershipId, { scope: "read" })
    await addressOf(owner, OWN)
    expectResponse(await as({ key })("GET", OWN), 200, { success: true, data: { url: null, createdAt: TIME } })
    expectError(await as({ key })("POST", OWN), 403, "This API key is read-only.")
  })

  it("belong to one account", async () => {
    const owner = await world.account()
    const id = await add(owner, "Operations", owner.email)
    const stranger = as(await world.account())
    for (const method of ["GET", "POST", "DELETE"])
      expectError(await stranger(method, `/on-call/schedules/${id}/calendar`), 404, "On-call schedule not found.")
  })

  it("are not written to the log", async () => {
    const owner = await world.account()
    const path = await addressOf(owner, OWN)
    await read(path)
    await api.send("POST", path)
    const [token = ""] = path.split("/").toReversed()
    expect(JSON.stringify(world.logs)).not.toContain(token.slice(0, 20))
  })

  it("refuse a program that asks more than 30 times a minute, and nobody else", async () => {
    const owner = await world.account("agency")
    const member = await world.member(owner, [])
    const [path, other] = [await addressOf(owner, OWN), await addressOf(member, OWN)]
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await read(path)).status))
    expect(statuses).toContain(429)
    expect((await read(other)).status).toBe(200)
  })

  it("stop while the account is suspended", async () => {
    const owner = await world.account()
    const path = await addressOf(owner, OWN)
    await world.sql("update account set suspended_at = mon_now() where public_id = $1::uuid", owner.id)
    expect((await read(path)).status).toBe(404)
    await world.sql("update account set suspended_at = null where public_id = $1::uuid", owner.id)
    expect((await read(path)).status).toBe(200)
  })
})
