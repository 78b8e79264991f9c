import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const posts = [
  "/signin",
  "/signup",
  "/signout",
  "/reset",
  "/accounts",
  "/settings/account/delete",
  "/settings/account/export",
  "/settings/refused-address",
  "/settings/second-factor/setup",
  "/settings/sessions",
  `/invite/${"A".repeat(43)}`,
  `/confirm/${"A".repeat(43)}`,
  `/reset/${"A".repeat(43)}`,
  `/setup/${"A".repeat(43)}`
]

describe("a form", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
    person = await signUp(world, api, "victim@example.net")
  })
  afterAll(() => world.close())

  it.each(posts)("POST %s from another site is refused, and changes nothing", async (path) => {
    const cross: ReadonlyArray<Record<string, string>> = [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site", Origin: api.origin },
      { "Sec-Fetch-Site": "same-site", Origin: api.origin }
    ]
    for (const headers of cross) {
      const response = await person.post(path, { email: "victim@example.net", password: PASSWORD }, headers)
      expect([response.status, response.headers["set-cookie"]]).toEqual([403, undefined])
    }
    expect((await person.get("/settings/sign-in")).status).toBe(200)
  })

  it("without an origin is refused if there is a session", async () => {
    const Cookie = `mon_session=${person.cookies.get("mon_session")}`
    expect(
      (await api.send("POST", "/settings/sessions", { headers: { Cookie, Accept: "text/html" }, body: "" })).status
    ).toBe(403)
    expect(
      (
        await api.send("POST", "/settings/sessions", {
          headers: { Cookie, "Sec-Fetch-Site": "same-origin" },
          body: ""
        })
      ).status
    ).toBe(303)
  })

  it("changes nothing on GET", async () => {
    for (const path of posts) {
      const response = await person.get(path)
      expect([200, 303, 404, 410], path).toContain(response.status)
      expect(response.headers["set-cookie"], path).toBeUndefined()
    }
    expect((await person.get("/settings/sign-in")).status).toBe(200)
  })

  it("over 64 KiB is refused, and hostile text in a form is harmless", async () => {
    expect((await person.post("/signin", { email: "x".repeat(70_000) })).status).toBe(413)
    for (const email of [
      "<script>alert(1)</script>@x.example",
      '"><img src=x onerror=alert(1)>',
      "a\u0000b@example.net",
      "'; drop table app_user; --"
    ]) {
      for (const path of ["/signin", "/signup", "/reset"]) {
        const response = await visitor(api).post(path, { email, password: email })
        expect([303, 400, 429], `${path} ${email}`).toContain(response.status)
        expect(response.text).not.toContain("<script>alert")
        expect(response.text).not.toContain("<img src=x")
      }
    }
  })

  it("of a service with an https URL sets a cookie for only this host and only over TLS", async () => {
    const secure = await world.startApi({ settings: { baseUrl: "https://mon.example.com" } })
    const response = await secure.send("POST", "/signin", {
      body: new URLSearchParams({ email: "victim@example.net", password: PASSWORD }).toString(),
      headers: { Origin: "https://mon.example.com" }
    })
    expect(response.headers["set-cookie"]).toEqual([
      expect.stringMatching(
        /^__Host-mon_session=[\w-]{43}; Max-Age=5184000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u
      ),
      expect.stringMatching(
        /^__Host-mon_device=[\w-]{22}\.\d+\.[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/u
      )
    ])
    expect(world.logs.filter(({ message }) => JSON.stringify(message).includes("sent unencrypted"))).toHaveLength(1)
    await secure.close()
  })
})
