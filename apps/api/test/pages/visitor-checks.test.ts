import { EmailHealthReports } from "@mon/core-store"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkLimits, makeCheckLimit } from "../../src/web/visitorChecks/checkLimits.ts"
import { emailHealthDouble } from "../EmailHealthDouble.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, signUp, visitor } from "./Visitor.ts"

const TOOL = "/tools/email-health"
const DISPOSABLE = "/tools/disposable-email"

describe("the tools for visitors", () => {
  let world: World
  let api: TestApi
  const engine = emailHealthDouble()
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy, emailHealth: engine.layer })
  })
  afterAll(() => world.close())

  const checksOf = (domain: string) => engine.checked.filter((one) => one.domain === domain).length

  it("have forms that search engines may list, and results that they may not", async () => {
    for (const [path, fields] of [
      [TOOL, { domain: "listed.example.com" }],
      [DISPOSABLE, { address: "ada@mailinator.com" }]
    ] as const) {
      const form = await visitor(api).get(path)
      expect([form.status, form.headers["x-robots-tag"]]).toEqual([200, undefined])
      expect(form.text).toContain(`<form method="post" action="${path}"`)
      const { headers, status } = await visitor(api).post(path, fields)
      expect(status).toBe(303)
      const result = await visitor(api).get(headers["location"] ?? "")
      expect([result.status, result.headers["x-robots-tag"]]).toEqual([200, "noindex"])
      expect(result.headers["content-security-policy"]).toContain("default-src 'none'")
    }
  })

  it("check by POST only, once for a cached report", async () => {
    const person = visitor(api)
    const absent = await person.get(`${TOOL}/once.example.com`)
    expect(absent.status).toBe(200)
    expect(absent.text).toContain("There is no report from the last hour.")
    expect(checksOf("once.example.com")).toBe(0)
    for (let count = 0; count < checkLimits.perNetwork + 2; count++) {
      const { headers, status } = await person.post(TOOL, { domain: "https://www.once.example.com/contact" })
      expect([status, headers["location"]]).toEqual([303, `${TOOL}/once.example.com`])
    }
    expect(checksOf("once.example.com")).toBe(1)
    const { text } = await person.get(`${TOOL}/once.example.com`)
    expect(text).toContain("97 of 100")
    expect(text).toContain('href="/signup">Watch this domain')
    expect(checksOf("once.example.com")).toBe(1)
  })

  it("check the DKIM selectors of the form, and cache a report for each choice of them", async () => {
    const person = visitor(api)
    const domain = "selected.example.com"
    const asked = () =>
      engine.checked.filter((one) => one.domain === domain).map(({ options }) => options.selectors ?? [])
    expect((await person.get(TOOL)).text).toContain('name="selectors"')
    const path = `${TOOL}/${domain}?selectors=news.mail%2Cs1`
    for (const selectors of ["S1, news.mail", "news.mail s1", "s1;news.mail,s1"]) {
      const { headers, status } = await person.post(TOOL, { domain, selectors })
      expect([status, headers["location"]]).toEqual([303, path])
    }
    expect(asked()).toEqual([["news.mail", "s1"]])
    const shown = await person.get(path)
    expect([shown.status, shown.headers["x-robots-tag"]]).toEqual([200, "noindex"])
    expect(shown.text).toContain("With the DKIM selectors <code>news.mail, s1</code>.")
    expect(shown.text).toContain("97 of 100")
    // The report without selectors is a different report.
    expect((await person.get(`${TOOL}/${domain}`)).text).toContain("There is no report from the last hour.")
    expect((await person.post(TOOL, { domain, selectors: "" })).headers["location"]).toBe(`${TOOL}/${domain}`)
    expect(asked()).toEqual([["news.mail", "s1"], []])
    const other = await person.get(`${TOOL}/${domain}?selectors=s9`)
    expect(other.text).toContain("There is no report from the last hour.")
    expect(other.text).toContain('value="s9"')
    expect((await person.get(`${TOOL}/${domain}?selectors=S9,a`)).headers["location"]).toBe(
      `${TOOL}/${domain}?selectors=a%2Cs9`
    )
  })

  it("refuse selectors that are malformed or too many", async () => {
    for (const [selectors, message] of [
      ["s1,<b>", "Enter DKIM selectors such as s2026, separated by commas."],
      ["-", "Enter DKIM selectors such as s2026, separated by commas."],
      ["a.b..c", "Enter DKIM selectors such as s2026, separated by commas."],
      ["x".repeat(101), "Enter DKIM selectors such as s2026, separated by commas."],
      ["s1 s2 s3 s4", "Enter at most 3 DKIM selectors."]
    ] as const) {
      const { status, text } = await visitor(api).post(TOOL, { domain: "refused.example.com", selectors })
      expect([selectors, status, text.includes(message), text.includes("<b>")]).toEqual([selectors, 400, true, false])
      const result = await visitor(api).get(`${TOOL}/refused.example.com?selectors=${encodeURIComponent(selectors)}`)
      expect([result.status, result.text.includes(message)]).toEqual([404, true])
    }
    expect(checksOf("refused.example.com")).toBe(0)
  })

  it("start ten checks an hour for one address, and for one IPv6 network", async () => {
    for (const [index, from] of ["203.0.113.7", "2001:db8:1:2::7"].entries()) {
      const person = visitor(api, from)
      for (let count = 0; count < checkLimits.perNetwork; count++) {
        const { status } = await person.post(TOOL, { domain: `n${index}-${count}.example.com` })
        expect(status).toBe(303)
      }
      const neighbour = visitor(api, index === 0 ? from : "2001:db8:1:2::8")
      const { headers, status, text } = await neighbour.post(TOOL, { domain: `n${index}-more.example.com` })
      expect(status).toBe(429)
      expect(Number(headers["retry-after"])).toBeGreaterThan(0)
      expect(text).toContain("Too many attempts.")
      expect(text).toContain(`value="n${index}-more.example.com"`)
      expect(checksOf(`n${index}-more.example.com`)).toBe(0)
      // Cached reports and other networks are not limited.
      expect((await neighbour.post(TOOL, { domain: `n${index}-0.example.com` })).status).toBe(303)
      expect((await visitor(api).post(TOOL, { domain: `n${index}-other.example.com` })).status).toBe(303)
    }
  })

  it("refuse what is no domain, and forms of other sites", async () => {
    for (const domain of ["", "localhost", "127.0.0.1", "a b", "<script>alert(1)</script>"]) {
      const { headers, status, text } = await visitor(api).post(TOOL, { domain })
      expect([domain, status, headers["x-robots-tag"]]).toEqual([domain, 400, "noindex"])
      expect(text).toContain("Enter a domain such as example.com.")
      expect(text).not.toContain("<script>")
    }
    expect((await visitor(api).get(`${TOOL}/127.0.0.1`)).status).toBe(404)
    expect((await visitor(api).get(`${TOOL}/WWW.Example.com`)).headers["location"]).toBe(`${TOOL}/example.com`)
    const { status } = await visitor(api).post(TOOL, { domain: "example.com" }, { "Sec-Fetch-Site": "cross-site" })
    expect(status).toBe(403)
    expect(checksOf("example.com")).toBe(0)
  })

  it("say that a check could not be completed", async () => {
    engine.verdicts.set("broken.example.com", "broken")
    const { status, text } = await visitor(api).post(TOOL, { domain: "broken.example.com" })
    expect(status).toBe(503)
    expect(text).toContain("The check could not be completed.")
  })

  it("show hostile DNS records as text", async () => {
    await visitor(api).post(TOOL, { domain: "hostile.example.com" })
    const hostile = `"><script>alert(1)</script>`
    await world.run(
      Effect.gen(function* () {
        const reports = yield* EmailHealthReports
        const stored = JSON.parse(JSON.stringify(yield* reports.find("hostile.example.com")))
        const record = { type: "TXT", host: "hostile.example.com", values: [hostile], replaces: [hostile] }
        const provider = { name: hostile, fields: [[{ label: hostile, value: hostile }]] }
        const report = {
          ...stored,
          findings: [
            {
              code: "spf_missing",
              severity: "high",
              component: "spf",
              message: hostile,
              reference: "RFC 7208",
              fix: null,
              record: 0
            }
          ],
          records: [
            {
              ...record,
              foreign: true,
              findings: [],
              form: { name: hostile, ttl: 3_600, strings: [[hostile]], provider }
            }
          ],
          steps: [{ kind: "publish", title: hostile, text: hostile, records: [0], findings: [], announces: [] }]
        }
        const checkedAt = (yield* reports.now()) + 1_000
        yield* reports.cache("hostile.example.com", { report, incomplete: false, checkedAt }, null)
      })
    )
    const { status, text } = await visitor(api).get(`${TOOL}/hostile.example.com`)
    expect(status).toBe(200)
    expect(text).not.toContain("<script")
    expect(text.split("&lt;script&gt;")).toHaveLength(10)
  })

  it("classify addresses, and put only the domain into the path", async () => {
    const classes = [
      ["Ada <ada@x.mailinator.com>", "x.mailinator.com", "Disposable"],
      ["ada@gmail.com", "gmail.com", "Free mailbox"],
      ["example.com", "example.com", "Not disposable"]
    ] as const
    for (const [address, domain, title] of classes) {
      const { headers } = await visitor(api).post(DISPOSABLE, { address })
      expect(headers["location"]).toBe(`${DISPOSABLE}/${domain}`)
      expect((await visitor(api).get(`${DISPOSABLE}/${domain}`)).text).toContain(`<strong>${title}.</strong>`)
    }
    const { headers } = await visitor(api).get(`${DISPOSABLE}/${encodeURIComponent("ada@mailinator.com")}`)
    expect(headers["location"]).toBe(`${DISPOSABLE}/mailinator.com`)
    expect((await visitor(api).post(DISPOSABLE, { address: "nothing" })).status).toBe(400)
  })

  it("are first on the page for visitors, and do not ask people with an account to sign up", async () => {
    const { text } = await visitor(api).get("/")
    expect(text).toContain("Check a domain now")
    expect(text).toContain(`<form method="post" action="${TOOL}"`)
    expect(text.indexOf("Check a domain now")).toBeLessThan(text.indexOf('href="/signup"'))
    const ann = await signUp(world, api, "tools@example.net")
    await ann.post(TOOL, { domain: "mine.example.com" })
    expect((await ann.get(`${TOOL}/mine.example.com`)).text).not.toContain("/signup")
  })
})

describe("the limit of a tool", () => {
  const HOUR = 3_600_000
  it("counts an hour for each network, and all networks together", () => {
    const limit = makeCheckLimit()
    for (let count = 0; count < checkLimits.perNetwork; count++) expect(limit("192.0.2.1", HOUR)).toBeNull()
    expect(limit("192.0.2.1", HOUR + 60_000)).toBe(3_540)
    expect(limit("192.0.2.2", HOUR)).toBeNull()
    expect(limit("192.0.2.1", 2 * HOUR)).toBeNull()
  })

  it("ends at 300 checks of a process for networks that have asked, and refused ones are none of them", () => {
    const limit = makeCheckLimit()
    for (let count = 0; count < 1_000; count++) limit("192.0.2.1", HOUR)
    for (let count = checkLimits.perNetwork; count < checkLimits.perProcess; count++)
      expect(limit(`198.51.${count >> 8}.${count & 255}`, HOUR)).toBeNull()
    expect(limit("198.51.0.1", HOUR)).toBe(3_600)
  })
})
