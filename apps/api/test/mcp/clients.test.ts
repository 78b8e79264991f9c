import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"
import { answerOf, connectClient, revisions, textOf, transports } from "./McpConnection.ts"

let world: World
let api: TestApi
let account: TestAccount

beforeAll(async () => {
  world = await openWorld()
  api = await world.startApi()
  account = await world.account()
  await addDomain(api, account, { name: "Shop" })
})
afterAll(() => world.close())

const readTools = [
  "account_overview",
  "list_monitors",
  "show_monitor",
  "list_incidents",
  "show_incident",
  "explain_incident",
  "response_times",
  "page_changes",
  "check_email_health",
  "check_disposable_email",
  "who_is_on_call",
  "who_would_be_alerted",
  "list_status_pages",
  "list_channels"
]

describe.each(revisions.flatMap((revision) => transports.map((transport) => ({ revision, transport }))))(
  "the client of the SDK with revision $revision over $transport",
  ({ revision, transport }) => {
    it("lists the tools, calls one, and is refused an unknown one", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      try {
        expect(client.getServerVersion()).toMatchObject({ name: "Mon" })
        expect(client.getInstructions()).toMatch(/untrusted/u)
        const { tools } = await client.listTools()
        expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(readTools))
        for (const { annotations, description, inputSchema } of tools) {
          expect(inputSchema.type).toBe("object")
          expect(description?.length).toBeGreaterThan(20)
          expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), title: expect.any(String) })
        }
        const result = await client.callTool({ name: "list_monitors", arguments: {} })
        expect(result.isError).toBe(false)
        expect(answerOf(result)).toMatchObject({
          found: 1,
          monitors: [{ kind: "domain", untrusted: { name: "Shop" } }]
        })
        await expect(client.callTool({ name: "drop_everything", arguments: {} })).rejects.toThrow(/no such tool/u)
      } finally {
        await client.close()
      }
    })

    it("gets an error that a model can correct for wrong arguments", async () => {
      const client = await connectClient(api, account.key, revision, transport)
      try {
        const wrong = await client.callTool({ name: "list_incidents", arguments: { state: "broken" } })
        expect(wrong.isError).toBe(true)
        expect(textOf(wrong)).toBe("state must be one of: open, resolved.")
        const missing = await client.callTool({ name: "show_incident", arguments: { id: "none" } })
        expect(missing).toMatchObject({ isError: true, content: [{ text: "Incident not found." }] })
      } finally {
        await client.close()
      }
    })
  }
)

describe("a client of the older revision", () => {
  it.each(transports)("pings the server over %s", async (transport) => {
    const client = await connectClient(api, account.key, "2025-11-25", transport)
    await expect(client.ping()).resolves.toBeDefined()
    await client.close()
  })
})

describe("a client without a valid key", () => {
  it.each(transports)("is refused over %s", async (transport) => {
    await expect(connectClient(api, "not-a-key", "2025-11-25", transport)).rejects.toThrow(/API key/u)
  })
})
