// API keys are managed with a session.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, ID, TIME } from "../Expected.ts"
import { PASSWORD, signUp, type Visitor, visitor } from "../pages/Visitor.ts"
import { openWorld, type TestApi, type World } from "../World.ts"

const MANAGED = "API keys are managed in the dashboard."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const MINUTE = 60_000
/** A time with zero seconds. */
const MINUTES = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00\.000Z$/u)
const writeKey = { name: "Script", scope: "write" }

describe("what only a signed-in person may do", () => {
  let world: World
  let api: TestApi
  let strict: ReturnType<typeof as> | undefined
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  /** Sends requests as the dashboard does, and stores new cookies. */
  const as = (person: Visitor) => async (method: string, path: string, body?: unknown) => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const response = await api.send(method, `/api/v1${path}`, {
      headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin" },
      ...(body === undefined ? {} : { body })
    })
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = line.split(";")
      const [name = "", value = ""] = pair.split("=")
      person.cookies.set(name, value)
    }
    return response
  }
  const statusWith = async (key: unknown) => (await api.send("GET", "/api/v1/account", { key: String(key) })).status
  /** Makes all sessions older by the given time. */
  const passMinutes = async (minutes: number) =>
    world.sql("update user_session set created_at = created_at - make_interval(mins => $1)", minutes)

  it("GET, POST, PATCH and DELETE /keys list, create, rename and delete the keys of the person", async () => {
    const send = as(await signUp(world, api, "keys@example.net"))
    expectResponse(await send("GET", "/keys"), 200, { success: true, data: [] })
    const created = await send("POST", "/keys", writeKey)
    expectResponse(created, 201, {
      success: true,
      data: {
        id: ID,
        name: "Script",
        scope: "write",
        state: "active",
        expiresAt: null,
        lastUsedAt: null,
        shown: expect.stringMatching(/^mon_\w{4}…\w{4}$/u),
        createdAt: TIME,
        key: expect.stringMatching(/^mon_\w{38}$/u)
      }
    })
    const { key, ...record } = created.data
    expect(await statusWith(key)).toBe(200)
    const listed = await send("GET", "/keys")
    expectResponse(listed, 200, { success: true, data: [{ ...record, lastUsedAt: MINUTES }] })
    expect(listed.text).not.toContain(String(key))
    expectResponse(await send("PATCH", `/keys/${record.id}`, { name: " Nightly " }), 200, {
      success: true,
      data: { ...record, name: "Nightly", lastUsedAt: MINUTES }
    })
    const read = await send("POST", "/keys", { name: "Report", scope: "read", expiresAt: "2099-01-31T01:00:00+01:00" })
    expect(read.data).toMatchObject({ scope: "read", expiresAt: "2099-01-31T00:00:00.000Z" })
    expect([await statusWith(key), await statusWith(read.data["key"])]).toEqual([200, 200])
    const next = await send("POST", "/keys", { ...writeKey, replaces: record.id })
    expect([await statusWith(key), await statusWith(next.data["key"])]).toEqual([401, 200])
    expect(((await send("GET", "/keys")).data as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id)).toEqual(
      [read.data.id, next.data.id]
    )
    expectError(await send("POST", "/keys", { ...writeKey, replaces: record.id }), 404, "API key not found.")
    expectError(await send("PATCH", `/keys/${record.id}`, { name: "x" }), 404, "API key not found.")
    expectError(await send("DELETE", `/keys/${record.id}`), 404, "API key not found.")
    expectResponse(await send("DELETE", `/keys/${next.data.id}`), 200, {
      success: true,
      data: { id: next.data.id, deleted: true }
    })
    expect(await statusWith(next.data["key"])).toBe(401)
  })

  it.each<readonly [body: object, message: string]>([
    [{ scope: "read" }, "name must be a string of 1 to 60 characters."],
    [{ name: " ", scope: "read" }, "name must be a string of 1 to 60 characters."],
    [{ name: "x".repeat(61), scope: "read" }, "name must be a string of 1 to 60 characters."],
    [{ name: "x" }, "scope must be one of: read, write, heartbeats."],
    [{ name: "x", scope: "admin" }, "scope must be one of: read, write, heartbeats."],
    ...["soon", "2099-01-31", "2099-02-31T25:00:00Z", 5].map(
      (expiresAt) =>
        [
          { name: "x", scope: "read", expiresAt },
          "expiresAt must be null or a time in ISO 8601, such as 2027-01-31T00:00:00Z."
        ] as const
    ),
    [{ name: "x", scope: "read", expiresAt: "2020-01-31T00:00:00Z" }, "expiresAt must be in the future."],
    [{ name: "x", scope: "read", replaces: 5 }, "replaces must be the id of an API key."]
  ])("POST /keys refuses %j", async (body, message) => {
    strict ??= as(await signUp(world, api, "strict@example.net"))
    expectError(await strict("POST", "/keys", body), 400, message)
  })

  it("POST /keys enforces the limit of the plan, and after a downgrade the newest keys stop and say so", async () => {
    const send = as(await signUp(world, api, "many@example.net"))
    const plan = (name: string) =>
      world.sql(
        `update account a set plan = $1 from membership ms join app_user u on u.id = ms.user_id
         where ms.account_id = a.id and u.email = 'many@example.net'`,
        name
      )
    await plan("pro")
    const keys: Array<unknown> = []
    for (let made = 0; made < 10; made++) keys.push((await send("POST", "/keys", writeKey)).data["key"])
    const full = await send("POST", "/keys", writeKey)
    expectError(
      full,
      400,
      "Maximum number of API keys (10) on the Pro plan reached. Delete a key or get a larger plan."
    )
    await plan("free")
    const statuses = () => Promise.all(keys.slice(0, 4).map(statusWith))
    expect(await statuses()).toEqual([200, 200, 403, 403])
    const listed = (await send("GET", "/keys")).data as unknown as ReadonlyArray<{ id: string; state: string }>
    expect(listed.map(({ state }) => state)).toEqual([
      "active",
      "active",
      ...Array.from({ length: 8 }, () => "over_limit")
    ])
    await send("DELETE", `/keys/${listed[0]?.id}`)
    expect(await statuses()).toEqual([401, 200, 200, 403])
    await plan("pro")
    expect(await statuses()).toEqual([401, 200, 200, 200])
  })

  it("is refused to API keys, also to those of the owner", async () => {
    const owner = await world.account()
    for (const [method, path] of [
      ["GET", "/keys"],
      ["POST", "/keys"],
      ["PATCH", `/keys/${absent}`],
      ["DELETE", `/keys/${absent}`]
    ] as const) {
      expectError(await api.send(method, `/api/v1${path}`, { key: owner.key, body: writeKey }), 403, MANAGED)
    }
    expect(await statusWith(owner.key)).toBe(200)
    for (const [path, body] of [
      ["/account/password", { current: "x", password: "another four words" }],
      ["/account/confirm", { password: "x" }]
    ] as const) {
      const refused = await api.send("POST", `/api/v1${path}`, { key: owner.key, body })
      expectError(refused, 403, "Only a signed-in person can do this.")
    }
  })

  it("does not reach the keys of others", async () => {
    const mine = as(await signUp(world, api, "mine@example.net"))
    const theirs = as(await signUp(world, api, "theirs@example.net"))
    const { data } = await theirs("POST", "/keys", writeKey)
    expectError(await mine("PATCH", `/keys/${data.id}`, { name: "mine" }), 404, "API key not found.")
    expectError(await mine("POST", "/keys", { ...writeKey, replaces: data.id }), 404, "API key not found.")
    expectError(await mine("DELETE", `/keys/${data.id}`), 404, "API key not found.")
    expectError(await mine("DELETE", "/keys/nonsense"), 404, "API key not found.")
    expect((await mine("GET", "/keys")).body).toEqual({ success: true, data: [] })
    expect(await statusWith(data["key"])).toBe(200)
  })

  it("needs the password again 15 minutes after the sign-in, and a confirmed password starts them again", async () => {
    const send = as(await signUp(world, api, "recent@example.net"))
    await passMinutes(16)
    const refusal = "Enter your password: you signed in more than 15 minutes ago."
    expectError(await send("POST", "/keys", writeKey), 403, refusal)
    expect((await send("POST", "/keys", { name: "Report", scope: "read" })).status).toBe(201)
    expect((await send("GET", "/keys")).status).toBe(200)
    expectError(await send("POST", "/account/confirm", { password: "not it" }), 400, "The password is incorrect.")
    expectError(await send("POST", "/account/confirm", {}), 400, "password is required.")
    expectResponse(await send("POST", "/account/confirm", { password: PASSWORD }), 200, {
      success: true,
      data: { confirmed: true }
    })
    expect((await send("POST", "/keys", writeKey)).status).toBe(201)
  })

  it("changes the password if the current one is right, which ends other sessions and a copy of this cookie", async () => {
    const person = await signUp(world, api, "words@example.net")
    const send = as(person)
    const key = (await send("POST", "/keys", writeKey)).data["key"]
    const thief = visitor(api)
    thief.cookies.set("mon_session", person.cookies.get("mon_session") ?? "")
    const change = (current: string, password: string, deleteKeys?: boolean) =>
      send("POST", "/account/password", { current, password, ...(deleteKeys === undefined ? {} : { deleteKeys }) })
    expectError(await change("not it", "another four words"), 400, "The password is incorrect.")
    expectError(await change(PASSWORD, "12345678"), 400, "This password is too common. Use another one.")
    expect((await change(PASSWORD, "another four words")).status).toBe(200)
    expect((await send("GET", "/account")).status).toBe(200)
    expect((await as(thief)("GET", "/account")).status).toBe(401)
    expect(await statusWith(key)).toBe(200)
    expect((await change("another four words", "and four more words", true)).status).toBe(200)
    expect(await statusWith(key)).toBe(401)
    expect(world.mails.findLast(({ to }) => to === "words@example.net")?.subject).toContain("was changed")
  })

  it("counts wrong passwords as the sign-in does", async () => {
    const send = as(await signUp(world, api, "guess@example.net"))
    const statuses: Array<number> = []
    for (let attempt = 0; attempt < 12; attempt++)
      statuses.push((await send("POST", "/account/confirm", { password: `guess ${attempt}` })).status)
    expect(statuses.at(-1)).toBe(429)
    expectError(
      await send("POST", "/account/confirm", { password: PASSWORD }),
      429,
      expect.stringMatching(/^Too many attempts\. Try again in \d+ seconds\.$/u)
    )
    world.clock.advance(60 * MINUTE)
  })

  it("PATCH /account sets and removes the name of the caller", async () => {
    const owner = await world.account()
    const patch = (body: unknown) => api.send("PATCH", "/api/v1/account", { key: owner.key, body })
    expect((await patch({ name: "  Ada Lovelace " })).data["name"]).toBe("Ada Lovelace")
    expect((await patch({})).data["name"]).toBe("Ada Lovelace")
    expect((await patch({ name: null })).data["name"]).toBeNull()
    for (const name of ["", "  ", "x".repeat(101), "a\nb", "\u202Eevil", 5]) {
      expectError(await patch({ name }), 400, "name must be a string of 1 to 100 characters, or null.")
    }
  })
})
