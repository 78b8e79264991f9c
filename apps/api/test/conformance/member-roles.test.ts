import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { behindProxy, signUp, type Visitor } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const readOnly = "You have read-only access to this domain."
const ownerOnly = "Only the account owner can do this."
const ntfy = { kind: "ntfy", settings: { topic: "alerts-k3v9" } }

describe("the roles of members", () => {
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
  const signedIn = (person: Visitor) => (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, {
      headers: {
        Cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        "Sec-Fetch-Site": "same-origin"
      },
      ...(body === undefined ? {} : { body })
    })
  const become = async (owner: TestAccount, { membershipId }: TestAccount, memberRole: string) => {
    const response = await as(owner)("PATCH", `/team/${membershipId}`, { memberRole })
    expect([response.status, response.data["memberRole"]]).toEqual([200, memberRole])
    return response.data
  }

  it("a new role applies to the next request, and the shared domains stay", async () => {
    const owner = await world.account()
    const { id } = await addDomain(api, owner)
    const other = await addDomain(api, owner)
    const member = await world.member(owner, [{ domainId: id, canWrite: true }])
    const rename = (name: string) => as(member)("PATCH", `/domains/${id}`, { name })
    expect((await rename("One")).status).toBe(200)
    await become(owner, member, "viewer")
    expectError(await rename("Two"), 403, readOnly)
    expect((await as(member)("GET", `/domains/${id}`)).data).toMatchObject({ access: "read", name: "One" })
    expect((await as(member)("GET", "/account")).data).toMatchObject({ role: "member", memberRole: "viewer" })
    expect((await as(member)("GET", `/domains/${other.id}`)).status).toBe(404)
    await become(owner, member, "admin")
    expect((await rename("Three")).status).toBe(200)
    expect((await as(member)("GET", `/domains/${other.id}`)).data).toMatchObject({ access: "owner" })
    expect((await as(member)("POST", "/urls", { url: "https://admins.example.com/" })).status).toBe(201)
    const changed = await become(owner, member, "editor")
    expect(changed["domainAccess"]).toEqual([{ domainId: id, canWrite: true }])
    expect((await rename("Four")).status).toBe(200)
    expect((await as(member)("GET", `/domains/${other.id}`)).status).toBe(404)
    expectError(await as(member)("GET", "/urls"), 403, ownerOnly)
  })

  it("an admin changes what belongs to the account, and neither the team nor billing", async () => {
    const owner = await world.account("agency")
    const admin = await world.member(owner, [], "admin")
    const { id } = await addDomain(api, admin)
    expect((await as(owner)("GET", `/domains/${id}`)).status).toBe(200)
    expect((await as(admin)("PATCH", "/settings", { notificationsPaused: true })).status).toBe(200)
    expect((await as(owner)("GET", "/settings")).data["notificationsPaused"]).toBe(true)
    expect((await as(admin)("PATCH", "/settings", { alertsByEmail: false })).data["alertsByEmail"]).toBe(false)
    expect((await as(admin)("GET", "/account")).data["usage"]).toEqual({ domains: 1, urls: 0, teamMembers: 0 })
    expect((await as(admin)("DELETE", `/domains/${id}`)).status).toBe(200)
    const teamOnly = "Only the account owner can manage team members."
    const path = `/team/${admin.membershipId}`
    expectError(await as(admin)("PATCH", path, { memberRole: "admin" }), 403, teamOnly)
    expectError(await as(admin)("POST", "/team/invite", { email: "friend@example.com" }), 403, teamOnly)
    expectError(await as(admin)("GET", "/billing"), 403, ownerOnly)
  })

  it("what only an admin can add ends with the role, and the response lists it", async () => {
    const owner = await world.account("agency")
    const domain = await addDomain(api, owner)
    const url = await as(owner)("POST", "/urls", { url: "https://admins.example.com/" })
    const member = await world.member(owner, [{ domainId: domain.id, canWrite: true }], "admin")
    const hook = { url: "https://hooks.example.com/in", events: ["status_change"] }
    const channel = (await as(member)("POST", "/channels", ntfy)).data
    const ofAccount = (await as(member)("POST", "/webhooks", { ...hook, scope: "account" })).data
    const ofUrl = (await as(member)("POST", "/webhooks", { ...hook, urlId: url.data.id })).data
    const ofDomain = (await as(member)("POST", "/webhooks", { ...hook, domainId: domain.id })).data
    const { ended } = await become(owner, member, "editor")
    expect(ended).toMatchObject({ apiKeys: [], channels: [{ id: channel.id }], ccEmails: [] })
    const { webhooks } = ended as { readonly webhooks: ReadonlyArray<object> }
    expect(webhooks).toHaveLength(2)
    expect(webhooks).toContainEqual(expect.objectContaining({ id: ofAccount.id, domainId: null, urlId: null }))
    expect(webhooks).toContainEqual(expect.objectContaining({ id: ofUrl.id, domainId: null, urlId: url.data.id }))
    expect((await as(owner)("GET", "/channels")).data).toEqual([])
    const left = (await as(owner)("GET", "/webhooks")).data as unknown as ReadonlyArray<{ readonly id: string }>
    expect(left.map(({ id }) => id)).toEqual([ofDomain.id])
  })

  it("an admin can only read once the plan has no team seats, but changes its own settings", async () => {
    const owner = await world.account("pro")
    const { id } = await addDomain(api, owner)
    const admin = await world.member(owner, [], "admin")
    await world.sql(
      "update account set plan_expires_at = now() - interval '1 day' where public_id = $1::uuid",
      owner.id
    )
    const message = "Team members need a Pro or Agency plan."
    expect((await as(admin)("GET", `/domains/${id}`)).status).toBe(200)
    expect((await as(admin)("GET", "/urls")).status).toBe(200)
    for (const [method, path, body] of [
      ["PATCH", `/domains/${id}`, { name: "x" }],
      ["DELETE", `/domains/${id}`],
      ["POST", "/domains", { url: "more.example.com" }],
      ["POST", "/notifications/pause", {}],
      ["PATCH", "/settings", { notificationsPaused: true }]
    ] as const)
      expectError(await as(admin)(method, path, body), 403, message)
    expect((await as(admin)("PATCH", "/settings", { timezone: "Asia/Tokyo" })).status).toBe(200)
    expect((await as(admin)("PATCH", "/account", { name: "Ada" })).status).toBe(200)
  })

  it("an invitation names the role, which can change before it is accepted", async () => {
    const owner = await world.account()
    const body = { email: "viewer@example.com", memberRole: "viewer" }
    const invited = await as(owner)("POST", "/team/invite", body)
    expect([invited.status, invited.data["memberRole"]]).toEqual([201, "viewer"])
    const path = `/team/${String(invited.data["membershipId"])}`
    expect((await as(owner)("PATCH", path, { memberRole: "admin" })).data["memberRole"]).toBe("admin")
    const mail = world.mails.findLast(({ to }) => to === body.email)
    const token = /\/invite\/([\w-]{43})/u.exec(mail?.text ?? "")?.[1] ?? ""
    const form = new URLSearchParams({ name: "Ann", password: "four words make one" }).toString()
    const headers = { Origin: api.origin, Accept: "text/html" }
    expect((await api.send("POST", `/invite/${token}`, { body: form, headers })).status).toBe(303)
    const key = await world.keyFor(String(invited.data["membershipId"]))
    expect((await as({ key })("GET", "/account")).data).toMatchObject({ role: "member", memberRole: "admin" })
    expect((await as({ key })("GET", "/urls")).status).toBe(200)
  })

  it("a session needs a recent sign-in to change a role, and not to change what is shared", async () => {
    const person = await signUp(world, api, "roles@example.net")
    const send = signedIn(person)
    await world.sql(
      "update account set plan = 'pro' where id = (select account_id from membership ms join app_user u on u.id = ms.user_id where u.email = 'roles@example.net')"
    )
    const { data } = await send("POST", "/team/invite", { email: "later@example.net" })
    const path = `/team/${String(data["membershipId"])}`
    await world.sql("update user_session set created_at = created_at - interval '20 minutes'")
    const message = "Enter your password: you signed in more than 15 minutes ago."
    expectError(await send("PATCH", path, { memberRole: "admin" }), 403, message)
    expectError(await send("POST", "/team/invite", { email: "admin@example.net", memberRole: "admin" }), 403, message)
    expect((await send("PATCH", path, { memberRole: "editor", domainAccess: [] })).status).toBe(200)
  })

  it("the audit log has the old and the new role", async () => {
    const owner = await world.account()
    const member = await world.member(owner, [])
    await become(owner, member, "viewer")
    const { data } = await as(owner)("GET", "/audit?action=team.update")
    const [entry] = data as unknown as ReadonlyArray<{ readonly changes: ReadonlyArray<object> }>
    expect(entry?.changes).toContainEqual({ field: "memberRole", before: "editor", after: "viewer" })
  })
})
