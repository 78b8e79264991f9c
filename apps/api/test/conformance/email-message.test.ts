import { EmailMessageRecord } from "@mon/api-contract"
import { Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const HEADERS =
  "From: Ada <ada@example.com>\r\nTo: bob@example.net\r\nSubject: Dinner\r\nDate: Sat, 21 Nov 2026 08:15:00 +0000\r\nMessage-ID: <1@example.com>\r\n"
const MESSAGE = `${HEADERS}\r\nAre you hungry yet?\r\n`

describe("POST /email-health/message", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({
      zone: {
        "example.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 -all"] },
        "_dmarc.example.com": { TXT: ["v=DMARC1; p=reject"] }
      }
    })
    owner = await world.account()
  })
  afterAll(() => world.close())

  const check = (body: unknown, key = owner.key) => api.send("POST", "/api/v1/email-health/message", { key, body })

  it("returns the verdict in the shape of the contract", async () => {
    const response = await check({ message: MESSAGE, clientIp: "192.0.2.1", mailFrom: "ada@example.com" })
    expect(response.status).toBe(200)
    expect(response.data).toMatchObject({
      verdict: "fail",
      from: { address: "ada@example.com", domain: "example.com" },
      spf: { status: "pass", aligned: true },
      dkim: { status: "none" },
      dmarc: { status: "pass", policy: "reject" },
      findings: [{ code: "dkim_none", severity: "high", step: expect.any(String) as unknown }]
    })
    expect(Schema.decodeUnknownSync(EmailMessageRecord)(response.data)).toEqual(response.data)
  })

  it("does not check SPF without clientIp, and then does not know DMARC", async () => {
    expect((await check({ message: MESSAGE })).data).toMatchObject({
      spf: { status: "not_checked" },
      dmarc: { status: "unknown" }
    })
  })

  it.each([
    [undefined, "message is required."],
    [{}, "message is required."],
    [{ message: "" }, "message is required."],
    [{ message: 7, clientIp: 7 }, "message is required."],
    [{ message: MESSAGE, clientIp: "192.0.2" }, "clientIp must be an IPv4 or IPv6 address."],
    [{ message: MESSAGE, clientIp: 7 }, "clientIp must be an IPv4 or IPv6 address."],
    [{ message: MESSAGE, helo: "a b" }, "helo must be a host name of at most 255 characters."],
    [{ message: MESSAGE, mailFrom: "nobody" }, "mailFrom must be an e-mail address, or empty for a bounce."]
  ])("returns 400 that names the field for %j", async (body, message) => {
    expectError(await check(body), 400, message)
  })

  it("accepts a request of 1 MiB and refuses a larger one with 413", async () => {
    const room = 1_048_576 - JSON.stringify({ message: HEADERS }).length
    const largest = { message: HEADERS + "x".repeat(room) }
    expect((await check(largest)).status).toBe(200)
    expectError(await check({ message: `${largest.message}x` }), 413, "Request body is too large.")
  })

  it("serves members without shared domains", async () => {
    const agency = await world.account("agency")
    const member = await world.member(agency, [])
    expect((await check({ message: MESSAGE }, member.key)).status).toBe(200)
  })

  it("stores and logs nothing of the message, the sender or the client", async () => {
    const canary = "canary7f3a"
    const message = `X-Canary: ${canary}\r\nSubject: ${canary}\r\n${MESSAGE}${canary}\r\n`
    const response = await check({
      message,
      clientIp: "192.0.2.1",
      helo: `${canary}.example.com`,
      mailFrom: `${canary}@example.com`
    })
    expect(response.status).toBe(200)
    expect(response.text).not.toContain(canary)
    const tables = (await world.sql(
      "select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')"
    )) as ReadonlyArray<{ readonly name: string }>
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rows = await world.sql(`select 1 from ${name} t where t::text like '%${canary}%' limit 1`)
      expect([name, rows.length]).toEqual([name, 0])
    }
    expect(JSON.stringify(world.logs)).not.toContain(canary)
  })
})
