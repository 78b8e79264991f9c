import { createTestDatabase } from "@mon/core-store/testing"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { openRelay } from "../chaos/Relay.ts"
import { runningIn, start } from "./Program.ts"

const database = await createTestDatabase()
const real = new URL(database.url)
const relay = await openRelay(() => ({ host: real.hostname, port: Number(real.port) }))
const through = new URL(database.url)
through.hostname = "127.0.0.1"
through.port = String(relay.port)

// The program ignores this argument, which makes its process identifiable.
const mark = `--${through.port}`
const service = start("main.ts", [mark], {
  MON_DATABASE_URL: through.href,
  MON_SECRET: "a secret that only this test knows and that is long enough",
  MON_PORT: "0",
  MON_BOOTSTRAP_PLAN: "agency",
  NODE_ENV: "production"
})
let url = ""
let key = ""

const ask = async (path: string) => {
  const response = await fetch(`${url}${path}`, { headers: { "X-API-Key": key } })
  return { status: response.status, body: (await response.json()) as unknown }
}
const statusOf = (path: string) => async () => (await ask(path)).status

const unavailable = { status: 503, body: { success: false, message: "Service temporarily unavailable." } }

beforeAll(async () => {
  url = await service.prints(/Mon is ready at (\S+)/u)
  key = await service.prints(/API key \(shown once\): (\S+)/u)
})

afterAll(async () => {
  relay.cut()
  for (const pid of runningIn(mark)) process.kill(pid, "SIGKILL")
  await service.ended
  await relay.close()
  await database.drop()
})

describe("when the database goes away, the service", () => {
  it("returns 503 in the envelope, and recovers without a restart", async () => {
    expect(await ask("/api/v1/domains")).toMatchObject({ status: 200 })
    expect((await fetch(`${url}/ready`)).status).toBe(200)
    relay.cut()
    for (let time = 0; time < 5; time++) expect(await ask("/api/v1/domains")).toEqual(unavailable)
    // The service caches its readiness for a second.
    await expect.poll(statusOf("/ready")).toBe(503)
    relay.restore()
    await expect.poll(statusOf("/api/v1/domains")).toBe(200)
    expect(await ask("/api/v1/domains")).toMatchObject({ body: { success: true } })
    await expect.poll(statusOf("/ready")).toBe(200)
  }, 90_000)

  it("waits while it is slow, without errors", async () => {
    relay.stall()
    let answers = 0
    const askSlowly = async () => {
      const { status } = await ask("/api/v1/domains")
      answers += 1
      return status
    }
    const slow = Promise.all(Array.from({ length: 10 }, askSlowly))
    for (let time = 0; time < 5; time++) expect(await statusOf("/live")()).toBe(200)
    expect(answers).toBe(0)
    relay.restore()
    for (const status of await slow) expect(status).toBe(200)
  })

  it("stops on SIGTERM without it", async () => {
    relay.cut()
    process.kill(service.pid, "SIGTERM")
    expect(await service.ended).toMatchObject({ code: 0 })
  })
})
