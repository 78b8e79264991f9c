import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { hasBrowser, openBrowser, see, windowOf } from "./Browser.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const keyIn = (text: string): string => /mon_\w{38}/u.exec(text)?.[0] ?? ""
const sessionOf = (person: Visitor): string => person.cookies.get("mon_session") ?? ""

/** What the form of a new key sends. */
const reportKey = { keyName: "Report", scope: "write", days: "" }

/** The id of the first key on the settings page. */
const idIn = (page: string): string => /name="replaces" value="([^"]+)"/u.exec(page)?.[1] ?? ""

describe("the settings page", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const statusOf = async (key: string): Promise<number> => (await api.send("GET", "/api/v1/account", { key })).status
  const thiefOf = (person: Visitor): Visitor => {
    const thief = visitor(api)
    thief.cookies.set("mon_session", sessionOf(person))
    return thief
  }

  it("requires a session", async () => {
    for (const path of ["/settings", "/accounts"]) expect((await visitor(api).get(path)).status).toBe(303)
    for (const path of [
      "api-key",
      "api-key/delete",
      "password",
      "preferences",
      "notifications",
      "sessions",
      "whatsapp"
    ]) {
      expect((await visitor(api).post(`/settings/${path}`, {})).headers["location"]).toBe("/signin")
    }
  })

  it("shows a new key once, replaces it and deletes it", async () => {
    const ann = await signUp(world, api, "ann@example.net")
    const first = keyIn((await ann.post("/settings/api-key", reportKey)).text)
    expect(await statusOf(first)).toBe(200)
    const shown = (await ann.get("/settings")).text
    expect(shown).toContain("<h3>Report</h3>")
    expect(shown).toContain("read and write, created")
    expect(shown).toContain(`${first.slice(0, 8)}…${first.slice(-4)}`)
    expect(keyIn(shown)).toBe("")
    const second = keyIn((await ann.post("/settings/api-key", { replaces: idIn(shown) })).text)
    expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
    const id = idIn((await ann.get("/settings")).text)
    expect((await ann.post("/settings/api-key/delete", { id })).headers["location"]).toBe("/settings?done=deleted")
    expect(await statusOf(second)).toBe(401)
    expect((await ann.get("/settings")).text).toContain("You have no API key.")
  })

  it("creates keys up to the limit of the plan, and says what is missing in the form", async () => {
    const kim = await signUp(world, api, "kim@example.net")
    for (const [wrong, message] of [
      [{ keyName: " " }, "Enter a name for the key."],
      [{ scope: "admin" }, "Choose what the key may do."],
      [{ days: "7" }, "Choose when the key expires."],
      [{ replaces: "nonsense" }, "API key not found."]
    ] as const) {
      const refused = await kim.post("/settings/api-key", { ...reportKey, ...wrong })
      expect([refused.status, refused.text.includes(message)]).toEqual([400, true])
    }
    const key = keyIn((await kim.post("/settings/api-key", { keyName: "<b>", scope: "read", days: "30" })).text)
    expect((await api.send("POST", "/api/v1/tags", { key, body: { name: "x" } })).status).toBe(403)
    expect((await kim.get("/settings")).text).toContain("<h3>&lt;b&gt;</h3>")
    expect((await kim.post("/settings/api-key", reportKey)).status).toBe(200)
    const full = await kim.post("/settings/api-key", reportKey)
    expect([full.status, full.text.includes("Maximum number of API keys (2) of the Free plan reached.")]).toEqual([
      400,
      true
    ])
  })

  it.skipIf(!hasBrowser)(
    "explains below its label what deleting the API key does, in wide and narrow windows",
    async () => {
      const ann = await signUp(world, api, "hint@example.net")
      await ann.post("/settings/api-key", reportKey)
      const browser = await openBrowser()
      for (const width of [1_280, 390]) {
        const context = await windowOf(browser, api.origin, ann, { width })
        const { page } = await see(context, "/settings", api.origin)
        const label = await page.getByText("Also delete my API key").boundingBox()
        const hint = await page.locator("#revoke-keys-hint").boundingBox()
        expect(hint?.y).toBeGreaterThanOrEqual((label?.y ?? Infinity) + (label?.height ?? 0))
        expect(hint?.x).toBe(label?.x)
        await context.close()
      }
      await browser.close()
    },
    60_000
  )

  it("changes the password if the current one is correct, which ends other sessions but not this one", async () => {
    const bob = await signUp(world, api, "bob@example.net")
    const thief = thiefOf(bob)
    const wrong = await bob.post("/settings/password", { current: "not the right one", password: "another four words" })
    expect([wrong.status, wrong.text.includes("The current password is incorrect.")]).toEqual([400, true])
    const weak = await bob.post("/settings/password", { current: PASSWORD, password: "12345678" })
    expect(weak.status).toBe(400)
    const before = sessionOf(bob)
    const changed = await bob.post("/settings/password", { current: PASSWORD, password: "another four words" })
    expect(changed.headers["location"]).toBe("/settings?done=password")
    expect(sessionOf(bob)).not.toBe(before)
    expect((await bob.get("/settings")).status).toBe(200)
    expect((await thief.get("/settings")).status).toBe(303)
    expect(
      (await visitor(api).post("/signin", { email: "bob@example.net", password: "another four words" })).status
    ).toBe(303)
  })

  it("signs out everywhere else", async () => {
    const carl = await signUp(world, api, "carl@example.net")
    const elsewhere = visitor(api)
    await elsewhere.post("/signin", { email: "carl@example.net", password: PASSWORD })
    const done = await carl.post("/settings/sessions", {})
    expect(done.headers["location"]).toBe("/settings?done=sessions")
    expect([(await carl.get("/settings")).status, (await elsewhere.get("/settings")).status]).toEqual([200, 303])
  })

  it.each([
    ["/app/settings/profile?done=sessions", "/app/settings/profile?done=sessions"],
    ["//evil.example/app", "/settings?done=sessions"],
    ["https://evil.example/", "/settings?done=sessions"]
  ])("leads back to a page of its own after signing out everywhere else: %s", async (next, location) => {
    const person = await signUp(world, api, `back-${next.length}@example.net`)
    expect((await person.post("/settings/sessions", { next })).headers["location"]).toBe(location)
  })

  it("saves time zone and weekly report, and refuses an unknown time zone", async () => {
    const dora = await signUp(world, api, "dora@example.net")
    await dora.post("/settings/preferences", { timezone: "Europe/Berlin" })
    const shown = (await dora.get("/settings")).text
    expect(shown).toContain("<option selected>Europe/Berlin</option>")
    expect(shown).not.toContain('value="yes" checked')
    const refused = await dora.post("/settings/preferences", { timezone: "Mars/Base", weekly: "yes" })
    expect([refused.status, refused.text.includes("Choose a time zone")]).toEqual([400, true])
  })

  it("lets only the owner pause all alerts", async () => {
    const owner = await world.account()
    const eve = await signUp(world, api, "eve@example.net")
    await eve.post("/settings/notifications", { paused: "yes" })
    expect((await eve.get("/settings")).text).toContain("<strong>Paused.</strong>")
    await eve.post("/settings/notifications", { paused: "no" })
    expect((await eve.get("/settings")).text).toContain("Alerts are sent.")
    await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email: "eve@example.net" } })
    await eve.post(linkTo(world, "eve@example.net"), {})
    expect((await eve.post("/settings/notifications", { paused: "yes" })).status).toBe(403)
    expect((await api.send("GET", "/api/v1/settings", { key: owner.key })).data).toMatchObject({
      notificationsPaused: false
    })
  })
})

describe("an invitation", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const invited = async (email: string) => {
    const owner = await world.account()
    await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email } })
    return { owner, link: linkTo(world, email) }
  }

  it("is accepted with the invited person's password, but not with somebody else's session", async () => {
    const ann = await signUp(world, api, "ann@example.net")
    const { link, owner } = await invited("ann@example.net")
    const stranger = await signUp(world, api, "stranger@example.net")
    const shown = await stranger.get(link)
    expect(shown.text).toContain("You are signed in as stranger@example.net")
    expect((await stranger.post(link, {})).status).toBe(400)
    expect((await stranger.post(link, { password: "not the right one" })).text).toContain("The password is incorrect.")
    const before = ann.cookies.get("mon_session")
    expect((await ann.get(link)).text).toContain("you only need to accept")
    expect((await ann.post(link, {})).headers["location"]).toBe("/app?done=joined")
    expect(ann.cookies.get("mon_session")).not.toBe(before)
    expect((await ann.get("/settings")).text).toContain(`of ${owner.email}, as a member`)
  })

  it("can be used once, also with concurrent requests, and then shows that it is no longer valid", async () => {
    const { link } = await invited("new@example.net")
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => visitor(api).post(link, { name: "New", password: PASSWORD }))
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410])
    expect((await visitor(api).get(link)).status).toBe(410)
    expect((await visitor(api).post("/signin", { email: "new@example.net", password: PASSWORD })).status).toBe(303)
  })

  it("lets the member switch between accounts", async () => {
    const { link, owner } = await invited("guest@example.net")
    const guest = visitor(api)
    await guest.post(link, { password: PASSWORD })
    await guest.post("/signup", { email: "guest@example.net" })
    const own = linkTo(world, "guest@example.net")
    expect((await guest.get(own)).text).toContain("which stays the same")
    await guest.post(own, {})
    const choices = (await guest.get("/accounts")).text
    expect(choices).toContain("<strong>guest@example.net</strong>")
    expect(choices).toContain(owner.email)
    const other = /name="membership" value="([^"]+)"/u.exec(choices)?.[1] ?? ""
    const before = guest.cookies.get("mon_session")
    expect((await guest.post("/accounts", { membership: other })).headers["location"]).toBe("/")
    expect(guest.cookies.get("mon_session")).not.toBe(before)
    expect((await guest.get("/settings")).text).toContain(`of ${owner.email}, as a member`)
    const foreign = (await world.account()).membershipId
    expect((await guest.post("/accounts", { membership: foreign })).headers["location"]).toBe("/accounts")
    expect((await guest.get("/settings")).text).toContain(`of ${owner.email}, as a member`)
  })

  it("shows members the shared domains and no URL monitors", async () => {
    const { link, owner } = await invited("checks@example.net")
    const created = await api.send("POST", "/api/v1/domains", {
      key: owner.key,
      body: { url: "secret.example.com", name: "Hidden from members" }
    })
    expect(created.status).toBe(201)
    const member = visitor(api)
    await member.post(link, { password: PASSWORD })
    const page = (await member.get("/overview")).text
    expect(page).not.toContain("Hidden from members")
    expect(page).not.toContain('id="urls"')
  })
})

describe("a page", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: { serviceName: "Watchman", ...behindProxy } })
  })
  afterAll(() => world.close())

  it("that does not exist is an HTML page for browsers and JSON for other clients", async () => {
    const seen = await visitor(api).get("/no/such/page")
    expect([seen.status, seen.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"])
    expect((await api.send("GET", "/no/such/page")).body).toEqual({ success: false, message: "Not found." })
    expect((await visitor(api).post("/no/such/page", {})).status).toBe(404)
  })

  it("forbids framing, scripts and caching", async () => {
    for (const path of ["/", "/signin", "/signup", "/docs", "/reset", "/no/such/page"]) {
      const { headers, text } = await visitor(api).get(path)
      expect(headers["content-security-policy"]).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
      )
      expect(headers).toMatchObject({
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "referrer-policy": path === "/no/such/page" ? "no-referrer" : "same-origin"
      })
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=/u)
      expect(text).toContain("Watchman</title>")
    }
  })

  it("with the API reference names every endpoint and links to every record", async () => {
    const start = (await visitor(api).get("/docs")).text
    const sections = new Set([...start.matchAll(/href="(\/docs\/[^"#]+)"/gu)].map(([, path = ""]) => path))
    expect(sections.size).toBeGreaterThan(10)
    const pages = new Map([["/docs", start]])
    for (const path of sections) pages.set(path, (await visitor(api).get(path)).text)
    const document = (await api.send("GET", "/api/v1/openapi.json")).body as { readonly paths: Record<string, object> }
    const others = [...pages].filter(([path]) => path !== "/docs").map(([, text]) => text)
    for (const path of Object.keys(document.paths)) {
      expect(start).toContain(`<code>${path}</code>`)
      expect(others.join("")).toContain(`<code>${path}</code>`)
    }
    for (const text of pages.values()) {
      for (const [, path = "", id = ""] of text.matchAll(/href="(\/docs[^"#]*)#([^"]+)"/gu))
        expect(pages.get(path), `${path}#${id}`).toContain(`id="${id}"`)
    }
    expect((await visitor(api).get("/docs/nothing")).status).toBe(404)
  })

  it("is refused to a flooding address, and shown to others", async () => {
    const flooder = visitor(api)
    let last = 200
    for (let n = 0; n < 7 && last === 200; n++) {
      const responses = await Promise.all(Array.from({ length: 100 }, () => flooder.get("/signup")))
      last = Math.max(...responses.map(({ status }) => status))
    }
    expect(last).toBe(429)
    expect((await flooder.get("/signup")).headers["retry-after"]).toBe("60")
    expect((await visitor(api).get("/signup")).status).toBe(200)
  })

  it("with a token in its path does not log the token", async () => {
    const token = "T".repeat(43)
    await world.sql("alter table one_time_link rename to hidden_link")
    expect((await visitor(api).get(`/reset/${token}`)).status).toBe(500)
    await world.sql("alter table hidden_link rename to one_time_link")
    expect(world.logs.some(({ annotations }) => annotations["path"] === "/reset/:token")).toBe(true)
    expect(JSON.stringify(world.logs)).not.toContain(token)
  })
})
