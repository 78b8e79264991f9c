// The audit log, as the account's owner reads it.
import { AuditLog, RefusedAddresses, Secrets } from "@mon/core-store"
import type { AuditChange } from "@mon/model"
import { makeUnsubscribeToken } from "@mon/notifications"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { changesBetween } from "../../src/http/change.ts"
import { alertLink } from "../acknowledgeLink.ts"
import type { ApiResponse } from "../ApiConnection.ts"
import { expectError } from "../Expected.ts"
import { signUpWithCode } from "../pages/Authenticator.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

interface Entry {
  readonly id: string
  readonly action: string
  readonly changes: ReadonlyArray<unknown>
}

const entriesIn = ({ data }: ApiResponse) => data as unknown as ReadonlyArray<Entry>
const actionsIn = (response: ApiResponse) => entriesIn(response).map(({ action }) => action)

describe("the audit log", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const read = (account: { readonly key: string }, query = "") => as(account)("GET", `/audit${query}`)
  const signedIn = (person: Visitor, method: string, path: string) =>
    api.send(method, `/api/v1${path}`, {
      headers: {
        Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin"
      }
    })
  const tag = (account: TestAccount, name: string) => as(account)("POST", "/tags", { name })

  it("names the API key, and is empty for a new account", async () => {
    const owner = await world.account()
    expect(entriesIn(await read(owner))).toEqual([])
    const key = await world.keyFor(owner.membershipId, { name: "Deployment" })
    await api.send("POST", "/api/v1/tags", {
      key,
      body: { name: "One" },
      headers: { "X-Forwarded-For": "203.0.113.77", "User-Agent": "deploy/1" }
    })
    expect(entriesIn(await read(owner))).toEqual([
      {
        id: expect.any(String),
        at: expect.any(String),
        isFinished: true,
        action: "tags.create",
        target: expect.any(String),
        actor: "key",
        email: owner.email,
        keyName: "Deployment",
        address: "203.0.113.77",
        userAgent: "deploy/1",
        changes: expect.arrayContaining([{ field: "name", before: null, after: "One" }])
      }
    ])
  })

  it("is for the owner only, and contains only the own account", async () => {
    const owner = await world.account()
    await tag(owner, "Mine")
    const member = await world.member(owner, [])
    expectError(await read(member), 403, "Only the account owner can do this.")
    expectError(await as(member)("GET", "/audit/export"), 403, "Only the account owner can do this.")
    expect(entriesIn(await read(await world.account()))).toEqual([])
    const readOnly = await world.keyFor(owner.membershipId, { scope: "read" })
    expect(actionsIn(await read({ key: readOnly }))).toEqual(["tags.create"])
  })

  it("has no entry of a request that was refused", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    await as(owner)("POST", "/tags", { name: "" })
    await as(owner)("PATCH", `/domains/${id}`, { checkInterval: 1 })
    await as(owner)("PATCH", "/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", { name: "x" })
    await as(owner)("DELETE", "/tags/%00")
    expect(actionsIn(await read(owner))).toEqual(["domains.create"])
    expect((await world.sql("select 1 from audit_entry where finished_at is null")).length).toBe(0)
  })

  it("has one entry of a request that is repeated with its Idempotency-Key", async () => {
    const owner = await world.account()
    const twice = { key: owner.key, body: { name: "Once" }, headers: { "Idempotency-Key": "audit-once" } }
    await api.send("POST", "/api/v1/tags", twice)
    expect((await api.send("POST", "/api/v1/tags", twice)).headers["idempotency-replayed"]).toBe("true")
    expect(actionsIn(await read(owner))).toEqual(["tags.create"])
  })

  it("can be filtered and is read page by page", async () => {
    const owner = await world.account()
    for (const name of ["a", "b", "c"]) await tag(owner, name)
    const { id } = await addDomain(api, owner)
    await as(owner)("PATCH", `/domains/${id}`, { name: "New" })
    const all = await read(owner)
    expect(actionsIn(all)).toEqual(["domains.update", "domains.create", ...Array(3).fill("tags.create")])
    const first = entriesIn(await read(owner, "?limit=2"))
    const second = entriesIn(await read(owner, `?limit=2&before=${first.at(-1)?.id}`))
    const third = entriesIn(await read(owner, `?limit=2&before=${second.at(-1)?.id}`))
    expect([...first, ...second, ...third]).toEqual(entriesIn(all))
    expect(actionsIn(await read(owner, "?action=domains"))).toEqual(["domains.update", "domains.create"])
    expect(actionsIn(await read(owner, "?action=domains.create"))).toEqual(["domains.create"])
    expect(actionsIn(await read(owner, `?target=${id}`))).toEqual(["domains.update", "domains.create"])
    expect(entriesIn(await read(owner, `?email=${owner.email.toUpperCase()}`))).toHaveLength(5)
    expect(entriesIn(await read(owner, "?email=nobody@example.com"))).toEqual([])
    expect((await read(owner, "?target=%00")).status).toBe(400)
    expect(entriesIn(await read(owner, "?since=2000-01-01&until=2001-01-01T00:00:00Z"))).toEqual([])
    expect(entriesIn(await read(owner, "?since=2000-01-01"))).toHaveLength(5)
    for (const [query, message] of [
      ["?before=nonsense", "before must be the id of an audit log entry."],
      [`?before=${id}`, "before must be the id of an audit log entry."],
      ["?since=yesterday", "since must be a time, such as 2026-11-21T00:00:00Z."],
      ["?until=%00", "until must be a time, such as 2026-11-21T00:00:00Z."],
      ["?since=%2B275760-09-13", "since must be a time, such as 2026-11-21T00:00:00Z."],
      ["?limit=0", "limit must be a whole number between 1 and 200."]
    ] as const)
      expectError(await read(owner, query), 400, message)
  })

  it("can be downloaded as CSV, with the same filters and without formulas", async () => {
    const owner = await world.account()
    await tag(owner, "=cmd|x")
    await as(owner)("PATCH", "/account", { name: "Ada" })
    const file = await as(owner)("GET", "/audit/export?action=tags")
    expect(file.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringContaining('filename="audit-log.csv"')
    })
    const [heading, row, ...rest] = file.text.split("\r\n")
    expect(heading).toBe("id,at,is_finished,action,target,actor,email,key_name,address,user_agent,changes")
    expect(row).toContain("tags.create")
    expect(row).toContain('""after"":""=cmd|x""')
    expect(rest).toEqual([""])
    expect((await as(owner)("GET", "/audit/export")).text.split("\r\n")).toHaveLength(4)
  })

  it("stores entries as long as the plan says when the change is made", async () => {
    const days = async (account: TestAccount) => {
      await tag(account, "t")
      const [row] = await world.sql(
        `select round(extract(epoch from e.expires_at - e.at) / 86400)::int as days from audit_entry e
        join account a on a.id = e.account_id where a.public_id = $1::uuid`,
        account.id
      )
      return Reflect.get(row ?? {}, "days")
    }
    expect(await days(await world.account("free"))).toBe(7)
    expect(await days(await world.account("pro"))).toBe(90)
    expect(await days(await world.account("agency"))).toBe(365)
    const lapsed = await world.account("agency")
    await world.sql(
      "update account set plan_expires_at = mon_now() - interval '1 day' where public_id = $1::uuid",
      lapsed.id
    )
    expect(await days(lapsed)).toBe(7)
    expect((await as(lapsed)("GET", "/account")).data).toMatchObject({ limits: { auditLogDays: 7 } })
    await world.sql("update audit_entry set expires_at = mon_now()")
    expect(entriesIn(await read(lapsed))).toEqual([])
    expect(await world.run(Effect.flatMap(AuditLog, (log) => log.purge(1)))).toBe(1)
    await world.run(Effect.flatMap(AuditLog, (log) => log.purge(1_000)))
    expect(await world.sql("select 1 from audit_entry")).toEqual([])
  })

  it("says that the outcome is unknown if the process ended during the change", async () => {
    const owner = await world.account()
    const crashing = await world.startApi({
      override: Layer.effect(
        AuditLog,
        Effect.map(AuditLog, (log) => AuditLog.of({ ...log, finish: () => Effect.interrupt }))
      ) as never
    })
    await expect(crashing.send("POST", "/api/v1/tags", { key: owner.key, body: { name: "Half" } })).rejects.toThrow(
      "socket hang up"
    )
    expect(entriesIn(await read(owner))).toMatchObject([{ action: "tags.create", isFinished: false, changes: [] }])
  })

  it("has entries of forms, sign-ins, links and new passwords, with what they changed", async () => {
    const email = "forms@example.net"
    const { nextCode, person } = await signUpWithCode(world, api, email)
    const log = async (who: Visitor) => entriesIn(await signedIn(who, "GET", "/audit"))
    expect((await log(person)).map(({ action }) => action)).toEqual([
      "secondFactor.confirm",
      "secondFactor.setUp",
      "session.open"
    ])
    await person.call("PATCH", "/settings", { timezone: "Europe/Rome" })
    expect((await log(person))[0]).toMatchObject({
      action: "settings.update",
      email,
      changes: expect.arrayContaining([{ field: "timezone", before: "UTC", after: "Europe/Rome" }])
    })
    await person.call("POST", "/keys", { name: "Script", scope: "read" })
    expect((await log(person))[0]).toMatchObject({
      action: "keys.create",
      changes: expect.arrayContaining([{ field: "scope", before: null, after: "read" }])
    })
    const before = (await log(person)).length
    await person.post("/settings/refused-address", { address: "nobody@example.net" })
    expect(await log(person), "a refused form").toHaveLength(before)
    const other = visitor(api)
    await other.post("/reset", { email })
    await other.post(linkTo(world, email), { password: "yet another four words" })
    await other.post("/signin/code", { code: nextCode() })
    expect((await log(other)).slice(0, 2)).toMatchObject([
      { action: "session.open", actor: "session", email },
      { action: "password.reset", actor: "link", email }
    ])
  })

  it("has an entry of the link when a reader without an account uses one from an email", async () => {
    const owner = await world.account("agency")
    const [customer, stopped] = ["customer", "stopped"].map((name) => `${name}@${owner.membershipId}.example`)
    const domain = await addDomain(api, owner)
    await as(owner)("POST", "/scheduled-reports", { name: "Report", every: "week", recipients: [customer] })
    const claims = { kind: "alerts", accountId: owner.id, address: stopped ?? "" } as const
    const token = await world.run(Effect.map(Secrets, (secrets) => makeUnsubscribeToken(secrets, claims)))
    const alert = { channel: "email", target: owner.email, person: owner.email }
    await visitor(api).post(linkTo(world, customer ?? ""), { do: "subscribe" })
    await visitor(api).post(await alertLink(world, domain.id, alert), { note: "On it" })
    await visitor(api).post(`/stop/${token}`, {})
    expect(entriesIn(await read(owner)).slice(0, 3)).toMatchObject([
      { action: "subscription.update", actor: "link", email: null, keyName: null },
      { action: "incidents.acknowledge", actor: "link", keyName: null },
      { action: "scheduledReports.decide", actor: "link", email: null, keyName: null }
    ])

    const email = "refused@else.example"
    const person = await signUp(world, api, email)
    await world.run(Effect.flatMap(RefusedAddresses, (refused) => refused.record(email, 550, true)))
    await person.post("/settings/refused-address", { address: email })
    await visitor(api).post(linkTo(world, email), {})
    expect(entriesIn(await signedIn(person, "GET", "/audit"))[0]).toMatchObject({
      action: "refusedAddress.confirm",
      actor: "link",
      email: null
    })
  })

  it("has one complete entry of each new monitor, with the values that the response shows", async () => {
    const owner = await world.account("agency")
    const request = { headers: { Authorization: "Bearer secret-of-the-request", A: "b" } }
    for (const [path, action, body] of [
      ["/domains", "domains.create", { url: "https://new.example.com", ccEmails: ["ops@example.com"], request }],
      ["/urls", "urls.create", { url: "https://new.example.com/page", name: "Page", request }],
      ["/heartbeats", "heartbeats.create", { name: "Job", slug: "job", token: "a-token-that-the-person-chose" }]
    ] as const) {
      const { data } = await as(owner)("POST", path, body)
      const [entry] = entriesIn(await read(owner))
      expect(entry).toMatchObject({ action, isFinished: true, target: Reflect.get(data ?? {}, "id") })
      expect(entry?.changes).not.toEqual([])
      expect(JSON.stringify(entry)).not.toMatch(/secret-of-the-request|a-token-that/u)
      for (const { after, before, field } of (entry?.changes ?? []) as ReadonlyArray<AuditChange>) {
        expect(before).toBeNull()
        const value: unknown = field === "token" ? "***" : Reflect.get(data ?? {}, field)
        expect(after, field).toBe(typeof value === "string" ? value : JSON.stringify(value))
      }
    }
    expect(actionsIn(await read(owner))).toEqual(["heartbeats.create", "urls.create", "domains.create"])
  })

  it("cuts a long value between two characters, so that it can be stored", () => {
    const [change] = changesBetween(null, { note: `x${"😀".repeat(3_000)}` }, {})
    expect(change?.after?.length).toBe(4_001)
    expect(change?.after?.isWellFormed()).toBe(true)
  })

  it("has an entry when somebody joins with an invitation", async () => {
    const owner = await signUp(world, api, "host@example.net")
    await world.sql("update account set plan = 'agency'")
    await api.send("POST", "/api/v1/team/invite", {
      headers: {
        Cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin"
      },
      body: { email: "guest@example.net" }
    })
    await visitor(api).post(linkTo(world, "guest@example.net"), { name: "Max", password: PASSWORD })
    const entries = entriesIn(await signedIn(owner, "GET", "/audit"))
    expect(entries.slice(0, 3)).toMatchObject([
      { action: "session.open", email: "guest@example.net" },
      { action: "team.join", actor: "link", email: "guest@example.net" },
      { action: "team.invite", email: "host@example.net" }
    ])
  })
})
