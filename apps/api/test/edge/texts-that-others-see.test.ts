import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { linkTo, PASSWORD, visitor } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Line breaks, other control characters, and characters that change the direction of text. */
const refused = {
  "CR LF": "a\r\nUP example.com",
  LF: "a\nb",
  tab: "a\tb",
  escape: "a\u001b[31mb",
  delete: "a\u007fb",
  "next line": "a\u0085b",
  "line separator": "a\u2028b",
  "right-to-left override": "a\u202egnp.exe",
  "right-to-left isolate": "a\u2067b",
  "right-to-left mark": "a\u200fb",
  "arabic letter mark": "a\u061cb"
}

describe("a text that other people see", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let ids: Readonly<Record<"domain" | "url" | "tag", string>>
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    const made = async (path: string, body: object) => String((await send("POST", path, body)).data["id"])
    ids = {
      domain: (await addDomain(api, owner)).id,
      url: await made("/urls", { url: "page.example.com" }),
      tag: await made("/tags", { name: "tag" })
    }
  })
  afterAll(() => world.close())

  const send = (method: string, path: string, body: unknown) =>
    api.send(method, `/api/v1${path}`, { key: owner.key, body })

  /** The fields of the API whose text appears in other places. */
  const fields = (
    text: string
  ): ReadonlyArray<readonly [field: string, method: string, path: string, body: object]> => [
    ["name", "POST", "/domains", { url: "names.example.com", name: text }],
    ["name", "PATCH", `/domains/${ids.domain}`, { name: text }],
    ["name", "PATCH", "/domains/bulk", { domainIds: [ids.domain], updates: { name: text } }],
    ["name", "POST", "/urls", { url: "names.example.com/page", name: text }],
    ["name", "PATCH", `/urls/${ids.url}`, { name: text }],
    ["name", "PATCH", "/urls/bulk", { urlIds: [ids.url], updates: { name: text } }],
    ["name", "POST", "/tags", { name: text }],
    ["name", "PATCH", `/tags/${ids.tag}`, { name: text }],
    [
      "label",
      "POST",
      "/webhooks",
      { domainId: ids.domain, url: "https://hooks.example.com/x", events: ["status_change"], label: text }
    ],
    ["name", "POST", "/channels", { kind: "ntfy", settings: { topic: "a" }, name: text }],
    [
      "name",
      "POST",
      "/campaign-simulate",
      { sendingDomains: ["s.example.com"], prospectEntries: ["a.example.org"], name: text }
    ]
  ]

  it.each(Object.entries(refused))("is refused in every field with a %s", async (_, text) => {
    for (const [field, method, path, body] of fields(text)) {
      const response = await send(method, path, body)
      expect([method, path, response.status]).toEqual([method, path, 400])
      expect(response.body).toMatchObject({
        message: expect.stringMatching(new RegExp(`^${field} must not contain `, "u"))
      })
    }
    const cc = await send("PATCH", `/domains/${ids.domain}`, { ccEmails: [`ops${text}@example.com`] })
    expect([cc.status, cc.body]).toMatchObject([400, { message: expect.stringMatching(/^ccEmails must /u) }])
    expect((await send("POST", "/team/invite", { email: `ann${text}@example.com` })).status).toBe(400)
  })

  it("may have 101 emoji, and 200 characters of any kind", async () => {
    for (const name of ["🦊".repeat(101), "🦊".repeat(200), "é".repeat(200), "👩‍👩‍👧"]) {
      const response = await send("PATCH", `/domains/${ids.domain}`, { name })
      expect([response.status, response.data["name"]]).toEqual([200, name])
    }
    expect((await send("PATCH", `/domains/${ids.domain}`, { name: "🦊".repeat(201) })).body).toMatchObject({
      message: "name must be a string of 1 to 200 characters."
    })
    expect((await send("PATCH", `/tags/${ids.tag}`, { name: "🦊".repeat(100) })).status).toBe(200)
    expect((await send("PATCH", `/tags/${ids.tag}`, { name: "🦊".repeat(101) })).status).toBe(400)
  })

  it("as the name of a person is refused with control characters, and may have 100 emoji", async () => {
    const person = visitor(api)
    await person.post("/signup", { email: "ann@example.net" })
    const link = linkTo(world, "ann@example.net")
    for (const text of Object.values(refused)) {
      const response = await person.post(link, { name: text, password: PASSWORD })
      expect([text, response.status]).toEqual([text, 400])
      expect(response.text).toContain("Your name must not contain line breaks")
    }
    const long = await person.post(link, { name: "🦊".repeat(101), password: PASSWORD })
    expect([long.status, long.text.includes("at most 100 characters")]).toEqual([400, true])
    expect((await person.post(link, { name: "🦊".repeat(100), password: PASSWORD })).status).toBe(303)
    expect((await person.call("GET", "/account")).data["name"]).toBe("🦊".repeat(100))
  })

  it("as the name of an invited person is refused with control characters", async () => {
    await send("POST", "/team/invite", { email: "bob@example.net" })
    const link = linkTo(world, "bob@example.net")
    const response = await visitor(api).post(link, { name: "Bob\u202e", password: PASSWORD })
    expect([response.status, response.text.includes("Your name must not contain")]).toEqual([400, true])
    expect((await visitor(api).post(link, { name: "Bob", password: PASSWORD })).status).toBe(303)
  })

  it("is a time zone in the spelling of IANA", async () => {
    for (const [given, stored] of [
      ["europe/berlin", "Europe/Berlin"],
      ["US/Pacific", "America/Los_Angeles"],
      ["Asia/Calcutta", "Asia/Kolkata"]
    ]) {
      expect((await send("PATCH", "/settings", { timezone: given })).data).toMatchObject({ timezone: stored })
    }
  })
})

describe("a member's account", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it("shows the usage that the member can see, as /status does", async () => {
    const owner = await world.account("agency")
    const shared = await addDomain(api, owner)
    await addDomain(api, owner)
    await api.send("POST", "/api/v1/urls", { key: owner.key, body: { url: "page.example.com" } })
    const member = await world.member(owner, [{ domainId: shared.id, canWrite: false }])
    const usage = async ({ key }: TestAccount) => (await api.send("GET", "/api/v1/account", { key })).data["usage"]
    expect(await usage(owner)).toEqual({ domains: 2, urls: 1, teamMembers: 1 })
    expect(await usage(member)).toEqual({ domains: 1, urls: 0, teamMembers: 0 })
  })
})
