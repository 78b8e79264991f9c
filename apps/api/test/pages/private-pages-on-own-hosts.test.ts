import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { at, giveHost, newHostname } from "./ownHost.ts"
import { makeStatusPage } from "./statusPage.ts"
import { behindProxy, signUp, type Visitor, visitor } from "./Visitor.ts"

const PASSWORD = "a password of readers"

let world: World
let api: TestApi
let owner: TestAccount
beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi({ settings: behindProxy })
  owner = await world.account("agency")
})
afterAll(() => world.close())

const makeHosted = async (fields: Readonly<Record<string, unknown>>) => {
  const page = await makeStatusPage(api, owner, fields)
  const hostname = newHostname()
  await giveHost(world, page, hostname)
  await vi.waitFor(async () => expect((await api.send("GET", `/tls/ask?domain=${hostname}`)).status).toBe(200), {
    timeout: 20_000
  })
  return { ...page, hostname, own: at(api, hostname) }
}
const makeClosed = () => makeHosted({ access: "password", password: PASSWORD })

const take = (from: Visitor, to: Visitor) => {
  for (const [name, value] of from.cookies) to.cookies.set(name, value)
}

describe("a private status page on its own host name", () => {
  it("opens with its password, by a cookie of that host name only", async () => {
    const { own, slug } = await makeClosed()
    const reader = visitor(own)
    const closed = await reader.get("/")
    expect([closed.status, closed.text.includes('action="/access"'), closed.text.includes("Checkout")]).toEqual([
      401,
      true,
      false
    ])
    expect((await reader.get("/api/v2/summary.json")).status).toBe(401)
    expect((await reader.get("/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n")
    const opened = await reader.post("/access", { password: PASSWORD })
    expect([opened.status, opened.headers["location"]]).toEqual([303, "/"])
    expect(String(opened.headers["set-cookie"])).toMatch(/Path=\/;/u)
    expect(String(opened.headers["set-cookie"])).not.toMatch(/Domain=/iu)
    const read = await reader.get("/")
    expect([read.status, read.headers["cache-control"]]).toEqual([200, "private, no-store"])
    // The cookie of the custom host name is invalid below the service, and the service's cookie is invalid on the
    // custom host name.
    const below = visitor(api)
    take(reader, below)
    expect((await below.get(`/s/${slug}/`)).status).toBe(401)
    const other = visitor(api)
    await other.post(`/s/${slug}/access`, { password: PASSWORD })
    expect((await other.get(`/s/${slug}/`)).status).toBe(200)
    const here = visitor(own)
    take(other, here)
    expect((await here.get("/")).status).toBe(401)
  })

  it("is not opened by the cookie of another host name or by a session", async () => {
    const one = await makeClosed()
    const other = await makeClosed()
    const reader = visitor(one.own)
    await reader.post("/access", { password: PASSWORD })
    const there = visitor(other.own)
    take(reader, there)
    there.cookies.set("mon_session", "x")
    there.cookies.set("__Host-mon_session", "x")
    expect((await there.get("/")).status).toBe(401)
  })

  it("knows nobody who is signed in to the service, not even the owner of the page", async () => {
    const { own } = await makeClosed()
    const person = await signUp(world, api, "signed-in@example.com")
    expect((await person.get("/api/v1/account", { "Sec-Fetch-Site": "same-origin" })).status).toBe(200)
    const here = visitor(own)
    take(person, here)
    expect((await here.get("/")).status).toBe(401)
    for (const path of ["/app", "/settings", "/api/v1/account", "/api/v1/events"]) {
      const answer = await here.get(path, { "Sec-Fetch-Site": "same-origin" })
      expect([path, answer.status, answer.headers["set-cookie"]]).toEqual([path, 404, undefined])
      expect(answer.text).not.toContain("signed-in@example.com")
    }
    expect((await here.post("/signout", {})).status).toBe(404)
    expect((await person.get("/api/v1/account", { "Sec-Fetch-Site": "same-origin" })).status).toBe(200)
  })

  it("refuses forms of other sites, also of the service", async () => {
    const { own } = await makeClosed()
    for (const headers of [
      { Origin: "https://evil.example.net" },
      { Origin: api.origin },
      { Origin: own.origin, "Sec-Fetch-Site": "cross-site" },
      { Origin: own.origin, "Sec-Fetch-Site": "same-site" }
    ]) {
      const refused = await visitor(own).post("/access", { password: PASSWORD }, headers)
      expect([refused.status, refused.headers["set-cookie"]]).toEqual([403, undefined])
      expect(refused.text).not.toMatch(/mon\.css|href="\//u)
    }
  })

  it("sends links that lead back to it, and work nowhere else", async () => {
    const { own, slug } = await makeHosted({ access: "email_domains", emailDomains: ["reader.example"] })
    await visitor(own).post("/access", { email: "eve@reader.example" })
    const mail = world.mails.findLast(({ to }) => to === "eve@reader.example")
    const [, token = ""] = new RegExp(`${own.origin}/access/([\\w.-]+)`, "u").exec(mail?.text ?? "") ?? []
    expect(token).not.toBe("")
    expect((await visitor(api).post(`/s/${slug}/access/${token}`, {})).status).toBe(403)
    const reader = visitor(own)
    expect((await reader.get(`/access/${token}`)).status).toBe(200)
    expect((await reader.post(`/access/${token}`, {})).status).toBe(303)
    expect((await reader.get("/")).text).toContain("Checkout")
  })
})

describe("subscribers on an own host name", () => {
  it("subscribe, confirm, choose and unsubscribe there", async () => {
    const { own } = await makeHosted({})
    const reader = visitor(own)
    expect((await reader.get("/")).text).toContain('href="./subscribe"')
    expect((await reader.get("/subscribe")).text).toContain('action="/subscribe"')
    expect((await reader.post("/subscribe", { kind: "email", address: "sue@reader.example" })).status).toBe(200)
    const mail = world.mails.findLast(({ to }) => to === "sue@reader.example")
    const [, path = ""] = new RegExp(`${own.origin}(/subscribe/\\S+)`, "u").exec(mail?.text ?? "") ?? []
    expect((await reader.get(path)).status).toBe(200)
    const confirmed = await reader.post(path, {})
    const [, manage = ""] = /action="(\/subscription\/[^"]+)"/u.exec(confirmed.text) ?? []
    expect([confirmed.status, manage === ""]).toEqual([200, false])
    expect(confirmed.text).not.toContain("/s/")
    // The token of one page is invalid on the host name of another page.
    const other = await makeHosted({})
    const elsewhere = visitor(other.own)
    const root = manage.replace(/\/unsubscribe$/u, "")
    for (const answer of [await elsewhere.get(root), await elsewhere.post(`${root}/unsubscribe`, {})])
      expect(answer.status).toBe(404)
    const left = await reader.post(`${root}/unsubscribe`, {})
    expect([left.status, left.text.includes('href="/subscribe"')]).toEqual([200, true])
  })
})
