import type { CheckResultRow } from "@mon/core-store"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectError } from "../Expected.ts"
import { startServiceWorker } from "../ServiceWorker.ts"
import { openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

describe("POST /services/:id/check-now", () => {
  let world: World
  let api: TestApi
  let owner: TestAccount
  let worker: ReturnType<typeof startServiceWorker>
  let verdict: CheckResultRow["verdict"] = "up"
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi({ zone: { "db.example.com": { A: ["93.184.216.34"] } } })
    owner = await world.account("agency")
    worker = startServiceWorker(world, () => verdict)
  })
  afterAll(async () => {
    await worker.stop()
    await world.close()
  })

  const call = (method: string, path: string, body?: object, { key }: Pick<TestAccount, "key"> = owner) =>
    api.send(method, `/api/v1/services${path}`, { key, ...(body === undefined ? {} : { body }) })
  const add = async () =>
    String((await call("POST", "", { check: { type: "tcp", target: "db.example.com:4000" } })).data.id)
  const untilChecked = async (id: string) => {
    for (;;) {
      const { data } = await call("GET", `/${id}`)
      if (data["lastCheckedAt"] !== null) return data
    }
  }

  it("returns the service after a check by a worker, which keeps its regular times", async () => {
    const id = await add()
    const before = await untilChecked(id)
    const { data, status } = await call("POST", `/${id}/check-now`)
    expect([status, data.id, data["status"]]).toEqual([200, id, "up"])
    expect(String(data["lastCheckedAt"]) > String(before["lastCheckedAt"])).toBe(true)
    expect(data["nextCheckAt"]).toBe(before["nextCheckAt"])
    const history = await call("GET", `/${id}/history`)
    expect(history.data).toHaveLength(2)
  })

  it("accepts one request every 30 seconds for a service", async () => {
    const id = await add()
    expect((await call("POST", `/${id}/check-now`)).status).toBe(200)
    const again = await call("POST", `/${id}/check-now`)
    expect(again).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Please wait \d\d seconds before checking again\.$/u) }
    })
    expect((await call("POST", `/${await add()}/check-now`)).status).toBe(200)
  })

  it("does not hurry a check that confirms a change of state", async () => {
    const id = await add()
    await untilChecked(id)
    verdict = "down"
    const failed = await call("POST", `/${id}/check-now`)
    expect(failed.data).toMatchObject({ status: "up", lastError: { code: "connect_refused" } })
    const confirmsAt = failed.data["nextCheckAt"]
    await world.sql("delete from attempt_limit")
    const waiting = call("POST", `/${id}/check-now`)
    await expect.poll(() => world.sql("select 1 from attempt_limit")).toHaveLength(1)
    expect((await call("GET", `/${id}`)).data["nextCheckAt"]).toBe(confirmsAt)
    verdict = "up"
    await world.sql("update monitor_schedule set next_at = mon_now() where streak_started_at is not null")
    expect((await waiting).data).toMatchObject({ status: "up", lastError: null })
  })

  it("is refused for a paused service and for an unknown one", async () => {
    const id = await add()
    await call("POST", `/${id}/pause`)
    const paused = "This service is paused, so no worker checks it. Resume it first."
    expectError(await call("POST", `/${id}/check-now`), 403, paused)
    const stranger = await world.account("agency")
    expectError(await call("POST", `/${id}/check-now`, undefined, stranger), 404, "Service not found.")
    expectError(await call("POST", "/nothing/check-now"), 404, "Service not found.")
  })
})
