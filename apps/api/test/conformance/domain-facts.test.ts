// The certificate, the registration and the response times in a domain's record.
import { Registrations, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { TIME } from "../Expected.ts"
import { addDomain, openWorld, type TestAccount, type TestApi, type World } from "../World.ts"

const DAY = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()

describe("the facts of a domain", () => {
  let world: World
  let api: TestApi
  beforeAll(async () => {
    world = await openWorld()
    api = await world.startApi()
  })
  afterAll(() => world.close())

  const get = async ({ key }: TestAccount, path: string) => (await api.send("GET", `/api/v1${path}`, { key })).data

  /** Checks a domain as a worker does, once for each response time (in milliseconds). */
  const check = (domainId: string, responses: ReadonlyArray<number>, validTo: string) =>
    world.run(
      Effect.gen(function* () {
        const schedule = yield* MonitorSchedule
        for (const response of responses) {
          yield* Effect.promise(() =>
            world.sql(
              "update monitor_schedule s set next_at = mon_now() from monitor m where m.id = s.monitor_id and m.public_id = $1::uuid",
              domainId
            )
          )
          for (const claim of yield* schedule.claim(100, 30_000)) {
            yield* schedule.record(
              [
                {
                  monitorKey: claim.monitorKey,
                  leaseToken: claim.leaseToken,
                  at: claim.claimedAt,
                  verdict: "up",
                  deterministic: false,
                  suppressed: false,
                  statusCode: 200,
                  errorCode: null,
                  errorMessage: null,
                  responseUs: response * 1_000,
                  dnsUs: null,
                  connectUs: null,
                  tlsUs: null,
                  waitUs: null,
                  downloadUs: null,
                  location: "testbed",
                  stalled: false,
                  ssl: {
                    valid: false,
                    issuer: "CN=Testbed",
                    subject: "CN=facts.example.com",
                    validFrom: inDays(-60),
                    validTo,
                    protocol: "TLSv1.3",
                    keyType: "rsa",
                    keyBits: 2_048,
                    problems: ["wrong_host"],
                    fingerprint256: "AA:BB"
                  },
                  redirect: null
                }
              ],
              defaultConfirmationPolicy
            )
          }
        }
      })
    )

  /** Looks up the registration as a worker does. */
  const register = (expiresAt: string) =>
    world.run(
      Effect.gen(function* () {
        const registrations = yield* Registrations
        const monitors = yield* registrations.unassigned(100)
        yield* registrations.assign(monitors.map(({ monitorKey }) => ({ monitorKey, domain: "example.com" })))
        for (const claim of yield* registrations.claim(100, 30_000)) {
          const registration = {
            expiresAt,
            registrar: "Names Inc.",
            statuses: ["clientHold"],
            conditions: ["hold"],
            source: "rdap",
            server: "rdap.example",
            checkedAt: 0
          } as const
          yield* registrations.record(claim, claim.claimedAt, { _tag: "Registered", registration })
        }
      })
    )

  it("GET /domains/:id returns certificate, registration and response times, and counts the remaining days on each read", async () => {
    const owner = await world.account("pro")
    const { id } = await addDomain(api, owner)
    expect(await get(owner, `/domains/${id}`)).toMatchObject({ ssl: null, domainExpiry: null, responseTime: null })
    const [validTo, expiresAt] = [inDays(10.5), inDays(40.5)]
    await check(id, [100, 200, 1_000], validTo)
    await register(expiresAt)
    const record = await get(owner, `/domains/${id}`)
    expect(record).toMatchObject({
      status: "up",
      ssl: {
        valid: false,
        issuer: "CN=Testbed",
        subject: "CN=facts.example.com",
        validFrom: TIME,
        validTo,
        daysRemaining: 10,
        protocol: "TLSv1.3",
        keyType: "rsa",
        keyBits: 2_048,
        problems: ["wrong_host"]
      },
      domainExpiry: {
        expiresAt,
        daysRemaining: 40,
        registrar: "Names Inc.",
        source: "rdap",
        statuses: ["clientHold"],
        checkedAt: TIME
      }
    })
    expect(Object.keys(Object(record["ssl"]))).not.toContain("fingerprint256")
    const { p50, p95, p99 } = Object(record["responseTime"])
    expect([p50 / 200, p95 / 1_000, p99 / 1_000].every((ratio) => Math.abs(ratio - 1) < 0.011)).toBe(true)
    expect(((await get(owner, "/domains")) as unknown as ReadonlyArray<object>)[0]).toEqual(record)
  })

  it("GET /notifications lists each fact once, however often it was found", async () => {
    const owner = await world.account("pro")
    const { id } = await addDomain(api, owner)
    await check(id, [100, 100, 100, 100], inDays(10.5))
    await register(inDays(40.5))
    await register(inDays(40.5))
    const notifications = (await get(owner, `/notifications`)) as unknown as ReadonlyArray<{
      readonly type: string
      readonly domainId: string
    }>
    expect(
      notifications
        .filter(({ domainId }) => domainId === id)
        .map(({ type }) => type)
        .toSorted()
    ).toEqual(["domain_expiry", "ssl_expiry", "ssl_invalid"])
  })
})
