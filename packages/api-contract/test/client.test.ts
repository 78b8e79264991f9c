import { Effect } from "effect"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { BadRequest, connect, MonClient, NotFound, TooManyRequests, Unauthorized } from "../src/client.ts"

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly key: string | Array<string> | undefined
  readonly body: string
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

/** Answers what a test has put there, and remembers what it was asked. */
const startDouble = async () => {
  const seen: Array<Seen> = []
  let next = { status: 200, body: {} as unknown }
  const server: Server = createServer(async (request, response) => {
    const body = await read(request)
    seen.push({ method: request.method, url: request.url, key: request.headers["x-api-key"], body })
    response.writeHead(next.status, { "Content-Type": "application/json" }).end(JSON.stringify(next.body))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    answer: (status: number, body: unknown) => {
      next = { status, body }
    },
    close: () => new Promise((resolve) => server.close(resolve))
  }
}

describe("the client", () => {
  let double: Awaited<ReturnType<typeof startDouble>>
  let mon: ReturnType<typeof connect>
  beforeAll(async () => {
    double = await startDouble()
    mon = connect({ baseUrl: `${double.url}/api/v1/`, apiKey: "mon_key" })
  })
  afterAll(async () => {
    await mon.close()
    await double.close()
  })

  const settings = {
    timezone: "UTC",
    language: null,
    weeklyReportEnabled: true,
    alertsByEmail: true,
    notificationsPaused: false,
    degradedAlerts: false,
    contentFaultsOffer: false
  }

  it("sends the key and gives data", async () => {
    double.answer(200, { success: true, data: settings })
    expect(await mon.settings()).toEqual(settings)
    expect(double.seen.at(-1)).toMatchObject({ method: "GET", url: "/api/v1/settings", key: "mon_key" })
  })

  it("sends bodies, queries and ids", async () => {
    double.answer(200, { success: true, data: settings })
    await mon.updateSettings({ timezone: "Europe/Berlin" })
    expect(double.seen.at(-1)).toMatchObject({ method: "PATCH", body: '{"timezone":"Europe/Berlin"}' })
    double.answer(200, { success: true, data: [], pagination: { total: 0, page: 2, limit: 5, totalPages: 0 } })
    expect(await mon.domains.list({ page: 2, limit: 5 })).toEqual({
      items: [],
      pagination: { total: 0, page: 2, limit: 5, totalPages: 0 }
    })
    expect(double.seen.at(-1)?.url).toBe("/api/v1/domains?page=2&limit=5")
    double.answer(200, { success: true, data: [] })
    await mon.domains.history("a/b", 48)
    expect(double.seen.at(-1)?.url).toBe("/api/v1/domains/a%2Fb/history?hours=48")
    double.answer(200, { success: true, data: { deleted: 1, failed: 0, errors: [] } })
    await mon.domains.bulkRemove(["x"])
    expect(double.seen.at(-1)).toMatchObject({ method: "DELETE", body: '{"domainIds":["x"],"confirmation":"DELETE"}' })
  })

  it.each([
    [400, BadRequest, "URL must point to a public domain."],
    [401, Unauthorized, "Missing or invalid API key."],
    [404, NotFound, "Domain not found."],
    [429, TooManyRequests, "Rate limit exceeded. Try again in 3 seconds."]
  ])("rejects with the error of status %i", async (status, error, message) => {
    double.answer(status, { success: false, message })
    const rejected = await (status === 400 ? mon.domains.create({ url: "localhost" }) : mon.domains.get("x")).catch(
      (cause: unknown) => cause
    )
    expect(rejected).toBeInstanceOf(error)
    expect((rejected as Error).message).toBe(message)
  })

  it("refuses an answer that is not of the contract", async () => {
    double.answer(200, { success: true, data: { timezone: 5 } })
    await expect(mon.settings()).rejects.toThrow(/timezone/u)
  })

  it("checks arguments before anything is sent", async () => {
    const before = double.seen.length
    await expect(mon.domains.create({ url: "" })).rejects.toThrow("URL is required.")
    expect(double.seen.length).toBe(before)
  })

  it("gives whole envelopes to Effect", async () => {
    double.answer(200, { success: true, data: settings })
    const program = Effect.flatMap(MonClient, (client) => client.settings.get())
    const answer = await Effect.runPromise(
      Effect.provide(program, MonClient.layer({ baseUrl: double.url, apiKey: "mon_key" }))
    )
    expect(answer).toEqual({ success: true, data: settings })
  })
})
