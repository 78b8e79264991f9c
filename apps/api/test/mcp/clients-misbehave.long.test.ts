// Clients of the official SDK that cancel, send too much, come from a website, or reach another process.
import { type CheckOptions, EmailHealth } from "@mon/email-health/effect"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { answerOf, connectClient, revisions, textOf, transports } from "./McpConnection.ts"

/** Returns a different domain for each test, because results of checks are cached. */
const slowDomain = (...parts: ReadonlyArray<string>): string => `slow-${parts.join("-").toLowerCase()}.example.com`

/** Creates an engine whose checks of slow domains end only when the test releases them. */
const slowEngine = () => {
  let begin: (() => void) | undefined
  let release: (() => void) | undefined
  /** Resolves when the next check of a slow domain begins. */
  const next = (): Promise<void> => {
    released = new Promise((resolve) => (release = resolve))
    return new Promise((resolve) => (begin = resolve))
  }
  let released: Promise<void> = Promise.resolve()
  const layer = Layer.effect(
    EmailHealth,
    Effect.map(EmailHealth, ({ check, evaluateSpf }) => ({
      evaluateSpf,
      check: (domain: string, options: CheckOptions = {}) => {
        if (!domain.startsWith("slow-")) return check(domain, options)
        begin?.()
        return Effect.andThen(
          Effect.promise(() => released),
          check(domain, options)
        )
      }
    }))
  ).pipe(Layer.provide(EmailHealth.layerMemory({}, { lists: [] })))
  return { layer, next, release: () => release?.() }
}

let world: World
let api: TestApi
let other: TestApi
let account: TestAccount
const engine = slowEngine()

beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi({ emailHealth: engine.layer })
  other = await world.startApi()
  account = await world.account("agency")
  await addDomain(api, account, { name: "Shop" })
})
afterAll(() => world.close())

const monitors = { name: "list_monitors", arguments: {} }

describe.each(revisions.flatMap((revision) => transports.map((transport) => ({ revision, transport }))))(
  "a client with revision $revision over $transport",
  ({ revision, transport }) => {
    it("cancels a call while the service works, and goes on", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      const begun = engine.next()
      const controller = new AbortController()
      const cancelled = client.callTool(
        { name: "check_email_health", arguments: { domain: slowDomain(revision, transport) } },
        { signal: controller.signal }
      )
      const outcome = cancelled.then(
        () => "answered",
        (error: unknown) => String(error)
      )
      await begun
      controller.abort()
      expect(await outcome).toMatch(/abort|cancel/iu)
      expect(answerOf(await client.callTool(monitors))).toMatchObject({ found: 1 })
      engine.release()
      await client.close()
    })

    it("gets the answer of each of many calls at once", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      const searches = ["shop", "nothing", "shop", "none", "shop"]
      const answers = await Promise.all(
        searches.map((search) => client.callTool({ name: "list_monitors", arguments: { search } }))
      )
      expect(answers.map((answer) => answerOf(answer)["found"])).toEqual([1, 0, 1, 0, 1])
      await client.close()
    })

    it("is refused a message that is too large, and goes on", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      const document = "x".repeat(2 ** 20)
      // Over standard input, a line that is too long is not read, so the refusal of the line has no id.
      const large = client.callTool({ name: "plan_config", arguments: { document } }, { timeout: 500 })
      await expect(large).rejects.toThrow(/large|MiB|413|timed out/iu)
      expect(answerOf(await client.callTool(monitors))).toMatchObject({ found: 1 })
      await client.close()
    })

    it("gets the refusals of tools as answers, and those of the protocol as errors", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      const wrong = await client.callTool({ name: "plan_config", arguments: { document: 1 } })
      expect([wrong.isError, textOf(wrong)]).toEqual([true, expect.stringMatching(/^document must be/u)])
      await expect(client.callTool({ name: "drop_everything", arguments: {} })).rejects.toThrow(/no such tool/u)
      await expect(client.listTools({ cursor: "2" })).rejects.toThrow(/no more pages/u)
      await client.close()
    })
  }
)

describe.each(revisions)("a client with revision %s over HTTP", (revision) => {
  it("is answered by another process for each message, because there is no session", async () => {
    let requests = 0
    const alternate = (url: string | URL, init?: RequestInit) => {
      requests += 1
      return fetch(String(url).replace(api.origin, requests % 2 === 0 ? other.origin : api.origin), init)
    }
    const client = await connectClient(api, account.key, revision, "HTTP", { fetch: alternate })
    for (let call = 0; call < 4; call++) expect(answerOf(await client.callTool(monitors))).toMatchObject({ found: 1 })
    expect(requests).toBeGreaterThanOrEqual(5)
    await client.close()
  })

  it("is refused from another website, also under a rebound host name", async () => {
    const port = String(api.port)
    for (const headers of [{ Origin: "https://evil.example" }, { Origin: `http://evil.example:${port}` }])
      await expect(connectClient(api, account.key, revision, "HTTP", { headers })).rejects.toThrow(
        /403|Origin|website/iu
      )
    const client = await connectClient(api, account.key, revision, "HTTP", { headers: { Origin: api.origin } })
    expect(answerOf(await client.callTool(monitors))).toMatchObject({ found: 1 })
    await client.close()
  })

  it("is refused a revision that nobody knows, with those that are known", async () => {
    const later = (url: string | URL, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      const change = (text: string) => text.replaceAll(revision, "1999-01-01")
      if (headers.has("mcp-protocol-version")) headers.set("mcp-protocol-version", "1999-01-01")
      return fetch(url, { ...init, headers, ...(typeof init.body === "string" ? { body: change(init.body) } : {}) })
    }
    const connecting = connectClient(api, account.key, revision, "HTTP", { fetch: later })
    // In the older revision, the service answers `initialize` with a revision that it supports. It refuses the unknown
    // revision in the header of the next request.
    await expect(connecting.then((client) => client.callTool(monitors))).rejects.toThrow(/nsupported|version/u)
  })
})
