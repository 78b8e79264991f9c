// A suspended account. Mon refuses its keys, sessions and agents, and people can read the reason.
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestApi, type World } from "../World.ts"
import { behindProxy, PASSWORD, signUp, type Visitor, visitor } from "./Visitor.ts"

const REFUSED = "This account is suspended. Nothing in it can be read or changed. Ask the service's operator why."

const call = (to: TestApi, who: Visitor, method: string, path: string, body?: unknown) =>
  to.send(method, `/api/v1${path}`, {
    headers: {
      Cookie: [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      "Sec-Fetch-Site": "same-origin"
    },
    ...(body === undefined ? {} : { body })
  })

describe("a person whose account the operator has suspended", () => {
  let world: World
  let api: TestApi
  let other: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ settings: behindProxy })
    other = await world.startApi({ settings: behindProxy })
  })
  afterAll(() => world.close())

  const suspend = (email: string, at: "now()" | "null") =>
    world.sql(
      `update account set suspended_at = ${at} where id = (
        select ms.account_id from membership ms join app_user u on u.id = ms.user_id
        where u.email = $1 and ms.role = 'owner')`,
      email
    )

  it("can read and change nothing with a session or a key, in any process, and everything after it", async () => {
    const email = "suspended@example.net"
    const owner = await signUp(world, api, email)
    const key = String((await call(api, owner, "POST", "/keys", { name: "Script", scope: "write" })).data["key"])
    expect((await other.send("GET", "/api/v1/account", { key })).status).toBe(200)

    await suspend(email, "now()")
    for (const to of [api, other])
      for (const [method, path, body] of [
        ["GET", "/account", undefined],
        ["POST", "/domains", { url: "example.com" }],
        ["GET", "/events", undefined]
      ] as const) {
        const bySession = await call(to, owner, method, path, body)
        expectError(bySession, 403, REFUSED)
        expect(bySession.headers["mon-account"]).toBe("suspended")
        expectError(await to.send(method, `/api/v1${path}`, { key, ...(body && { body }) }), 403, REFUSED)
      }
    const headers = { "Content-Type": "application/json" }
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    const agent = await api.send("POST", "/mcp", { key, body, headers })
    expect(agent.status).toBe(403)

    await suspend(email, "null")
    expect((await api.send("GET", "/api/v1/account", { key })).status).toBe(200)
    expect((await call(other, owner, "GET", "/account")).status).toBe(200)
  })

  it("is led to a page that says so, where nothing can be changed, also after signing in again", async () => {
    const email = "reader@example.net"
    const owner = await signUp(world, api, email)
    await suspend(email, "now()")
    for (const path of ["/app", "/app/settings", "/outbox"]) {
      const { headers } = await owner.get(path)
      expect(headers["location"], path).toMatch(/^\/signin/u)
      expect((await owner.get(headers["location"] ?? "")).headers["location"]).toBe("/settings/account")
    }
    const back = visitor(api)
    expect((await back.post("/signin", { email, password: PASSWORD })).status).toBe(303)
    const said = await back.get("/settings/account")
    expect(said.status).toBe(403)
    expect(said.text).toContain("The account is suspended")
    expect(said.text).not.toContain('<form method="post" action="/settings')
    expect((await back.post("/settings/account/keep", {})).status).toBe(403)
    for (const path of ["/settings/account/delete", "/settings/account/export", "/settings/sessions"])
      expect((await back.post(path, {})).headers["location"], path).toMatch(/^\/signin/u)
    expect((await back.post("/signout", {})).status).toBe(303)
  })
})
