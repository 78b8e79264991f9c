import { planTable } from "@mon/model"
import { prototypeWords } from "@mon/tooling/prototypeWords"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { configClient } from "../ConfigFile.ts"
import { signUp, type Visitor, visitor } from "../pages/Visitor.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

describe("a word of prototypes", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld({ ...planTable, agency: { ...planTable.agency, requestsPerMinute: 1_000 } })
    api = await world.startApi()
    owner = await world.account("agency")
  })
  afterAll(() => world.close())

  const send = (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })

  it.each(prototypeWords)("%j is no endpoint, no id, no page and no key", async (word) => {
    for (const path of [`/${word}`, `/domains/${word}`, `/${word}/${word}`])
      expect((await send("GET", path)).status).toBe(404)
    for (const path of [`/${word}`, `/settings/${word}`, `/status/${word}`, `/docs/${word}`])
      expect((await visitor(api).get(path)).status).toBe(404)
    const response = await api.send("GET", "/api/v1/domains", { headers: { Cookie: `${word}=1`, "X-API-Key": word } })
    expect(response.status).toBe(401)
  })

  it.each(prototypeWords)("%j is a parameter and a field like any other that is unknown", async (word) => {
    const { body } = await send("GET", "/domains?unknown=1")
    expect((await send("GET", `/domains?${word}=1`)).body).toEqual(body)
    const url = `${word.replaceAll("_", "")}.example.com`
    const added = await send("POST", "/domains", `{"url": "${url}", "${word}": {"name": "x"}}`)
    expect([added.status, added.data["name"]]).toEqual([201, url.toLowerCase()])
    expect(Reflect.get({}, "name")).toBeUndefined()
  })

  it.each(prototypeWords)("%j is a header of a check that is stored and shown", async (word) => {
    const { id } = await addDomain(api, owner)
    const headers = `{"request": {"headers": {"x-b": "y", "${word}": "x"}}}`
    const changed = await send("PATCH", `/domains/${id}`, headers)
    expect(changed.status).toBe(200)
    const shown = (await send("GET", `/domains/${id}`)).data["request"] as { readonly headers: object }
    expect(JSON.stringify(shown.headers)).toBe(`{"x-b":"***","${word}":"***"}`)
    expect((await send("GET", "/audit")).text).toContain(`\\"${word}\\":\\"***\\"`)
  })

  it.each(prototypeWords)("%j is no kind of channel, no setting, no target and no tool", async (word) => {
    expect((await send("POST", "/channels", { kind: word, name: "A", settings: {} })).status).toBe(400)
    const settings = { topic: "alerts-k3v9", [word]: "x" }
    const plain = await send("POST", "/channels", {
      kind: "ntfy",
      name: "A",
      settings: { topic: "alerts-k3v9", unknown: "x" }
    })
    expect((await send("POST", "/channels", { kind: "ntfy", name: "A", settings })).status).toBe(plain.status)
    const route = { name: "A", scope: "all", steps: [{ afterMinutes: 0, targets: [word] }] }
    expect((await send("POST", "/routes", route)).status).toBe(400)
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: word, arguments: {} } }
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" }
    const answer = await api.send("POST", "/mcp", { key: owner.key, body: call, headers })
    expect(answer.body).toMatchObject({ error: { code: -32_602 } })
    expect(
      (await api.send("POST", "/mcp", { key: owner.key, body: { ...call, method: word }, headers })).body
    ).toMatchObject({
      error: { code: -32_601 }
    })
  })

  it.each(prototypeWords)("%j is a key in a configuration file that names only what has it", async (word) => {
    const client = configClient(api)
    const file = (tags: string) =>
      `version: 1\nproject: acme\n${tags}domains: { a: { url: a.example.org, tags: [${word}] } }\n`
    const { planId, refused } = await client.planAs(owner, file(""))
    expect([planId, refused.length]).toEqual([null, 1])
    if (word === "__proto__") return
    const plan = await client.planAs(owner, file(`tags: { ${word}: { name: A } }\n`))
    expect([plan.refused, plan.create.map(({ key }) => key)]).toEqual([[], [word, "a"]])
  })
})

describe("a page with a notice by a word in its address", () => {
  let world: World
  let api: TestApi
  let person: Visitor
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    person = await signUp(world, api, "words@example.net")
  })
  afterAll(() => world.close())

  it.each(["/signin", "/settings/second-factor", "/settings/sign-in"])(
    "%s has none for a word of prototypes",
    async (path) => {
      const who = path === "/signin" ? visitor(api) : person
      const { status, text } = await who.get(`${path}?done=nothing`)
      expect(status).toBe(200)
      for (const word of prototypeWords) expect(await who.get(`${path}?done=${word}`)).toMatchObject({ status, text })
    }
  )
})
