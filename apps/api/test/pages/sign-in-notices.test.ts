import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { browserOf } from "../../src/auth/browserOf.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, linkTo, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0"

describe("a sign-in with a browser that is not known", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const signIn = (who: Visitor, email: string) =>
    who.post("/signin", { email, password: PASSWORD }, { "User-Agent": FIREFOX })
  const notices = (email: string) =>
    world.mails.filter(({ subject, to }) => to === email && /New sign-in|Neue Anmeldung/u.test(subject))

  it("is announced by email once, with the time, the browser, the address and what to do", async () => {
    const email = "ann@example.net"
    await signUp(world, api, email)
    expect(notices(email), "the first sign-in after sign-up").toEqual([])
    const elsewhere = visitor(api, "198.51.100.77")
    await signIn(elsewhere, email)
    const [mail] = notices(email)
    expect(mail?.subject).toBe("New sign-in to your account (Mon)")
    for (const part of ["Firefox, Windows", "198.51.100.77", "UTC", "set a new password", "/app/settings/security"])
      for (const text of [mail?.text, mail?.html]) expect(text?.replaceAll(/\s+/gu, " ")).toContain(part)
    await elsewhere.post("/signout", {})
    await signIn(elsewhere, email)
    expect(notices(email), "the browser is known now").toHaveLength(1)
    await visitor(api).post("/signin", { email, password: "not the right one" })
    expect(notices(email)).toHaveLength(1)
  })

  it("is announced in the language and the time zone of the person", async () => {
    const email = "dora@example.net"
    const dora = await signUp(world, api, email)
    const cookie = [...dora.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const headers = { Cookie: cookie, "Sec-Fetch-Site": "same-origin" }
    await api.send("PATCH", "/api/v1/settings", { headers, body: { language: "de", timezone: "Europe/Berlin" } })
    await signIn(visitor(api), email)
    const [mail] = notices(email)
    expect(mail?.subject).toBe("Neue Anmeldung in Ihrem Konto (Mon)")
    expect(mail?.text).toMatch(/MEZ|MESZ/u)
    expect(mail?.html).toContain('lang="de"')
  })

  it("is announced at most five times, and then a few times a day", async () => {
    const email = "many@example.net"
    await signUp(world, api, email)
    for (let n = 0; n < 9; n++) await signIn(visitor(api), email)
    expect(notices(email)).toHaveLength(5)
  })

  it("is not announced after an invitation, a reset or a changed password, which have emails of their own", async () => {
    const owner = await world.account("agency")
    const email = "eve@example.net"
    await api.send("POST", "/api/v1/team/invite", { key: owner.key, body: { email } })
    const eve = visitor(api)
    expect((await eve.post(linkTo(world, email), { name: "Eve", password: PASSWORD })).status).toBe(303)
    const lost = visitor(api)
    await lost.post("/reset", { email })
    expect((await lost.post(linkTo(world, email), { password: "another four words" })).status).toBe(303)
    const wanted = { current: "another four words", password: "yet another four words" }
    expect((await lost.call("POST", "/account/password", wanted)).status).toBe(200)
    expect(notices(email)).toEqual([])
    expect(world.mails.filter(({ subject, to }) => to === email && subject.includes("was changed"))).toHaveLength(2)
  })

  it("shows texts of the browser without markup", async () => {
    const email = "hostile@example.net"
    await signUp(world, api, email)
    await visitor(api).post(
      "/signin",
      { email, password: PASSWORD },
      { "User-Agent": "<script>alert(1)</script> Firefox/1" }
    )
    expect(notices(email)[0]?.html).not.toContain("<script>alert")
  })
})

describe("the name of a browser", () => {
  it.each([
    [FIREFOX, "Firefox", "Windows"],
    [
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36",
      "Chrome",
      "Linux"
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0",
      "Edge",
      "Windows"
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari",
      "macOS"
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
      "Safari",
      "iOS"
    ],
    [
      "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/143.0 Mobile/15E148 Safari/604.1",
      "Chrome",
      "iPadOS"
    ],
    [
      "Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
      "Samsung Internet",
      "Android"
    ],
    [
      "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 OPR/125.0",
      "Opera",
      "ChromeOS"
    ],
    ["curl/8.14.1", "curl", null],
    ["", null, null],
    ["x".repeat(100_000), null, null]
  ])("%.60s", (userAgent, browser, system) => {
    expect(browserOf(userAgent)).toEqual({ browser, system })
  })
})
