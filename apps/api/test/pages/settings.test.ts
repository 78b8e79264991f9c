import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, visitor } from "./Visitor.ts"

describe("the forms of the settings", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  it.each([
    ["/settings", "/app/settings"],
    ["/settings?done=paused", "/app/settings"],
    ["/overview", "/app"]
  ])("lead from the address of earlier versions to the dashboard: %s", async (path, location) => {
    const { headers, status } = await visitor(api).get(path)
    expect([status, headers["location"]]).toEqual([303, location])
  })

  it("require a session", async () => {
    for (const path of ["/settings/sign-in", "/accounts"]) expect((await visitor(api).get(path)).status).toBe(303)
    for (const path of ["/settings/sessions", "/settings/refused-address"])
      expect((await visitor(api).post(path, {})).headers["location"]).toBe("/signin")
  })

  it("sign out everywhere else", async () => {
    const carl = await signUp(world, api, "carl@example.net")
    const elsewhere = visitor(api)
    await elsewhere.post("/signin", { email: "carl@example.net", password: PASSWORD })
    const done = await carl.post("/settings/sessions", {})
    expect(done.headers["location"]).toBe("/app/settings/profile?done=sessions")
    expect([(await carl.get("/settings/sign-in")).status, (await elsewhere.get("/settings/sign-in")).status]).toEqual([
      200, 303
    ])
  })

  it.each([
    ["/app/settings/profile?done=sessions", "/app/settings/profile?done=sessions"],
    ["//evil.example/app", "/app/settings/profile?done=sessions"],
    ["https://evil.example/", "/app/settings/profile?done=sessions"]
  ])("lead back to a page of its own after signing out everywhere else: %s", async (next, location) => {
    const person = await signUp(world, api, `back-${next.length}@example.net`)
    expect((await person.post("/settings/sessions", { next })).headers["location"]).toBe(location)
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

  const idOf = async ({ key }: { readonly key: string }) =>
    (await api.send("GET", "/api/v1/account", { key })).data["id"]

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
    expect((await ann.call("GET", "/account")).data).toMatchObject({ id: await idOf(owner), role: "member" })
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
    expect((await guest.get(own)).text).toContain("and it stays the same")
    await guest.post(own, {})
    const choices = (await guest.get("/accounts")).text
    expect(choices).toContain("<strong>guest@example.net</strong>")
    expect(choices).toContain(owner.email)
    const other = /name="membership" value="([^"]+)"/u.exec(choices)?.[1] ?? ""
    const before = guest.cookies.get("mon_session")
    expect((await guest.post("/accounts", { membership: other })).headers["location"]).toBe("/")
    expect(guest.cookies.get("mon_session")).not.toBe(before)
    expect((await guest.call("GET", "/account")).data).toMatchObject({ id: await idOf(owner), role: "member" })
    const foreign = (await world.account()).membershipId
    expect((await guest.post("/accounts", { membership: foreign })).headers["location"]).toBe("/accounts")
    expect((await guest.call("GET", "/account")).data).toMatchObject({ id: await idOf(owner), role: "member" })
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
