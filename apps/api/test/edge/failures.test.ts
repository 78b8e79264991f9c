import { Credentials, Domains, StoreError } from "@mon/core-store"
import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { expectApiHeaders, expectError } from "../Expected.ts"
import { openWorld, type TestAccount, type World } from "../World.ts"

const failing = (domains: Partial<Domains["Service"]>) =>
  Layer.effect(
    Domains,
    Effect.map(Domains, (real) => Domains.of({ ...real, ...domains }))
  )

const unavailable = new StoreError({
  reason: "Unavailable",
  operation: "Domains.find",
  cause: new Error("connection refused")
})

const throws = () => {
  throw new Error("thrown, not failed")
}

describe("failures", () => {
  let world: World
  let owner: TestAccount
  beforeAll(async () => {
    world = await openWorld()
    owner = await world.account()
  })
  afterAll(() => world.close())

  const logOf = (requestId: string) => world.logs.filter(({ annotations }) => annotations["requestId"] === requestId)

  it.each([
    ["a defect", Effect.die(new Error("secret detail of a bug"))],
    [
      "a refused statement",
      Effect.fail(
        new StoreError({ reason: "Failed", operation: "Domains.find", cause: new Error("secret detail of a bug") })
      )
    ]
  ])("like %s are a 500 in the envelope; the cause is logged with the request id and not sent", async (name, find) => {
    const api = await world.startApi({ override: failing({ find: () => find }) })
    const id = `failure-${name.replaceAll(" ", "-")}`
    const response = await api.send("GET", "/api/v1/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", {
      key: owner.key,
      headers: { "X-Request-Id": id }
    })
    expectError(response, 500, "Internal server error.")
    expect(response.headers["x-request-id"]).toBe(id)
    expect(JSON.stringify([response.text, response.headers])).not.toContain("secret detail")
    const [line] = logOf(id)
    expect(line).toMatchObject({ level: "ERROR", annotations: { requestId: id, method: "GET" } })
    expect(JSON.stringify(line)).toContain("secret detail")
    expect(JSON.stringify(world.logs)).not.toContain(owner.key)
  })

  it("are a 500 if a handler throws", async () => {
    const api = await world.startApi({ override: failing({ list: throws }) })
    expectError(await api.send("GET", "/api/v1/domains", { key: owner.key }), 500, "Internal server error.")
  })

  it("are a 503 in the envelope if the database is unavailable", async () => {
    const api = await world.startApi({ override: failing({ find: () => Effect.fail(unavailable) }) })
    const response = await api.send("GET", "/api/v1/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", { key: owner.key })
    expectError(response, 503, "Service temporarily unavailable.")
  })

  it("are a 503 with the address's rate-limit headers if the key cannot be looked up", async () => {
    const override = Layer.effect(
      Credentials,
      Effect.map(Credentials, (real) =>
        Credentials.of({ ...real, authenticateAndCount: () => Effect.fail(unavailable) })
      )
    )
    const api = await world.startApi({ override })
    const response = await api.send("GET", "/api/v1/domains", { key: owner.key })
    expectError(response, 503, "Service temporarily unavailable.")
    expect(response.headers["x-ratelimit-limit"]).toBe("600")
  })

  it("of one chunk of a bulk request are listed in errors; the other chunks are processed", async () => {
    let calls = 0
    const api = await world.startApi({
      override: failing({
        remove: (_, ids) => {
          calls += 1
          return calls === 2 ? Effect.fail(unavailable) : Effect.succeed(ids)
        }
      })
    })
    const domainIds = Array.from(
      { length: 120 },
      (_, index) => `01981f6e-2a7b-7c31-9d1e-${String(index).padStart(12, "0")}`
    )
    const response = await api.send("DELETE", "/api/v1/domains/bulk", {
      key: owner.key,
      body: { domainIds, confirmation: "DELETE" }
    })
    expectApiHeaders(response)
    expect(response.status).toBe(200)
    expect(response.data).toMatchObject({ deleted: 70, failed: 50 })
    expect((response.data["errors"] as ReadonlyArray<unknown>)[0]).toEqual({
      id: domainIds[50],
      message: "Service temporarily unavailable."
    })
  })
})
