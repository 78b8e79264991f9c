import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** What PostgreSQL's text cannot hold, as JSON spells it. */
const hostile = ["\\u0000", "x\\u0000y", "\\ud800", "\\udc00\\ud800", "ok\\udfff"]

describe("texts that no database holds", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let id: string
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account("agency")
    id = (await addDomain(api, owner)).id
  })
  afterAll(() => world.close())

  const send = (method: string, path: string, body: string) =>
    api.ask(method, `/api/v1${path}`, { key: owner.key, body })

  it.each(hostile)("%s in each field: 400, never 500", async (text) => {
    const fields = [
      `"name":"${text}"`,
      `"ccEmails":["${text}@example.com"]`,
      `"ccEmails":["${text}"]`,
      `"cardColor":"${text}"`,
      `"checkInterval":"${text}"`
    ]
    for (const field of fields) {
      expect((await send("PATCH", `/domains/${id}`, `{${field}}`)).status).toBe(400)
      expect((await send("POST", "/domains", `{"url":"text.example.com",${field}}`)).status).toBe(400)
      expect((await send("PATCH", "/domains/bulk", `{"domainIds":["${id}"],"updates":{${field}}}`)).status).toBe(400)
    }
    expect((await send("PATCH", "/settings", `{"timezone":"${text}"}`)).status).toBe(400)
    expect((await send("DELETE", "/domains/bulk", `{"domainIds":["${id}"],"confirmation":"${text}"}`)).status).toBe(400)
  })

  it.each(hostile)("%s as an id in a body is an id of nothing", async (text) => {
    const answer = await send("PATCH", "/domains/bulk", `{"domainIds":["${text}"],"updates":{"name":"x"}}`)
    expect(answer.body).toMatchObject({ success: true, data: { updated: 0, failed: 1 } })
  })

  it.each(["https://te\\u0000xt.example.com", "text.example.com/\\u0000", "\\ud800.example.com"])(
    "%s as a url: 400",
    async (url) => {
      expect((await send("POST", "/domains", `{"url":"${url}"}`)).status).toBe(400)
    }
  )

  it("a lone surrogate in a path is percent-encoded and harmless", async () => {
    const { data, status } = await send("POST", "/domains", '{"url":"surrogate.example.com/\\ud800"}')
    expect(status).toBe(201)
    expect(data["url"]).toBe("https://surrogate.example.com/%EF%BF%BD")
  })

  it("unicode that a database holds is kept as it is", async () => {
    const name = "Bücher 📚 — \u{10FFFF} ' \" \\ ; drop table monitor"
    const answer = await api.ask("PATCH", `/api/v1/domains/${id}`, { key: owner.key, body: { name } })
    expect(answer.data["name"]).toBe(name)
  })
})
