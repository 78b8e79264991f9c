import { afterAll, beforeAll, describe, it } from "vitest"
import { expectError } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const absent = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"

describe("the messages of the interface", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
    owner = await world.account()
  })
  afterAll(() => world.close())

  const asOwner = (method: string, path: string, body?: unknown) =>
    api.send(method, `/api/v1${path}`, { key: owner.key, ...(body === undefined ? {} : { body }) })

  it.each([
    ["GET", `/domains/${absent}`],
    ["DELETE", `/domains/${absent}`],
    ["GET", `/domains/${absent}/incidents`],
    ["GET", `/domains/${absent}/history`],
    ["PATCH", `/domains/${absent}`],
    ["POST", `/domains/${absent}/pause`],
    ["POST", `/domains/${absent}/resume`]
  ])("%s %s returns 404 for an unknown domain", async (method, path) => {
    expectError(await asOwner(method, path, method === "PATCH" ? {} : undefined), 404, "Domain not found.")
  })

  it.each([
    ["nothing", undefined],
    ["an empty object", {}],
    ["an empty url", { url: "" }],
    ["a blank url", { url: "  " }],
    ["null", { url: null }],
    ["a number", { url: 7 }]
  ])("POST /domains returns 400 with 'URL is required.' for %s", async (_, body) => {
    expectError(await asOwner("POST", "/domains", body), 400, "URL is required.")
  })

  it.each([
    "ftp://example.com",
    "https://user:secret@example.com",
    "127.0.0.1",
    "http://0x7f.1/",
    "2130706433",
    "[::1]",
    "localhost",
    "intranet",
    "printer.local",
    "host.invalid",
    "example.nosuchtld",
    "https://exa mple.com",
    "https://example.com\\@evil.example.com"
  ])("POST /domains returns 400 for %s, which is not public", async (url) => {
    expectError(await asOwner("POST", "/domains", { url }), 400, "URL must point to a public domain.")
  })

  it("POST /domains over the plan's limit returns 400 with the limit", async () => {
    const free = await world.account("free")
    for (let index = 0; index < 5; index++) await addDomain(api, free)
    expectError(
      await api.send("POST", "/api/v1/domains", { key: free.key, body: { url: "one-more.example.com" } }),
      400,
      "Maximum domain limit (5) reached. Upgrade your plan to add more domains."
    )
  })

  it.each([
    "twice.example.com",
    "http://twice.example.com/other?path",
    "HTTPS://TWICE.EXAMPLE.COM./",
    "https://twice.example.com:443"
  ])("POST /domains returns 400 for %s, which is already monitored", async (url) => {
    const other = await world.account()
    await addDomain(api, other, { url: "twice.example.com" })
    expectError(
      await api.send("POST", "/api/v1/domains", { key: other.key, body: { url } }),
      400,
      "This domain is already being monitored."
    )
  })

  it.each([
    [{ checkInterval: 300, timeout: 300 }],
    [{ checkInterval: 20, timeout: 30 }],
    [{ checkInterval: 20 }],
    [{ timeout: 500 }],
    [{ timeout: 10, timeoutSeconds: 400 }]
  ])("POST /domains returns 400 for the timing %j", async (timing) => {
    expectError(
      await asOwner("POST", "/domains", { url: "timing.example.com", ...timing }),
      400,
      "Timeout must be less than check interval."
    )
  })

  it.each([
    ["GET", "/domains"],
    ["POST", "/domains"],
    ["GET", "/status"],
    ["GET", "/events"],
    ["GET", "/no-such-endpoint"]
  ])("%s %s returns 401 without a key", async (method, path) => {
    expectError(await api.send(method, `/api/v1${path}`), 401, "Missing or invalid API key.")
  })

  it.each(["", "nonsense", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHx", "mon_0123456789ABCDEFGHIJKLMNOPQRSTUV2BnzHq"])(
    "GET /domains with the key %j returns 401",
    async (key) => {
      expectError(await api.send("GET", "/api/v1/domains", { key }), 401, "Missing or invalid API key.")
    }
  )

  it("an unknown endpoint returns 404", async () => {
    expectError(await asOwner("GET", "/no-such-endpoint"), 404, "Not found.")
    expectError(await asOwner("PUT", "/domains"), 404, "Not found.")
  })
})
