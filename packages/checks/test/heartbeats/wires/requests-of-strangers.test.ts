import * as fc from "fast-check"
import { SEED } from "@mon/tooling/seed"
import { describe, expect, it } from "vitest"
import { pingLimits, type PingOutcome } from "../../../src/heartbeats/wires/PingCall.ts"
import { readPing } from "../../../src/heartbeats/wires/readPing.ts"

const OUTCOMES: ReadonlyArray<PingOutcome> = ["recorded", "created", "unknown", "ambiguous", "tooMany", "unavailable"]

const strange = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }).map(encodeURIComponent),
  fc.string({ maxLength: 10 }),
  fc.stringMatching(/^[\w%-]{0,140}$/u),
  fc.constantFrom(
    "__proto__",
    "constructor",
    "toString",
    "..",
    "",
    "%",
    "07c2f548-9850-4b27-af5d-6c9dc157ec02",
    "0",
    "run"
  )
)

const usual = fc.constantFrom(
  "07c2f548-9850-4b27-af5d-6c9dc157ec02",
  "fqOOd6-F4MMNuCEnzTU01w",
  "nightly-job",
  "Nightly%20Job",
  "start",
  "run",
  "7"
)

const names = fc.array(fc.oneof(strange, { arbitrary: usual, weight: 3 }), { minLength: 1, maxLength: 3 })

const path = fc
  .tuple(
    fc.constantFrom(
      { before: "/ping/", after: "" },
      { before: "/hc/", after: "" },
      { before: "/hc/ping/", after: "" },
      { before: "/api/push/", after: "" },
      { before: "/api/v1/endpoints/", after: "/external" },
      { before: "/api/v1/heartbeat/", after: "" },
      { before: "/p/", after: "" },
      { before: "/api/1/cron/", after: "/" },
      { before: "/v2/heartbeats/", after: "/ping" },
      { before: "/", after: "" },
      { before: "", after: "" }
    ),
    names
  )
  .map(([{ after, before }, named]) => `${before}${named.join("/")}${after}`)

const pairs = fc.array(
  fc.tuple(
    fc.constantFrom("rid", "create", "status", "ping", "msg", "success", "duration", "state", "series", "apiKey"),
    fc.oneof(strange, usual, fc.constantFrom("1", "ok", "up", "true", "false", "run", "10s", "1e400"))
  ),
  { maxLength: 5 }
)

const query = fc
  .oneof(pairs, fc.constantFrom("", "status=ok", "success=true&duration=1h", "state=run&series=1"))
  .map((pairsOrText) => new URLSearchParams(pairsOrText))

const request = fc.record({
  method: fc.constantFrom("GET", "POST", "POST", "POST", "constructor"),
  path,
  query,
  authorization: fc.oneof(
    fc.constantFrom(undefined, "Bearer token", "GenieKey key", "Basic a2V5"),
    strange.map((text) => `Bearer ${text}`)
  )
})

describe("a request of a stranger", () => {
  it("is read without an error, and names only heartbeats within the limits", () => {
    let calls = 0
    fc.assert(
      fc.property(request, ({ authorization, ...received }) => {
        const header = (name: string) => (name === "authorization" ? authorization : undefined)
        const result = readPing({ ...received, header })
        if (result === null) return
        if (result._tag === "Answer") {
          expect(result.status).toBeGreaterThanOrEqual(400)
          return
        }
        calls += 1
        const { ping, statedMs, target } = result
        if (target._tag === "Slug") {
          expect(target.slug).toMatch(/^[a-z0-9_-]{1,100}$/u)
          expect(target.key).toMatch(/^[\w-]{1,128}$/u)
        } else expect(target.token).toMatch(/^[\w-]{1,128}$/u)
        if (ping.run !== null) expect(ping.run).toMatch(/^[^\p{C}]{1,128}$/u)
        if (ping.exitCode !== null) expect(ping.exitCode).toBeLessThanOrEqual(255)
        if (statedMs !== null) expect(statedMs).toBeLessThanOrEqual(pingLimits.statedMs)
        expect(OUTCOMES.map((outcome) => result.answer(outcome).status)).toEqual([
          expect.toSatisfy((status: number) => status < 300),
          expect.toSatisfy((status: number) => status < 300),
          expect.toSatisfy((status: number) => status === 404 || status === 401),
          expect.toSatisfy((status: number) => status < 500 && status >= 400),
          429,
          503
        ])
      }),
      { seed: SEED, numRuns: 5_000 }
    )
    expect(calls).toBeGreaterThan(500)
  })
})
