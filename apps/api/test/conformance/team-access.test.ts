import { messages } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectResponse, expectError, ID, TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

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

describe("the access of members", () => {
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

  it("PATCH /team/:membershipId replaces the domains of a member, before and after the invitation is accepted", async () => {
    const owner = await world.account()
    const [one, two] = [await addDomain(api, owner), await addDomain(api, owner)]
    const { membershipId } = await invite(owner, "access@example.com", [{ domainId: one.id, canWrite: false }])
    const patch = (domainAccess: unknown) => as(owner)("PATCH", `/team/${membershipId}`, { domainAccess })
    const nothing = { apiKeys: [], webhooks: [], channels: [], ccEmails: [] }
    expectResponse(await patch([{ domainId: two.id, canWrite: true }]), 200, {
      success: true,
      data: {
        ...member({ membershipId, email: "access@example.com" }),
        domainAccess: [{ domainId: two.id, canWrite: true }],
        ended: nothing
      }
    })
    expect((await accept(tokenTo("access@example.com"))).status).toBe(303)
    const key = await world.keyFor(membershipId)
    const seen = async () =>
      ((await as({ key })("GET", "/domains")).data as unknown as ReadonlyArray<{ id: string }>).map(({ id }) => id)
    expect(await seen()).toEqual([two.id])
    const hook = { domainId: two.id, url: "https://unresolved.example.com/in", events: ["status_change"] }
    const webhook = (await as({ key })("POST", "/webhooks", hook)).data
    await as({ key })("PATCH", `/domains/${two.id}`, { ccEmails: ["spy@example.org"] })
    const changed = await patch([{ domainId: one.id, canWrite: false }])
    expect(changed.data).toMatchObject({
      status: "accepted",
      domainAccess: [{ domainId: one.id, canWrite: false }],
      ended: {
        apiKeys: [],
        webhooks: [{ id: webhook.id, domainId: two.id, urlId: null, label: "unresolved.example.com", url: hook.url }],
        ccEmails: [{ domainId: two.id, email: "spy@example.org" }]
      }
    })
    expect(await seen()).toEqual([one.id])
    expect((await as({ key })("GET", "/account")).status).toBe(200)
    expect((await as(owner)("GET", `/domains/${two.id}`)).data["ccEmails"]).toEqual([])
    expect((await patch([])).data["domainAccess"]).toEqual([])
    expect(await seen()).toEqual([])
  })

  it("PATCH /team/:membershipId is refused to others, for others, and with domains of others", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    const theirs = await addDomain(api, stranger)
    const own = await addDomain(api, owner)
    const colleague = await world.member(owner, [{ domainId: own.id, canWrite: true }])
    const path = `/team/${colleague.membershipId}`
    const body = { domainAccess: [{ domainId: own.id, canWrite: true }] }
    const ownerOnly = "Only the account owner can manage team members."
    expectError(await as(colleague)("PATCH", path, body), 403, ownerOnly)
    expectError(await as(stranger)("PATCH", path, body), 404, "Team member not found.")
    expectError(await as(owner)("PATCH", `/team/${owner.membershipId}`, body), 404, "Team member not found.")
    for (const domainId of [theirs.id, absent, "nonsense"]) {
      const response = await as(owner)("PATCH", path, {
        domainAccess: [
          { domainId: own.id, canWrite: false },
          { domainId, canWrite: true }
        ]
      })
      expectError(response, 404, "Domain not found.")
    }
    expect((await as(colleague)("GET", `/domains/${own.id}`)).data["access"]).toBe("write")
    const message = "domainAccess must be a list of at most 5000 objects {domainId, canWrite}."
    expectError(await as(owner)("PATCH", path, { domainAccess: {} }), 400, message)
    expectError(
      await as(owner)("PATCH", path, {}),
      400,
      "Send at least one of: memberRole, domainAccess, urlAccess, heartbeatAccess, serviceAccess, tagAccess."
    )
    const roles = "memberRole must be one of: viewer, editor, admin."
    expectError(await as(owner)("PATCH", path, { memberRole: "owner" }), 400, roles)
    expectError(await as(colleague)("POST", `${path}/link`), 403, ownerOnly)
    expectError(await as(stranger)("POST", `${path}/link`), 404, "Team member not found.")
    expectError(await as(owner)("POST", `${path}/link`), 400, "This invitation has already been accepted.")
  })

  it("an invitation and a change share monitors and tags, GET /team shows them, and the audit log has the change", async () => {
    const owner = await world.account()
    const page = (await as(owner)("POST", "/urls", { url: "https://shop.example.com/" })).data.id
    const tag = (await as(owner)("POST", "/tags", { name: "Shop" })).data.id
    const heartbeat = (await as(owner)("POST", "/heartbeats", { name: "Backup" })).data.id
    const shared = {
      urlAccess: [{ urlId: page, canWrite: false }],
      heartbeatAccess: [{ heartbeatId: heartbeat, canWrite: true }],
      tagAccess: [{ tagId: tag, canWrite: true }]
    }
    const { data } = await as(owner)("POST", "/team/invite", { email: "pages@example.com", ...shared })
    expect(data).toMatchObject({ domainAccess: [], ...shared })
    expect((await as(owner)("GET", "/team")).data).toMatchObject([shared])
    const path = `/team/${String(data["membershipId"])}`
    const changed = await as(owner)("PATCH", path, { tagAccess: [] })
    expect(changed.data).toMatchObject({ ...shared, tagAccess: [] })
    const { data: entries } = await as(owner)("GET", "/audit?action=team.update")
    const [entry] = entries as unknown as ReadonlyArray<{ readonly changes: ReadonlyArray<{ readonly field: string }> }>
    expect(entry?.changes.map(({ field }) => field)).toContain("tagAccess")
    const withoutPages = await as(owner)("PATCH", path, { urlAccess: [] })
    expect(withoutPages.data).toMatchObject({ urlAccess: [], heartbeatAccess: shared.heartbeatAccess })
    await as(owner)("PATCH", path, { urlAccess: shared.urlAccess })
    await as(owner)("DELETE", `/urls/${page}`)
    await as(owner)("DELETE", `/heartbeats/${heartbeat}`)
    expect((await as(owner)("GET", "/team")).data).toMatchObject([
      { urlAccess: [], heartbeatAccess: [], serviceAccess: [], tagAccess: [] }
    ])
  })

  it("an unknown page or tag, and a list that is too long, are refused with the name of the field", async () => {
    const owner = await world.account()
    const stranger = await world.account()
    const domain = await addDomain(api, owner)
    const colleague = await world.member(owner, [])
    const path = `/team/${colleague.membershipId}`
    const theirPage = (await as(stranger)("POST", "/urls", { url: "https://shop.example.com/" })).data.id
    const theirTag = (await as(stranger)("POST", "/tags", { name: "Shop" })).data.id
    const canWrite = true
    const requests = [
      (body: object) => as(owner)("PATCH", path, body),
      (body: object) => as(owner)("POST", "/team/invite", { email: "nobody@example.com", ...body })
    ]
    for (const send of requests) {
      for (const urlId of [theirPage, domain.id, absent, "nonsense"])
        expectError(await send({ urlAccess: [{ urlId, canWrite }] }), 400, messages.shared.url)
      for (const heartbeatId of [theirPage, domain.id, absent, "nonsense"])
        expectError(await send({ heartbeatAccess: [{ heartbeatId, canWrite }] }), 400, messages.shared.heartbeat)
      for (const tagId of [theirTag, domain.id, absent, "nonsense"])
        expectError(await send({ tagAccess: [{ tagId, canWrite }] }), 400, messages.shared.tag)
      const urls = "urlAccess must be a list of at most 5000 objects {urlId, canWrite}."
      const tags = "tagAccess must be a list of at most 1000 objects {tagId, canWrite}."
      expectError(await send({ urlAccess: {} }), 400, urls)
      expectError(await send({ tagAccess: [{ canWrite }] }), 400, tags)
      expectError(
        await send({ tagAccess: Array.from({ length: 1_001 }, () => ({ tagId: absent, canWrite })) }),
        400,
        tags
      )
      expectError(await send({ tagAccess: [{ tagId: absent }] }), 400, "canWrite must be true or false.")
    }
  })

  it("POST /team/:membershipId/link returns a link to pass on, which replaces the emailed one and confirms no address", async () => {
    const owner = await world.account()
    const { membershipId } = await invite(owner, "copied@example.com")
    const emailed = tokenTo("copied@example.com")
    const response = await as(owner)("POST", `/team/${membershipId}/link`)
    expectResponse(response, 200, {
      success: true,
      data: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/invite\/[\w-]{43}$/u), expiresAt: TIME }
    })
    const token = String(response.data["url"]).split("/").at(-1) ?? ""
    expect((await accept(emailed)).status).toBe(410)
    expect((await accept(token)).status).toBe(303)
    expect((await accept(token)).status).toBe(410)
    const rows = await world.sql(
      "select email_confirmed_at as confirmed, password_hash is not null as password from app_user where email = $1",
      "copied@example.com"
    )
    expect(rows).toEqual([{ confirmed: null, password: true }])
  })

  it("a copied link cannot set the password of somebody who already belongs to an account", async () => {
    const owner = await world.account()
    const waiting = await world.account()
    const { membershipId } = await invite(owner, waiting.email)
    const message =
      "This person already belongs to an account but does not have a password yet. Send the invitation by email instead."
    expectError(await as(owner)("POST", `/team/${membershipId}/link`), 400, message)
    const later = await invite(owner, "later@example.com")
    const { data } = await as(owner)("POST", `/team/${later.membershipId}/link`)
    await world.sql("insert into app_user (public_id, email) values (gen_random_uuid(), 'later@example.com')")
    expect((await accept(String(data["url"]).split("/").at(-1) ?? "")).status).toBe(410)
    await as(owner)("POST", `/team/${later.membershipId}/resend`)
    expect((await accept(tokenTo("later@example.com"))).status).toBe(303)
  })
})
