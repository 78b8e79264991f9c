import { BadRequest, createClient, Forbidden } from "@mon/api-contract/plain"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, newDomainRecord, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const WEEK = 7 * 86_400_000

const member = (fields: object) => ({
  membershipId: ID,
  name: null,
  status: "pending",
  memberRole: "editor",
  domainAccess: [],
  urlAccess: [],
  heartbeatAccess: [],
  serviceAccess: [],
  tagAccess: [],
  invitedAt: TIME,
  expiresAt: TIME,
  acceptedAt: null,
  ...fields
})

describe("the team", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const as =
    ({ key }: { readonly key: string }) =>
    (method: string, path: string, body?: unknown) =>
      api.send(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) })
  const invite = async (owner: TestAccount, email: string, domainAccess: ReadonlyArray<object> = []) => {
    const { data } = await as(owner)("POST", "/team/invite", { email, domainAccess })
    return data as unknown as { readonly membershipId: string; readonly invitedAt: string; readonly expiresAt: string }
  }
  const tokenTo = (email: string): string => {
    const mail = world.mails.findLast(({ to }) => to === email)
    return /\/invite\/([\w-]{43})/u.exec(mail?.text ?? "")?.[1] ?? ""
  }
  const accept = (token: string, password = "four words make one") =>
    api.send("POST", `/invite/${token}`, {
      body: new URLSearchParams({ name: "Ann", password }).toString(),
      headers: { Origin: api.origin, Accept: "text/html" }
    })

  it("GET /team is empty without members; the owner is not listed", async () => {
    expectResponse(await as(await world.account())("GET", "/team"), 200, { success: true, data: [] })
  })

  it("POST /team/invite returns 201 with the membership, and sends an email whose link works for seven days", async () => {
    const owner = await world.account()
    const domain = await addDomain(api, owner)
    const response = await as(owner)("POST", "/team/invite", {
      email: " ann@friends.example ",
      domainAccess: [
        { domainId: domain.id, canWrite: false },
        { domainId: domain.id, canWrite: true }
      ],
      unknown: 1
    })
    const data = member({ email: "ann@friends.example", domainAccess: [{ domainId: domain.id, canWrite: true }] })
    expectResponse(response, 201, { success: true, data })
    const { expiresAt, invitedAt } = response.data as unknown as {
      readonly expiresAt: string
      readonly invitedAt: string
    }
    expect(Date.parse(expiresAt) - Date.parse(invitedAt)).toBe(WEEK)
    expectResponse(await as(owner)("GET", "/team"), 200, { success: true, data: [data] })
    const [mail, ...more] = world.mails.filter(({ to }) => to === "ann@friends.example")
    expect(more).toEqual([])
    expect(mail?.subject).toBe(`${owner.email} invites you to Mon`)
    expect(mail?.messageId).toMatch(/^<[0-9a-f]{32}@127\.0\.0\.1>$/u)
    for (const body of [mail?.text ?? "", mail?.html ?? ""]) {
      expect(body).toContain(`${api.origin}/invite/${tokenTo("ann@friends.example")}`)
      expect(body).toContain("7 days")
    }
    expect(tokenTo("ann@friends.example")).toMatch(/^[\w-]{43}$/u)
    expect(JSON.stringify(await world.sql("select * from team_invite"))).not.toContain(tokenTo("ann@friends.example"))
  })

  it("gives members access to the shared domains and nothing else", async () => {
    const owner = await world.account()
    const shared = await addDomain(api, owner)
    await addDomain(api, owner)
    const { membershipId } = await invite(owner, "joins@friends.example", [{ domainId: shared.id, canWrite: false }])
    expect((await accept(tokenTo("joins@friends.example"))).status).toBe(303)
    expectResponse(await as(owner)("GET", "/team"), 200, {
      success: true,
      data: [
        member({
          membershipId,
          email: "joins@friends.example",
          name: "Ann",
          status: "accepted",
          expiresAt: null,
          acceptedAt: TIME,
          domainAccess: [{ domainId: shared.id, canWrite: false }]
        })
      ]
    })
    const key = await world.keyFor(membershipId)
    const listed = await as({ key })("GET", "/domains")
    expect(listed.body).toMatchObject({
      data: [
        newDomainRecord({
          id: shared.id,
          url: shared["url"],
          hostname: shared["hostname"],
          name: shared["name"],
          access: "read"
        })
      ]
    })
    expect((await as(owner)("GET", "/account")).data).toMatchObject({ usage: { teamMembers: 1 } })
  })

  it.each([
    ["nothing", undefined, "email is required."],
    ["a blank address", { email: "  " }, "email is required."],
    ["a number", { email: 7 }, "email must be an e-mail address."],
    ["no address", { email: "ann" }, "email must be an e-mail address."],
    ["two addresses", { email: "a@b.example, c@d.example" }, "email must be an e-mail address."],
    ["a header field", { email: "a@b.example\r\nBcc: c@d.example" }, "email must be an e-mail address."],
    [
      "access that is no list",
      { email: "a@b.example", domainAccess: {} },
      "domainAccess must be a list of at most 5000 objects {domainId, canWrite}."
    ],
    [
      "access without a domain",
      { email: "a@b.example", domainAccess: [{ canWrite: true }] },
      "domainAccess must be a list of at most 5000 objects {domainId, canWrite}."
    ],
    [
      "access without a right",
      { email: "a@b.example", domainAccess: [{ domainId: absent }] },
      "canWrite must be true or false."
    ],
    [
      "a right that is a text",
      { email: "a@b.example", domainAccess: [{ domainId: absent, canWrite: "yes" }] },
      "canWrite must be true or false."
    ]
  ])("POST /team/invite returns 400 for %s", async (_, body, message) => {
    expectError(await as(await world.account())("POST", "/team/invite", body), 400, message)
  })

  it("POST /team/invite returns 404 for an unknown, malformed or foreign domain, and sends no email", async () => {
    const owner = await world.account("free")
    const foreign = await addDomain(api, await world.account())
    const before = world.mails.length
    for (const domainId of [foreign.id, absent, "x", ""]) {
      const body = { email: "no@friends.example", domainAccess: [{ domainId, canWrite: true }] }
      expectError(await as(owner)("POST", "/team/invite", body), 404, "Domain not found.")
    }
    expect(world.mails.length).toBe(before)
  })

  it("POST /team/invite returns 400 for an invited address and for the owner", async () => {
    const owner = await world.account()
    await invite(owner, "twice@friends.example")
    expectError(
      await as(owner)("POST", "/team/invite", { email: "TWICE@friends.example" }),
      400,
      "This user has already been invited."
    )
    expectError(
      await as(owner)("POST", "/team/invite", { email: owner.email }),
      400,
      "The account owner cannot be invited."
    )
  })

  it("has five seats on Pro including pending invites, also with concurrent requests", async () => {
    const owner = await world.account()
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => as(owner)("POST", "/team/invite", { email: `seat-${n}@friends.example` }))
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expectError(response, 400, "Maximum team member limit (5) reached. Upgrade your plan to add more members.")
    }
    expect(world.mails.filter(({ to }) => to.startsWith("seat-"))).toHaveLength(5)
  })

  it("on Free or an expired plan refuses invites and resends with 403, still lists and removes, and members can only read", async () => {
    const owner = await world.account()
    const domain = await addDomain(api, owner)
    const { membershipId } = await invite(owner, "stays@friends.example", [{ domainId: domain.id, canWrite: true }])
    await accept(tokenTo("stays@friends.example"))
    const pending = await invite(owner, "waits@friends.example")
    await world.sql(
      "update account set plan_expires_at = now() - interval '1 day' where public_id = $1::uuid",
      owner.id
    )
    const plan = "Team members need a Pro or Agency plan."
    expectError(await as(owner)("POST", "/team/invite", { email: "new@friends.example" }), 403, plan)
    expectError(await as(owner)("POST", `/team/${pending.membershipId}/resend`), 403, plan)
    expectError(await as(owner)("POST", `/team/${absent}/resend`), 404, "Team member not found.")
    const key = await world.keyFor(membershipId)
    expect((await as({ key })("GET", `/domains/${domain.id}`)).status).toBe(200)
    expectError(await as({ key })("POST", `/domains/${domain.id}/pause`), 403, plan)
    expect((await as(owner)("GET", "/team")).status).toBe(200)
    expectResponse(await as(owner)("DELETE", `/team/${pending.membershipId}`), 200, {
      success: true,
      data: {
        id: pending.membershipId,
        deleted: true,
        ended: { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }
      }
    })
  })

  it("POST /team/:membershipId/resend sends a new link for seven days and invalidates the old one", async () => {
    const owner = await world.account()
    const created = await invite(owner, "again@friends.example")
    const first = tokenTo("again@friends.example")
    await world.sql(
      "update team_invite set expires_at = now() - interval '1 hour' where public_id = $1::uuid",
      created.membershipId
    )
    expect((await as(owner)("GET", "/team")).body).toMatchObject({ data: [{ status: "expired" }] })
    expect((await accept(first)).status).toBe(410)
    const response = await as(owner)("POST", `/team/${created.membershipId}/resend`)
    expectResponse(response, 200, {
      success: true,
      data: member({ membershipId: created.membershipId, email: "again@friends.example" })
    })
    const second = tokenTo("again@friends.example")
    expect(second).not.toBe(first)
    expect((await accept(first)).status).toBe(410)
    expect((await accept(second)).status).toBe(303)
    expectError(
      await as(owner)("POST", `/team/${created.membershipId}/resend`),
      400,
      "This invitation has already been accepted."
    )
    expectError(
      await as(owner)("POST", `/team/${owner.membershipId}/resend`),
      400,
      "This invitation has already been accepted."
    )
  })

  it("DELETE /team/:membershipId ends key, session, access and invite link immediately in all processes", async () => {
    const owner = await world.account()
    const domain = await addDomain(api, owner)
    const { membershipId } = await invite(owner, "leaves@friends.example", [{ domainId: domain.id, canWrite: true }])
    const cookie = (await accept(tokenTo("leaves@friends.example"))).headers["set-cookie"]?.[0]?.split(";")[0] ?? ""
    const key = await world.keyFor(membershipId)
    const other = await world.startApi()
    expect((await other.send("GET", `/api/v1/domains/${domain.id}`, { key })).status).toBe(200)
    expect((await other.send("GET", "/settings/sign-in", { headers: { Cookie: cookie } })).status).toBe(200)
    expectResponse(await as(owner)("DELETE", `/team/${membershipId}`), 200, {
      success: true,
      data: {
        id: membershipId,
        deleted: true,
        ended: { apiKeys: [{ id: ID, shown: expect.any(String) }], webhooks: [], channels: [], ccEmails: [] }
      }
    })
    expectError(await other.send("GET", `/api/v1/domains/${domain.id}`, { key }), 401, "Missing or invalid API key.")
    expect((await other.send("GET", "/settings/sign-in", { headers: { Cookie: cookie } })).headers["location"]).toBe(
      "/signin?next=%2Fsettings%2Fsign-in"
    )
    const pending = await invite(owner, "never@friends.example")
    await as(owner)("DELETE", `/team/${pending.membershipId}`)
    expect((await accept(tokenTo("never@friends.example"))).status).toBe(410)
    expectResponse(await as(owner)("GET", "/team"), 200, { success: true, data: [] })
    expectError(await as(owner)("DELETE", `/team/${membershipId}`), 404, "Team member not found.")
    expectError(await as(owner)("DELETE", `/team/${owner.membershipId}`), 400, "The account owner cannot be removed.")
    await other.close()
  })

  it("can be managed with the typed client", async () => {
    const owner = await world.account()
    const mon = createClient({ baseUrl: api.origin, apiKey: owner.key })
    const { membershipId } = await mon.team.invite({ email: "typed@friends.example" })
    await expect(mon.team.invite({ email: "typed@friends.example" })).rejects.toThrow(BadRequest)
    expect((await mon.team.resend(membershipId)).status).toBe("pending")
    expect(await mon.team.list()).toHaveLength(1)
    await mon.team.remove(membershipId)
    expect(await mon.team.list()).toEqual([])
    const guest = createClient({ baseUrl: api.origin, apiKey: (await world.member(owner, [])).key })
    await expect(guest.team.list()).rejects.toThrow(Forbidden)
  })

  it("limits invitations to one address: the eleventh of an account has to wait", async () => {
    const owner = await world.account()
    const { membershipId } = await invite(owner, "flooded@friends.example")
    const responses = []
    for (let n = 0; n < 10; n++) responses.push(await as(owner)("POST", `/team/${membershipId}/resend`))
    expect(responses.map(({ status }) => status)).toEqual([...Array(9).fill(200), 429])
    const last = responses.at(-1)
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0)
    expect((await accept(tokenTo("flooded@friends.example"))).status).toBe(303)
  })

  it.each([
    ["GET", "/team"],
    ["POST", "/team/invite"],
    ["DELETE", `/team/${absent}`],
    ["POST", `/team/${absent}/resend`]
  ])("%s %s returns 403 to members", async (method, path) => {
    const someone = await world.member(await world.account(), [])
    const response = await as(someone)(method, path, method === "POST" ? { email: "a@b.example" } : undefined)
    expectError(response, 403, "Only the account owner can manage team members.")
  })

  it.each([absent, "x", "'%20or%20true--", "%00"])(
    "returns 404 for another account's membership and for the id %s",
    async (id) => {
      const owner = await world.account()
      const theirs = await invite(await world.account(), `theirs-${id.length}@friends.example`)
      for (const one of [id, theirs.membershipId]) {
        expectError(await as(owner)("DELETE", `/team/${one}`), 404, "Team member not found.")
        expectError(await as(owner)("POST", `/team/${one}/resend`), 404, "Team member not found.")
      }
    }
  )
})
