// The work of a cancelled call ends. Otherwise, it would take 20 s, because the name servers never answer.
import { startDnsServer } from "@mon/tooling/testbed"
import type { Tracer } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { answerOf, connectClient, revisions, transports } from "./McpConnection.ts"

let world: World
let api: TestApi
let account: TestAccount
let dns: Awaited<ReturnType<typeof startDnsServer>>
const spans: Array<Tracer.Span> = []

beforeAll(async () => {
  dns = await startDnsServer()
  world = await openWorld()
  api = await world.startApi({ emailHealth: "settings", settings: { dnsServers: [dns.address] }, spans })
  account = await world.account("agency")
})
afterAll(async () => {
  await world.close()
  await dns.close()
})

const isAbout = (name: string, domain: string): boolean => name === domain || name.endsWith(`.${domain}`)
const queriesFor = (domain: string): number => dns.queries.filter(({ name }) => isAbout(name, domain)).length

/** Waits until the check of a domain has ended, and returns how it ended. */
const endOfCheck = async (domain: string): Promise<string> => {
  const isOfDomain = ({ attributes, name }: Tracer.Span) =>
    name === "EmailHealth.check" && attributes.get("domain") === domain
  return expect
    .poll(() => spans.find((span) => isOfDomain(span) && span.status._tag === "Ended"), { timeout: 15_000 })
    .toBeDefined()
    .then(() => {
      const status = spans.find(isOfDomain)?.status
      return JSON.stringify(status?._tag === "Ended" ? status.exit : null)
    })
}

const clients = revisions.flatMap((revision) => transports.map((transport) => ({ revision, transport })))

it("a cancelled check sends no further query, and the next one begins at once", { timeout: 120_000 }, async () => {
  dns.zone.fail("*", "DROP")
  const cancelled = await Promise.all(
    clients.map(async ({ revision, transport }, index) => {
      const domain = `cancelled${index}.example.com`
      // Two clients of one key would use the same ids for their messages.
      const key = await world.keyFor(account.membershipId)
      const client = await connectClient(api, key, revision, transport)
      const controller = new AbortController()
      const asked = dns.nextQuery(({ name }) => isAbout(name, domain))
      const call = client.callTool({ name: "check_email_health", arguments: { domain } }, { signal: controller.signal })
      const outcome = call.then(
        () => "answered",
        (error: unknown) => String(error)
      )
      await asked
      controller.abort()
      expect(await outcome).toMatch(/abort|cancel/iu)
      expect(await endOfCheck(domain), `${revision} over ${transport}`).toMatch(/interrupt/iu)
      return { client, domain, sent: queriesFor(domain) }
    })
  )

  // The answers arrive later than the time at which the cancelled queries would be repeated.
  dns.zone.heal("*")
  dns.zone.delay("*", 1_400)
  const [first] = cancelled
  await first?.client.callTool({ name: "check_email_health", arguments: { domain: "later.example.com" } })
  expect(cancelled.map(({ domain }) => queriesFor(domain))).toEqual(cancelled.map(({ sent }) => sent))

  dns.zone.delay("*", 0)
  for (const { client, domain } of cancelled) {
    const report = answerOf(await client.callTool({ name: "check_email_health", arguments: { domain } }))
    expect(report).toMatchObject({ cached: false, checkedAt: expect.any(String) })
    await client.close()
  }
})

it("the calls of two clients with one key and one id go on when one of them cancels", { timeout: 60_000 }, async () => {
  dns.zone.fail("*", "DROP")
  const headers = { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" }
  const post = (body: object) =>
    api.send("POST", "/mcp", { key: account.key, headers, body: { jsonrpc: "2.0", ...body } })
  const check = (domain: string) =>
    post({ id: 7, method: "tools/call", params: { name: "check_email_health", arguments: { domain } } })
  const domains = ["one.example.com", "two.example.com"]
  const asked = domains.map((domain) => dns.nextQuery(({ name }) => isAbout(name, domain)))
  const calls = domains.map(check)
  await Promise.all(asked)
  const cancel = { method: "notifications/cancelled", params: { requestId: 7 } }
  expect((await post(cancel)).status).toBe(202)
  dns.zone.heal("*")
  for (const { body, status } of await Promise.all(calls)) {
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: 7, result: { isError: false } })
  }
  // Both calls have ended, so this message cancels nothing.
  expect((await post(cancel)).status).toBe(202)
})
