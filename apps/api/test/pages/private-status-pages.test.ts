import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { makeStatusPage } from "./statusPage.ts"
import { behindProxy, visitor } from "./Visitor.ts"

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi({ settings: behindProxy })
  owner = await world.account("agency")
})
afterAll(() => world.close())

const PASSWORD = "a password of readers"
const makeClosed = () => makeStatusPage(api, owner, { access: "password", password: PASSWORD })

describe("a status page with a password", () => {
  it("shows nothing before the password was entered", async () => {
    const { slug } = await makeClosed()
    for (const path of ["", "history/", "api/v2/summary.json", "history.atom", "badge.svg", "embed/"]) {
      const { headers, status, text } = await visitor(api).get(`/s/${slug}/${path}`)
      expect([status, headers["cache-control"]], path).toEqual([401, "private, no-store"])
      expect(text).not.toMatch(/Example Shop|Checkout/u)
      expect(headers["access-control-allow-origin"]).toBeUndefined()
    }
  })

  it("is read with a cookie of its own, which no other page takes", async () => {
    const [page, other] = [await makeClosed(), await makeClosed()]
    const reader = visitor(api)
    const entered = await reader.post(`/s/${page.slug}/access`, { password: PASSWORD })
    expect([entered.status, entered.headers["location"]]).toEqual([303, `/s/${page.slug}/`])
    expect(String(entered.headers["set-cookie"])).toMatch(
      new RegExp(`Path=/s/${page.slug}/; HttpOnly; SameSite=Lax`, "u")
    )
    const shown = await reader.get(`/s/${page.slug}/`)
    expect([shown.status, shown.headers["cache-control"]]).toEqual([200, "private, no-store"])
    expect(shown.text).toContain("Checkout")
    expect((await reader.get(`/s/${other.slug}/`)).status).toBe(401)
    world.clock.advance(25 * 3_600_000)
    expect((await reader.get(`/s/${page.slug}/`)).status).toBe(401)
  })

  it("gives readers addresses of feeds that programs can read without a cookie", async () => {
    const { slug } = await makeClosed()
    const reader = visitor(api)
    await reader.post(`/s/${slug}/access`, { password: PASSWORD })
    const { text } = await reader.get(`/s/${slug}/`)
    const [, feed = ""] = /href="\.\/(history\.atom\?token=[\w-]+)"/u.exec(text) ?? []
    const read = await visitor(api).get(`/s/${slug}/${feed}`)
    expect([read.status, read.headers["cache-control"]]).toEqual([200, "private, no-store"])
    expect((await visitor(api).get(`/s/${slug}/${feed.slice(0, -2)}xx`)).status).toBe(401)
  })

  it("refuses wrong passwords, a few at a time", async () => {
    const { slug } = await makeClosed()
    const reader = visitor(api)
    const statuses: Array<number> = []
    for (let attempt = 0; attempt < 7; attempt += 1)
      statuses.push((await reader.post(`/s/${slug}/access`, { password: `wrong ${attempt}` })).status)
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403])
    expect(statuses.at(-1)).toBe(429)
    expect((await reader.post(`/s/${slug}/access`, { password: PASSWORD })).status).toBe(429)
    expect((await visitor(api).post(`/s/${slug}/access`, { password: PASSWORD })).status).toBe(303)
  })

  it("ends what readers have when the password changes", async () => {
    const page = await makeClosed()
    const reader = visitor(api)
    await reader.post(`/s/${page.slug}/access`, { password: PASSWORD })
    expect((await reader.get(`/s/${page.slug}/`)).status).toBe(200)
    await api.send("PATCH", `/api/v1/status-pages/${page.id}`, {
      key: owner.key,
      body: { password: "another password" }
    })
    await vi.waitFor(async () => expect((await reader.get(`/s/${page.slug}/`)).status).toBe(401), { timeout: 20_000 })
  })
})

describe("a status page for email domains", () => {
  const makeForDomain = () => makeStatusPage(api, owner, { access: "email_domains", emailDomains: ["reader.example"] })

  it("lets somebody in who opens the link of an email", async () => {
    const { slug } = await makeForDomain()
    const reader = visitor(api)
    const asked = await reader.post(`/s/${slug}/access`, { email: "Ann@Reader.example" })
    expect([asked.status, asked.text.includes("is on its way")]).toEqual([200, true])
    const mail = world.mails.findLast(({ to }) => to === "ann@reader.example")
    const [link = ""] = new RegExp(`/s/${slug}/access/[\\w.-]+`, "u").exec(mail?.text ?? "") ?? []
    const opened = await reader.get(link)
    expect([opened.status, opened.headers["set-cookie"]]).toEqual([200, undefined])
    expect((await reader.get(`/s/${slug}/`)).status).toBe(401)
    expect((await reader.post(link, {})).status).toBe(303)
    expect((await reader.get(`/s/${slug}/`)).text).toContain("Checkout")
    world.clock.advance(16 * 60_000)
    expect((await visitor(api).post(link, {})).status).toBe(403)
  })

  it("answers an address that may not read the page alike, and sends nothing", async () => {
    const { slug } = await makeForDomain()
    const known = world.mails.length
    for (const email of [
      "ann@other.example",
      "ann@sub.reader.example",
      "a@b@reader.example",
      "reader.example",
      "ann\r\nBcc: all@reader.example",
      "ann\n@reader.example",
      "ann\t@reader.example",
      "ann @reader.example",
      "ann\u2028@reader.example",
      '"ann"@reader.example',
      "ann..b@reader.example",
      `${"a".repeat(65)}@reader.example`
    ]) {
      const { status, text } = await visitor(api).post(`/s/${slug}/access`, { email })
      expect([status, text.includes("is on its way")], email).toEqual([200, true])
    }
    expect(world.mails).toHaveLength(known)
  })

  it("sends few emails to one address", async () => {
    const { slug } = await makeForDomain()
    const known = world.mails.length
    for (let attempt = 0; attempt < 6; attempt += 1)
      await visitor(api).post(`/s/${slug}/access`, { email: "bob@reader.example" })
    expect(world.mails.length - known).toBe(3)
  })
})
