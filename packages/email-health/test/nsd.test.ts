import * as Effect from "effect/Effect"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { checkEmailHealth } from "../src/checkEmailHealth.ts"
import { EmailHealth } from "../src/EmailHealth.ts"
import { type Nsd, nsdPath, startNsd } from "./nsd.ts"
import { healthy, LISTS } from "./zones.ts"

const path = nsdPath()
const DOMAINS = Array.from({ length: 64 }, (_, index) => `d${index}.example.com`)

describe.skipIf(path === null)("against NSD (skipped where it is not installed)", () => {
  let nsd: Nsd
  const special = {
    "alias.example.net": { CNAME: ["d0.example.com"] },
    "big.example.net": {
      TXT: ["v=spf1 -all", ...Array.from({ length: 40 }, (_, index) => `${index}-${"x".repeat(200)}`)]
    },
    "parked.example.net": { MX: [{ preference: 0, exchange: "." }], TXT: ["v=spf1 -all"] },
    "_dmarc.parked.example.net": { TXT: ["v=DMARC1; p=reject"] }
  }

  beforeAll(async () => {
    nsd = await startNsd(path ?? "", {
      ...Object.assign({}, ...DOMAINS.map((domain) => healthy(domain))),
      ...LISTS,
      ...special
    })
  })
  afterAll(() => nsd.close())

  test("many concurrent checks lose no answer", async () => {
    const program = Effect.flatMap(EmailHealth, (service) =>
      Effect.forEach(DOMAINS, (domain) => service.check(domain), { concurrency: 32 })
    )
    const reports = await Effect.runPromise(
      Effect.provide(program, EmailHealth.layer({ dns: { servers: [nsd.address] } }))
    )
    expect(reports.flatMap(({ findings }) => findings.filter(({ code }) => code.endsWith("_unanswered")))).toEqual([])
    expect(reports.map(({ incomplete, spf, dkim, dmarc }) => [incomplete, spf.score, dkim.score, dmarc.score])).toEqual(
      DOMAINS.map(() => [false, 100, 100, 100])
    )
  })

  test("an answer that is truncated over UDP arrives over TCP", async () =>
    expect((await checkEmailHealth("big.example.net", { servers: [nsd.address] })).spf.record).toBe("v=spf1 -all"))
  test("reports a parked domain", async () =>
    expect((await checkEmailHealth("parked.example.net", { servers: [nsd.address] })).score).toBe(100))
  test("reports a domain that is an alias", async () =>
    expect(
      (await checkEmailHealth("alias.example.net", { servers: [nsd.address] })).findings.map(({ code }) => code)
    ).toContain("mx_alias"))
  test("reports a domain that does not exist", async () =>
    expect((await checkEmailHealth("nosuch.example.org", { servers: [nsd.address] })).mx.kind).toBe("nxdomain"))
})
