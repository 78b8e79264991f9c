import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

/** Text that PostgreSQL cannot store, escaped for JSON. */
const hostile = ["\\u0000", "x\\u0000y", "\\ud800", "\\udc00\\ud800", "ok\\udfff"]

describe("text that the database cannot store", () => {
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
    api.send(method, `/api/v1${path}`, { key: owner.key, body })

  it.each(hostile)("is a 400 and never a 500 in each field: %s", async (text) => {
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

  it.each(hostile)("matches nothing as an id in a body: %s", async (text) => {
    const response = await send("PATCH", "/domains/bulk", `{"domainIds":["${text}"],"updates":{"name":"x"}}`)
    expect(response.body).toMatchObject({ success: true, data: { updated: 0, failed: 1 } })
  })

  it.each(["https://te\\u0000xt.example.com", "text.example.com/\\u0000", "\\ud800.example.com"])(
    "is a 400 in a url: %s",
    async (url) => {
      expect((await send("POST", "/domains", `{"url":"${url}"}`)).status).toBe(400)
    }
  )

  it("is harmless in a path, where it is percent-encoded", async () => {
    const { data, status } = await send("POST", "/domains", '{"url":"surrogate.example.com/\\ud800"}')
    expect(status).toBe(201)
    expect(data["url"]).toBe("https://surrogate.example.com/%EF%BF%BD")
  })

  it("does not include other Unicode text, which is stored unchanged", async () => {
    const name = "Bücher 📚 — \u{10FFFF} ' \" \\ ; drop table monitor"
    const response = await api.send("PATCH", `/api/v1/domains/${id}`, { key: owner.key, body: { name } })
    expect(response.data["name"]).toBe(name)
  })
})
