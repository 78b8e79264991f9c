import { assert, layer } from "@effect/vitest"
import { defaultConfirmationPolicy } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  CertificateChecks,
  Domains,
  type SeenCertificate,
  type StoredCertificate,
  type AccessScope
} from "../src/index.ts"
import { layerStore } from "./account.ts"
import { announced, storedFacts } from "./storedFacts.ts"
import { checkOf, watched } from "./watchedDomain.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

const DAY = 86_400_000
const START = Date.UTC(2026, 5, 1, 12)
const iso = (at: number) => new Date(at).toISOString()

/** Returns a valid certificate that expires `days` after the start. */
const certificate = (days: number, more: Partial<StoredCertificate> = {}): StoredCertificate => ({
  valid: true,
  issuer: "CN=Testbed",
  subject: "CN=shop",
  validFrom: iso(START - 60 * DAY),
  validTo: iso(START + days * DAY),
  protocol: "TLSv1.3",
  keyType: "ec",
  keyBits: 256,
  problems: [],
  fingerprint256: `AA:${days}`,
  ...more
})
const wrongHost = { valid: false, problems: ["wrong_host"] }

const thresholds = (viewer: AccessScope) =>
  Effect.map(storedFacts(viewer), (rows) =>
    rows.flatMap(({ fact }) => (fact.kind === "certificate_expiring" ? [fact.thresholdDays] : []))
  )

const faults = (viewer: AccessScope) =>
  Effect.map(storedFacts(viewer), (rows) =>
    rows.flatMap(({ fact }) => (fact.kind === "certificate_invalid" ? [fact.detectedAt] : []))
  )

layer(layerStore, { excludeTestServices: true })("a certificate", (it) => {
  it.effect("is announced once at each threshold before it expires, and again after it was replaced", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("soon.example")
      const see = (day: number, ssl: StoredCertificate) => check("up", { at: START + day * DAY, ssl })
      const ssl = certificate(40)
      for (let day = 0; day <= 40; day += 0.5) yield* see(day, ssl)
      assert.deepStrictEqual(yield* thresholds(viewer), [30, 14, 7, 3, 1])
      const [first] = yield* storedFacts(viewer)
      assert.strictEqual(first?.key, `certificate_expiring:${id}:${ssl.fingerprint256}:30`)
      assert.deepStrictEqual(first?.fact, {
        kind: "certificate_expiring",
        monitor: { id, name: "soon.example", url: "https://soon.example/" },
        certificate: {
          subject: "CN=shop",
          issuer: "CN=Testbed",
          validTo: ssl.validTo,
          daysRemaining: 30,
          fingerprint256: ssl.fingerprint256
        },
        thresholdDays: 30
      })
      yield* see(40.5, certificate(130))
      yield* see(105, certificate(130))
      assert.deepStrictEqual(yield* thresholds(viewer), [30, 14, 7, 3, 1, 30])
    })
  )

  it.effect("that has passed several thresholds when first seen is announced at the lowest one only", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("late.example")
      for (const day of [0, 0.1, 0.2]) yield* check("up", { at: START + day * DAY, ssl: certificate(5) })
      assert.deepStrictEqual(yield* thresholds(viewer), [7])
    })
  )

  it.effect.each([
    ["six days, renewed every 3 days", 160 / 24, 3, 30, []],
    ["six days, renewed when a third is left", 160 / 24, 4.4, 30, []],
    ["45 days, renewed after 30", 45, 30, 180, []],
    ["47 days, renewed after 32", 47, 32, 180, []],
    ["90 days, renewed after 60", 90 - 1 / 86_400, 59.5, 180, []],
    ["90 days, renewed after 80", 90 - 1 / 86_400, 80, 85, [30, 14]],
    ["six days, not renewed", 160 / 24, 160, 6.5, [1]],
    ["ten days, not renewed", 10, 160, 9.9, [3, 1]],
    ["45 days, not renewed", 45, 160, 44.9, [14, 7, 3, 1]],
    ["80 days, not renewed, until 27 days are left", 80, 160, 53, []],
    ["80 days, not renewed, until 26 days are left", 80, 160, 54, [30]],
    ["90 days, not renewed", 90 - 1 / 86_400, 160, 89.9, [30, 14, 7, 3, 1]],
    ["398 days, not renewed", 398, 500, 397.9, [30, 14, 7, 3, 1]]
  ] as const)("of %s is announced when it should have been renewed", ([name, lifetime, every, until, expected]) =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched(`lifetime-${name.replaceAll(/\W+/g, "-")}.example`)
      const first = expected.length > 2 && lifetime > 60 ? Math.floor(lifetime - 40) : 0
      for (let day = first; day <= until; day += 0.5) {
        const from = Math.floor(day / every) * every
        const ssl = certificate(from + lifetime, {
          validFrom: iso(START + from * DAY),
          fingerprint256: `${name} ${from}`
        })
        yield* check("up", { at: START + day * DAY, ssl })
      }
      assert.deepStrictEqual(yield* thresholds(viewer), [...expected])
    })
  )

  it.effect("is announced with the certificate of its chain that ends first, once, although it is renewed itself", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("chain.example")
      const ending = {
        subject: "CN=Intermediate",
        issuer: "CN=Root",
        validFrom: iso(START - 1_000 * DAY),
        validTo: iso(START + 20 * DAY),
        fingerprint256: "CC"
      }
      for (let day = 0; day <= 20; day += 2) {
        const ssl = certificate(90, {
          validTo: ending.validTo,
          fingerprint256: `leaf ${day}`,
          endsFirst: ending.subject,
          ending
        })
        yield* check("up", { at: START + day * DAY, ssl })
      }
      assert.deepStrictEqual(yield* thresholds(viewer), [30, 14, 7, 3, 1])
      const { fact } = (yield* storedFacts(viewer))[0] ?? {}
      const { issuer, subject, validTo } = ending
      assert.deepInclude(fact, {
        certificate: { subject, issuer, validTo, daysRemaining: 20, fingerprint256: "CC" }
      } as object)
      const domain = yield* (yield* Domains).find(viewer, id)
      assert.deepInclude(domain?.ssl, { subject: "CN=shop", validTo, endsFirst: subject })
    })
  )

  it.effect("that alternates between two servers of a site is announced once", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("balanced.example")
      for (let turn = 0; turn < 4; turn++)
        yield* check("up", { at: START + turn * 1_000, ssl: certificate(turn % 2 === 0 ? 5 : 20) })
      assert.deepStrictEqual((yield* thresholds(viewer)).toSorted(), [30, 7])
    })
  )

  it.effect(
    "is announced as invalid after the second bad check, which follows soon, and not again while it stays invalid",
    () =>
      Effect.gen(function* () {
        const { id, key, check, sql, viewer } = yield* watched("bad.example", { checkInterval: 86_400 })
        const bad = certificate(60, wrongHost)
        yield* check("up", { at: START, ssl: certificate(60) })
        yield* check("up", { at: START + 1_000, ssl: bad })
        assert.deepStrictEqual(yield* faults(viewer), [])
        const [due] = yield* sql<{ soon: boolean }>`
        select next_at <= mon_now() + ${defaultConfirmationPolicy.confirmMs}::int * interval '1 millisecond' as soon
        from monitor_schedule where monitor_id = ${key}::bigint`
        assert.isTrue(due?.soon)
        for (const later of [2_000, 3_000, DAY, 3 * DAY]) yield* check("up", { at: START + later, ssl: bad })
        assert.deepStrictEqual(yield* faults(viewer), [iso(START + 1_000)])
        const [row] = yield* storedFacts(viewer)
        assert.deepInclude(row, { key: `certificate_invalid:${id}:${iso(START + 1_000)}`, status: "pending" })
        assert.deepInclude(row?.fact, {
          kind: "certificate_invalid",
          monitor: { id, name: "bad.example", url: "https://bad.example/" },
          problems: ["wrong_host"]
        })
        const domain = yield* (yield* Domains).find(viewer, id)
        assert.deepInclude(domain, { status: "up" })
        assert.deepInclude(domain?.ssl, { valid: false, problems: ["wrong_host"] })
        assert.notProperty(domain?.ssl, "fingerprint256")
      })
  )

  it.effect("that was never invalid on two checks in a row is not announced", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("glitch.example")
      for (let turn = 0; turn < 6; turn++)
        yield* check("up", { at: START + turn * 1_000, ssl: certificate(60, turn % 2 === 0 ? {} : wrongHost) })
      assert.deepStrictEqual(yield* faults(viewer), [])
    })
  )

  it.effect("that is renewed is stored, and its next problem is announced again", () =>
    Effect.gen(function* () {
      const { id, check, viewer } = yield* watched("renewed.example")
      const expired = certificate(-1, { valid: false, problems: ["expired"] })
      const see = (at: number, ssl: StoredCertificate) => check("up", { at: START + at, ssl })
      for (const at of [0, 1_000]) yield* see(at, expired)
      yield* see(2_000, certificate(60))
      assert.deepInclude((yield* (yield* Domains).find(viewer, id))?.ssl, { valid: true, problems: [] })
      for (const at of [3_000, 4_000, 5_000]) yield* see(at, expired)
      assert.deepStrictEqual(yield* faults(viewer), [iso(START), iso(START + 3_000)])
    })
  )

  it.effect("whose problem comes and goes is not announced again within a day", () =>
    Effect.gen(function* () {
      const { check, viewer } = yield* watched("flapping.example")
      for (let turn = 0; turn < 12; turn++)
        yield* check("up", { at: START + turn * 1_000, ssl: certificate(60, turn % 3 === 0 ? {} : wrongHost) })
      assert.deepStrictEqual(yield* faults(viewer), [iso(START + 1_000)])
      for (const at of [1, 2]) yield* check("up", { at: START + 2 * DAY + at, ssl: certificate(60, wrongHost) })
      assert.strictEqual((yield* faults(viewer)).length, 1)
      for (const at of [3, 4, 5])
        yield* check("up", { at: START + 2 * DAY + at, ssl: certificate(60, at === 3 ? {} : wrongHost) })
      assert.strictEqual((yield* faults(viewer)).length, 2)
    })
  )

  it.effect("is recorded but not announced while notifications are paused", () =>
    Effect.gen(function* () {
      const { check, sql, viewer } = yield* watched("quiet.example")
      yield* sql`update account set notifications_paused_at = mon_now() where id = ${viewer.accountKey}::bigint`
      yield* check("up", { at: START, ssl: certificate(2) })
      assert.deepStrictEqual(
        (yield* storedFacts(viewer)).map(({ status }) => status),
        ["suppressed"]
      )
    })
  )

  it.effect("of a check whose lease has ended changes nothing", () =>
    Effect.gen(function* () {
      const { claim, id, schedule, viewer } = yield* watched("fenced.example")
      const late = { ...(yield* claim), leaseToken: "00000000-0000-4000-8000-000000000000" }
      yield* schedule.record([checkOf(late, "up", { at: START, ssl: certificate(2) })], defaultConfirmationPolicy)
      assert.deepStrictEqual(yield* storedFacts(viewer), [])
      assert.isNull((yield* (yield* Domains).find(viewer, id))?.ssl)
    })
  )
})

/** Makes port 443 of a monitor due and claims the check. Returns undefined when there is nothing to check. */
const claimPort443 = Effect.fn("claimPort443")(function* (key: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`update certificate_schedule set next_at = mon_now() - interval '1 second' where monitor_id = ${key}::bigint`
  return (yield* knownToBeDue("certificates", (yield* CertificateChecks).claim(1_000, 30_000))).find(
    ({ monitorKey }) => monitorKey === key
  )
})

const minutesUntilDue = (key: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ minutes: number }>`
        select round(extract(epoch from next_at - mon_now()) / 60)::int as minutes from certificate_schedule where monitor_id = ${key}::bigint`,
      ([row]) => row?.minutes
    )
  )

layer(layerStore, { excludeTestServices: true })("port 443 of a host whose URL is http", (it) => {
  const see = Effect.fn("see")(function* (key: string, at: number, seen: SeenCertificate) {
    const claimed = yield* claimPort443(key)
    return claimed === undefined
      ? "not due"
      : yield* (yield* CertificateChecks).record(claimed, at, seen, defaultConfirmationPolicy.confirmMs)
  })

  it.effect("is checked every six hours, with certificate alerts, and a host without TLS has no certificate", () =>
    Effect.gen(function* () {
      const { id, key, viewer } = yield* watched("plain.example", { url: "http://plain.example/" })
      const find = Effect.flatMap(Domains, (domains) => domains.find(viewer, id))
      const bad = { _tag: "Shown", ssl: certificate(6, wrongHost) } as const
      assert.isTrue(yield* see(key, START, bad))
      assert.isAtMost((yield* minutesUntilDue(key)) ?? 999, 1)
      assert.isTrue(yield* see(key, START + 1_000, bad))
      assert.strictEqual(yield* minutesUntilDue(key), 360)
      assert.deepStrictEqual(yield* announced(viewer), [
        ["certificate_expiring", "plain.example", "pending"],
        ["certificate_invalid", "plain.example", "pending"]
      ])
      assert.deepInclude((yield* find)?.ssl, { problems: ["wrong_host"] })
      yield* see(key, START + 2_000, { _tag: "Unknown" })
      assert.strictEqual(yield* minutesUntilDue(key), 60)
      assert.isNotNull((yield* find)?.ssl)
      yield* see(key, START + 3_000, { _tag: "NoTls" })
      assert.isNull((yield* find)?.ssl)
      assert.strictEqual((yield* storedFacts(viewer)).length, 2)
    })
  )

  it.effect("is claimed by one worker, released for another one, and ignores a late result", () =>
    Effect.gen(function* () {
      const { id, key, viewer } = yield* watched("shared.example", { url: "http://shared.example/" })
      const checks = yield* CertificateChecks
      const claims = yield* Effect.forEach([1, 2, 3, 4], () => checks.claim(1_000, 30_000), {
        concurrency: "unbounded"
      })
      const mine = claims.flat().filter(({ monitorKey }) => monitorKey === key)
      assert.strictEqual(mine.length, 1)
      yield* checks.release(mine)
      const [late] = mine
      assert.isFalse(
        late === undefined || (yield* checks.record(late, START, { _tag: "Shown", ssl: certificate(2) }, 1_000))
      )
      assert.isNull((yield* (yield* Domains).find(viewer, id))?.ssl)
      assert.isDefined(yield* claimPort443(key))
    })
  )

  it.effect("is not checked while the monitor is paused, when it redirects to https, or for https URLs", () =>
    Effect.gen(function* () {
      const paused = yield* watched("paused.example", { url: "http://paused.example/" })
      yield* (yield* Domains).pause(paused.viewer, paused.id)
      const redirected = yield* watched("moved.example", { url: "http://moved.example/" })
      yield* redirected.check("up", {
        redirect: { detected: true, finalUrl: "https://moved.example/", kind: "https", hops: [] }
      })
      const secure = yield* watched("secure.example")
      for (const { key } of [paused, redirected, secure]) assert.isUndefined(yield* claimPort443(key))
      assert.strictEqual(yield* minutesUntilDue(paused.key), 360)
    })
  )
})
