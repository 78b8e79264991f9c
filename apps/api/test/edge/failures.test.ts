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
  ])(
    "%s: 500 in the envelope, the cause in the log with the request id, nothing of it in the answer",
    async (name, find) => {
      const api = await world.startApi({ override: failing({ find: () => find }) })
      const id = `failure-${name.replaceAll(" ", "-")}`
      const answer = await api.ask("GET", "/api/v1/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", {
        key: owner.key,
        headers: { "X-Request-Id": id }
      })
      expectError(answer, 500, "Internal server error.")
      expect(answer.headers["x-request-id"]).toBe(id)
      expect(JSON.stringify([answer.text, answer.headers])).not.toContain("secret detail")
      const [line] = logOf(id)
      expect(line).toMatchObject({ level: "ERROR", annotations: { requestId: id, method: "GET" } })
      expect(JSON.stringify(line)).toContain("secret detail")
      expect(JSON.stringify(world.logs)).not.toContain(owner.key)
    }
  )

  it("a defect thrown by a handler itself: 500", async () => {
    const api = await world.startApi({ override: failing({ list: throws }) })
    expectError(await api.ask("GET", "/api/v1/domains", { key: owner.key }), 500, "Internal server error.")
  })

  it("a database that is not available: 503 in the envelope", async () => {
    const api = await world.startApi({ override: failing({ find: () => Effect.fail(unavailable) }) })
    const answer = await api.ask("GET", "/api/v1/domains/01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e", { key: owner.key })
    expectError(answer, 503, "Service temporarily unavailable.")
  })

  it("a database that is not available for the key: 503 with the headers of the address", async () => {
    const override = Layer.effect(
      Credentials,
      Effect.map(Credentials, (real) =>
        Credentials.of({ ...real, authenticateAndCount: () => Effect.fail(unavailable) })
      )
    )
    const api = await world.startApi({ override })
    const answer = await api.ask("GET", "/api/v1/domains", { key: owner.key })
    expectError(answer, 503, "Service temporarily unavailable.")
    expect(answer.headers["x-ratelimit-limit"]).toBe("600")
  })

  it("one failing chunk of a bulk request is told in errors, the others are done", async () => {
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
    const answer = await api.ask("DELETE", "/api/v1/domains/bulk", {
      key: owner.key,
      body: { domainIds, confirmation: "DELETE" }
    })
    expectApiHeaders(answer)
    expect(answer.status).toBe(200)
    expect(answer.data).toMatchObject({ deleted: 70, failed: 50 })
    expect((answer.data["errors"] as ReadonlyArray<unknown>)[0]).toEqual({
      id: domainIds[50],
      message: "Service temporarily unavailable."
    })
  })
})
