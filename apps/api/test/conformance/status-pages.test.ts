import { BASE_PATH } from "@mon/api-contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError, expectResponse, TIME } from "../Expected.ts"
import { png } from "../pngImage.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const PATH = "/status-pages"
const NOT_FOUND = "Status page not found."
const OWNER_ONLY = "Only the account owner can do this."
const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

const dataUrl = (bytes: Uint8Array, type = "image/png") =>
  `data:${type};base64,${Buffer.from(bytes).toString("base64")}`

describe("status pages", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let domainId: string
  let made = 0
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    domainId = (await addDomain(api, owner)).id
  })
  afterAll(() => world.close())

  type Sender = { readonly key: string }
  const send = (sender: Sender, method: string, path: string, body?: unknown) =>
    api.send(method, `${BASE_PATH}${path}`, { key: sender.key, ...(body === undefined ? {} : { body }) })
  const open = async (sender: Sender, more: object = {}) => {
    made += 1
    const answer = await send(sender, "POST", PATH, { name: "Shop", slug: `shop-${made}`, ...more })
    expect(answer.status, answer.text).toBe(201)
    return answer.data as unknown as {
      readonly id: string
      readonly components: ReadonlyArray<{ readonly id: string; readonly name: string; readonly state: string }>
    }
  }
  const post = { kind: "incident", title: "Slow payments", body: "We investigate." }

  it("are created with groups and components, and returned in full", async () => {
    const answer = await send(owner, "POST", PATH, {
      name: " Example Shop ",
      slug: "example-shop",
      accentColor: "#ABC",
      timezone: "europe/berlin",
      links: [{ label: "Support", url: "mailto:help@example.com" }],
      groups: [{ id: "shop", name: "Shop" }],
      components: [
        { name: "Checkout", groupId: "shop", monitorIds: [domainId], description: " Orders " },
        { name: "Wiki" }
      ]
    })
    const groups = answer.data["groups"] as unknown as ReadonlyArray<{ readonly id: string }>
    const component = {
      id: expect.any(String),
      tagIds: [],
      showsMonitors: false,
      showsUptime: true,
      onlyIfDegraded: false,
      override: null
    }
    expectResponse(answer, 201, {
      success: true,
      data: {
        id: expect.any(String),
        slug: "example-shop",
        name: "Example Shop",
        url: expect.stringMatching(/^https?:\/\/.+\/s\/example-shop$/u),
        access: "public",
        stoppedBy: null,
        openPosts: 0,
        drafts: 0,
        description: null,
        language: "en",
        timezone: "Europe/Berlin",
        accentColor: "#aabbcc",
        headerColor: null,
        logo: null,
        links: [{ label: "Support", url: "mailto:help@example.com" }],
        hasPassword: false,
        emailDomains: [],
        showsWindowNames: false,
        automaticPosts: "draft",
        host: null,
        subscribers: 0,
        pausedSubscribers: 0,
        groups: [{ id: expect.any(String), name: "Shop", description: null }],
        components: [
          {
            ...component,
            groupId: groups[0]?.id,
            name: "Checkout",
            description: "Orders",
            monitorIds: [domainId],
            state: "unknown"
          },
          { ...component, groupId: null, name: "Wiki", description: null, monitorIds: [], state: "unknown" }
        ],
        createdAt: TIME,
        updatedAt: TIME
      }
    })
    expect((await send(owner, "GET", `${PATH}/${answer.data.id}`)).data).toEqual(answer.data)
    const list = await send(owner, "GET", PATH)
    expect((list.data as unknown as ReadonlyArray<object>)[0]).toMatchObject({ id: answer.data.id, components: 2 })
  })

  it("change only the fields of a request, and keep the password secret", async () => {
    const { components, id } = await open(owner, { description: "All about us", components: [{ name: "Checkout" }] })
    const password = "correct horse battery"
    const answer = await send(owner, "PATCH", `${PATH}/${id}`, { access: "password", password })
    expect(answer.data).toMatchObject({
      access: "password",
      hasPassword: true,
      description: "All about us",
      components
    })
    expect(answer.text).not.toContain("argon2")
    expect(answer.text).not.toContain(password)
    const [row] = await world.sql("select password_hash from status_page where public_id = $1::uuid", id)
    expect(String(Reflect.get(row ?? {}, "password_hash"))).toMatch(/^\$argon2id\$/u)
    expectError(
      await send(owner, "PATCH", `${PATH}/${id}`, { password: null }),
      400,
      "Set a password, or choose another access setting."
    )
    expectResponse(await send(owner, "DELETE", `${PATH}/${id}`), 200, { success: true, data: { id, deleted: true } })
    expectError(await send(owner, "GET", `${PATH}/${id}`), 404, NOT_FOUND)
  })

  it("override the state of a component, and let it follow its monitors again", async () => {
    const { components, id } = await open(owner, { components: [{ name: "Checkout", monitorIds: [domainId] }] })
    const path = `${PATH}/${id}/components/${components[0]?.id}`
    const set = await send(owner, "PATCH", path, { state: "partial_outage" })
    expect(set.data).toMatchObject({
      components: [{ state: "partial_outage", override: { state: "partial_outage", at: TIME, by: expect.any(String) } }]
    })
    expect((await send(owner, "PATCH", path, { state: null })).data).toMatchObject({ components: [{ override: null }] })
    expectError(await send(owner, "PATCH", path, {}), 400, expect.stringMatching(/^state must be null or one of/u))
    expectError(await send(owner, "PATCH", path, { state: "unknown" }), 400, expect.stringMatching(/^state must be/u))
    expectError(
      await send(owner, "PATCH", `${PATH}/${id}/components/${absent}`, { state: null }),
      404,
      "Component not found."
    )
  })

  it("are previewed without being saved", async () => {
    const draft = { name: "New", slug: "not-there", components: [{ name: "Checkout", monitorIds: [domainId] }] }
    const answer = await send(owner, "POST", `${PATH}/preview`, draft)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data).toMatchObject({ name: "New", components: [{ name: "Checkout", state: "unknown", days: [{}] }] })
    expect(answer.text).not.toContain(domainId)
    expect((await send(owner, "GET", PATH)).text).not.toContain("not-there")
    expectError(await send(owner, "POST", `${PATH}/preview`, { ...draft, pageId: absent }), 404, NOT_FOUND)
  })

  it("decode a logo and write it anew, so that nothing but its pixels stays", async () => {
    const { id } = await open(owner)
    const answer = await send(owner, "PATCH", `${PATH}/${id}`, { logo: dataUrl(png(960, 240)) })
    const logo = answer.data["logo"] as unknown as {
      readonly data: string
      readonly width: number
      readonly height: number
    }
    expect([logo.width, logo.height]).toEqual([480, 120])
    const bytes = Buffer.from(logo.data.slice("data:image/png;base64,".length), "base64")
    expect(bytes.toString("latin1")).not.toContain("laptop")
    expect((await send(owner, "PATCH", `${PATH}/${id}`, { name: "New" })).data["logo"]).toEqual(logo)
    expect((await send(owner, "PATCH", `${PATH}/${id}`, { logo: null })).data["logo"]).toBeNull()
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  const LOGO = "logo must be null or a PNG, JPEG or WebP image of at most 256 KiB as a data: URL."
  it.each([
    ["a text", "logo.png", LOGO],
    ["an address", "https://example.com/logo.png", LOGO],
    ["SVG", dataUrl(svg, "image/svg+xml"), LOGO],
    ["SVG that says it is PNG", dataUrl(svg), LOGO],
    ["a broken image", dataUrl(png(8, 8).subarray(0, 60)), LOGO],
    ["too many bytes", dataUrl(Buffer.concat([png(8, 8), Buffer.alloc(262_144)])), LOGO],
    ["too many pixels", dataUrl(png(4_001, 1)), "logo must be at most 4000 pixels wide and high."]
  ])("refuse a logo that is %s", async (_what, logo, message) => {
    const { id } = await open(owner)
    expectError(await send(owner, "PATCH", `${PATH}/${id}`, { logo }), 400, message)
  })

  it("refuse more components than a page can have", async () => {
    const components = Array.from({ length: 201 }, () => ({ name: "A" }))
    expectError(
      await send(owner, "POST", PATH, { name: "Refused", slug: "too-many", components }),
      400,
      expect.stringMatching(/at most 200/u)
    )
  })

  it.each([
    [{ slug: "Shop" }, /^slug must be/u],
    [{ slug: "-shop" }, /^slug must be/u],
    [{ slug: "ab" }, /^slug must be/u],
    [{ slug: "example-shop" }, /^This slug is already in use/u],
    [{ name: "" }, /^name must be/u],
    [{ name: "Shop\nDOWN" }, /control characters/u],
    [{ accentColor: "red" }, /^accentColor must be/u],
    [{ timezone: "Mars" }, /^timezone must be/u],
    [{ access: "secret" }, /^access must be/u],
    [{ access: "password" }, /^Set a password/u],
    [{ access: "email_domains" }, /^Add at least one domain to emailDomains/u],
    [{ emailDomains: ["localhost"] }, /^emailDomains must be/u],
    [{ password: "short" }, /^password must be/u],
    [{ links: [{ label: "x", url: "javascript:alert(1)" }] }, /^links must be/u],
    [
      {
        groups: [
          { id: "a", name: "A" },
          { id: "a", name: "B" }
        ]
      },
      /only once/u
    ],
    [{ components: [{ name: "A", groupId: "nowhere" }] }, /^groupId must be/u],
    [{ components: [{ name: "A", monitorIds: [absent] }] }, /^monitorIds must contain/u],
    [{ components: [{ name: "A", tagIds: ["x"] }] }, /^tagIds must contain/u]
  ])("are refused with a sentence: %j", async (body, message) => {
    made += 1
    expectError(
      await send(owner, "POST", PATH, { name: "Refused", slug: `refused-${made}`, ...body }),
      400,
      expect.stringMatching(message)
    )
  })

  it("belong to the owner, and do not exist for others", async () => {
    const { components, id } = await open(owner, { components: [{ name: "Checkout" }] })
    const published = await send(owner, "POST", `${PATH}/${id}/posts`, { ...post, notifySubscribers: false })
    const updates = published.data["updates"] as unknown as ReadonlyArray<{ readonly id: string }>
    const ofPost = `${PATH}/${id}/posts/${published.data.id}`
    const calls = [
      ["GET", `${PATH}/${id}`],
      ["PATCH", `${PATH}/${id}`, { name: "Theirs" }],
      ["PATCH", `${PATH}/${id}/components/${components[0]?.id}`, { state: null }],
      ["GET", `${PATH}/${id}/posts`],
      ["POST", `${PATH}/${id}/posts`, { ...post, notifySubscribers: false }],
      ["GET", ofPost],
      ["PATCH", ofPost, { title: "Theirs" }],
      ["POST", `${ofPost}/updates`, { state: "resolved", body: "Over.", notifySubscribers: false }],
      ["PATCH", `${ofPost}/updates/${updates[0]?.id}`, { body: "Theirs" }],
      ["DELETE", `${ofPost}/updates/${updates[0]?.id}`],
      ["DELETE", ofPost],
      ["DELETE", `${PATH}/${id}`]
    ] as const
    const stranger = await world.account("agency")
    const member = await world.member(owner, [{ domainId, canWrite: true }])
    const reader = { key: await world.keyFor(owner.membershipId, { scope: "read" }) }
    for (const [method, path, body] of calls) {
      expectError(await send(stranger, method, path, body), 404, NOT_FOUND)
      expectError(await send(member, method, path, body), 403, OWNER_ONLY)
      const read = await send(reader, method, path, body)
      if (method === "GET") expect(read.status).toBe(200)
      else expectError(read, 403, "This API key is read-only.")
    }
    expectError(await send(member, "GET", PATH), 403, OWNER_ONLY)
    expectError(await send(member, "POST", PATH, { name: "a", slug: "abc" }), 403, OWNER_ONLY)
    expect((await send(owner, "GET", ofPost)).data).toEqual(published.data)
  })

  it("are limited by the plan; after a change to a smaller one, the newest stop and can only be read and deleted", async () => {
    const account = await world.account("pro")
    const ids: Array<string> = []
    for (let index = 0; index < 5; index++) ids.push((await open(account)).id)
    expectError(
      await send(account, "POST", PATH, { name: "One more", slug: "one-more" }),
      400,
      "Maximum number of status pages (5) on the Pro plan reached. Delete a page or get a larger plan."
    )
    expect((await send(account, "GET", "/account")).data["limits"]).toMatchObject({ statusPages: 5 })
    expect((await send(account, "GET", "/billing/prices")).text).toContain('"statusPages":50')
    await world.sql(
      "update account set plan = 'free' where id = (select account_id from status_page where public_id = $1::uuid)",
      ids[0]
    )
    const list = (await send(account, "GET", PATH)).data as unknown as ReadonlyArray<{
      readonly stoppedBy: string | null
    }>
    expect(list.map(({ stoppedBy }) => stoppedBy)).toEqual([null, "plan", "plan", "plan", "plan"])
    const message =
      "Your Free plan allows 1 status pages, and this page is over the limit. Delete an older page or get a larger plan."
    expectError(await send(account, "PATCH", `${PATH}/${ids[1]}`, { name: "New" }), 403, message)
    expectError(
      await send(account, "POST", `${PATH}/${ids[1]}/posts`, { ...post, notifySubscribers: false }),
      403,
      message
    )
    expect((await send(account, "PATCH", `${PATH}/${ids[0]}`, { name: "New" })).status).toBe(200)
    expect((await send(account, "DELETE", `${PATH}/${ids[0]}`)).status).toBe(200)
    expect((await send(account, "PATCH", `${PATH}/${ids[1]}`, { name: "New" })).status).toBe(200)
  })

  it("belong to the account that is deleted", async () => {
    const account = await world.account("pro")
    const { id } = await open(account, { components: [{ name: "Checkout", monitorIds: [] }] })
    await send(account, "POST", `${PATH}/${id}/posts`, { ...post, notifySubscribers: false })
    await world.sql(
      "delete from account where id = (select account_id from status_page where public_id = $1::uuid)",
      id
    )
    expect(await world.sql("select from status_page where public_id = $1::uuid", id)).toEqual([])
  })
})
