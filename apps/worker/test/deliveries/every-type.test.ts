import { defaultConfirmationPolicy, pageDefaults, uuidv7 } from "@mon/model"
import {
  Accounts,
  EmailHealthChecks,
  type CheckResultRow,
  Registrations,
  MonitorSchedule,
  type StoredCertificate,
  PageChecks,
  type PageCheckResult,
  PageMonitors
} from "@mon/core-store"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { randomBytes } from "node:crypto"
import { layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"

const DAY = 86_400_000
const iso = (at: number) => new Date(at).toISOString()
const newId = () => uuidv7(Date.now(), randomBytes(10))

const mailOf = Effect.fn("mailOf")(function* (account: TestAccount) {
  yield* dispatchAll
  const mails = yield* sendNow(account)
  assert.strictEqual(mails.length, 1)
  const { html, subject, text } = mails[0] ?? { html: null, subject: "", text: "" }
  assert.notInclude(`${subject}${text}${html ?? ""}`, "undefined")
  assert.notInclude(text, "NaN")
  return { subject, text }
})

const keyOf = Effect.fn("keyOf")(function* (id: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ key: string }>`select id::text as key from monitor where public_id = ${id}::uuid`
  return row?.key ?? ""
})

/** Records a check as a worker does, this many minutes after the claim. */
const check = Effect.fn("check")(function* (
  id: string,
  verdict: "up" | "down",
  minutes: number,
  ssl: StoredCertificate | null = null,
  degraded: boolean | null = null
) {
  const schedule = yield* MonitorSchedule
  const sql = yield* SqlClient.SqlClient
  const key = yield* keyOf(id)
  yield* sql`update monitor_schedule set next_at = mon_now() - interval '1 second', lease_until = null where monitor_id = ${key}::bigint`
  const claim = (yield* schedule.claim(1_000, 30_000)).find(({ monitorKey }) => monitorKey === key)
  if (claim === undefined) return yield* Effect.die(new Error("not claimed"))
  const isUp = verdict === "up"
  const row: CheckResultRow = {
    monitorKey: key,
    leaseToken: claim.leaseToken,
    at: claim.claimedAt + minutes * 60_000,
    verdict,
    deterministic: false,
    suppressed: false,
    statusCode: isUp ? 200 : 503,
    errorCode: isUp ? null : "http_status",
    errorMessage: isUp ? null : "The server responded with HTTP 503.",
    responseUs: 1_500,
    degraded,
    dnsUs: 100,
    connectUs: 200,
    tlsUs: null,
    waitUs: 1_000,
    downloadUs: 200,
    location: "local",
    stalled: false,
    ssl,
    redirect: null
  }
  yield* schedule.record([row], defaultConfirmationPolicy)
})

const certificate = (days: number, more: Partial<StoredCertificate> = {}): StoredCertificate => ({
  valid: true,
  issuer: "CN=Testbed",
  subject: "CN=shop",
  validFrom: iso(Date.now() - 60 * DAY),
  validTo: iso(Date.now() + days * DAY),
  protocol: "TLSv1.3",
  keyType: "ec",
  keyBits: 256,
  problems: [],
  fingerprint256: `AA:${days}`,
  ...more
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an email is sent for", (it) => {
  it.effect("a domain that goes down and comes back", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account, { name: "Shop" })
      yield* check(domain.id, "up", 0)
      for (const minutes of [1, 2, 3]) yield* check(domain.id, "down", minutes)
      const down = yield* mailOf(account)
      assert.strictEqual(down.subject, "DOWN Shop")
      assert.include(down.text, "HTTP 503")
      for (const minutes of [4, 5, 6]) yield* check(domain.id, "up", minutes)
      const up = yield* mailOf(account)
      assert.strictEqual(up.subject, "UP Shop")
      assert.include(up.text, "HTTP 200")
    })
  )

  it.effect("a domain that becomes slow and fast again, if the account asked for it", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account, { name: "Shop", degradedAfterMs: 1_000 })
      yield* (yield* Accounts).updateSettings(account.viewer, { degradedAlerts: true })
      for (const minutes of [1, 2, 3]) yield* check(domain.id, "up", minutes, null, true)
      const slow = yield* mailOf(account)
      assert.strictEqual(slow.subject, "SLOW Shop")
      assert.include(slow.text.replaceAll(/\s+/gu, " "), "Three consecutive checks of Shop took more than 1,000 ms.")
      for (const minutes of [4, 5, 6]) yield* check(domain.id, "up", minutes, null, false)
      assert.strictEqual((yield* mailOf(account)).subject, "FAST AGAIN Shop")
    })
  )

  it.effect("a certificate that expires soon, and one that turned bad", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account, { name: "Shop" })
      yield* check(domain.id, "up", 0, certificate(6.5))
      const soon = yield* mailOf(account)
      assert.include(soon.subject, "Shop")
      assert.include(soon.text, "expires in 6 days")
      assert.include(soon.text, "CN=Testbed")
      const bad = certificate(200, { valid: false, problems: ["wrong_host"] })
      for (const minutes of [1, 2, 3]) yield* check(domain.id, "up", minutes, bad)
      const invalid = yield* mailOf(account)
      assert.match(invalid.text, /issued for\s+other host names/u)
      assert.include(invalid.text, "CN=shop")
    })
  )

  it.effect("a registration that expires soon", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account, { name: "Shop" })
      const registrations = yield* Registrations
      const key = yield* keyOf(domain.id)
      const name = `name-${key}.test`
      yield* registrations.assign([{ monitorKey: key, domain: name }])
      const claim = (yield* registrations.claim(1_000, 60_000)).find((one) => one.domain === name)
      if (claim === undefined) return assert.fail("not claimed")
      yield* registrations.record(claim, Date.now(), {
        _tag: "Registered",
        registration: {
          expiresAt: iso(Date.now() + 13.5 * DAY),
          registrar: "Names Inc.",
          statuses: ["ok"],
          conditions: [],
          source: "rdap",
          server: "rdap.example",
          checkedAt: Date.now()
        }
      })
      const mail = yield* mailOf(account)
      assert.include(mail.subject, "Shop")
      assert.include(mail.text, `The registration of ${name} expires in 13 days`)
      assert.include(mail.text, "Names Inc.")
    })
  )

  it.effect("email health that becomes bad, and good again", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account, { name: "Shop" })
      const checks = yield* EmailHealthChecks
      const finds = (minutes: number, grade: string, score: number, listings: ReadonlyArray<string>) =>
        checks.note(account.viewer, domain.id, {
          checkedAt: Date.now() + minutes * 60_000,
          score,
          grade,
          incomplete: false,
          components: {},
          listings,
          rubricVersion: "1",
          findings: [
            {
              severity: "high",
              message: "There is no DMARC record.",
              fix: { type: "TXT", host: "_dmarc.example.com", value: "v=DMARC1; p=none" }
            }
          ]
        })
      yield* finds(0, "A", 95, [])
      yield* finds(1, "D", 62, ["zen.spamhaus.org"])
      const alert = yield* mailOf(account)
      assert.include(alert.subject, "Shop")
      for (const part of [
        "D (62",
        "previous grade was A",
        "zen.spamhaus.org",
        "There is no DMARC record",
        "v=DMARC1; p=none"
      ])
        assert.include(alert.text.replaceAll(/\s+/gu, " "), part)
      yield* finds(2, "B", 85, [])
      const recovery = yield* mailOf(account)
      assert.include(recovery.text, "B (85")
    })
  )

  it.effect("a page that changed, and one that can no longer be checked", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const checks = yield* PageChecks
      const created = yield* (yield* PageMonitors).create(
        account.viewer,
        {
          ...pageDefaults,
          url: "https://prices.example.com/",
          hostname: "prices.example.com",
          name: "Prices",
          checkInterval: 3_600,
          screenshotEnabled: false
        },
        10
      )
      if (created._tag !== "Created") return assert.fail(created._tag)
      const sql = yield* SqlClient.SqlClient
      const key = yield* keyOf(created.monitor.id)
      const record = Effect.fn("record")(function* (minutes: number, more: Partial<PageCheckResult>) {
        yield* sql`update monitor_schedule set next_at = mon_now() - interval '1 second' where monitor_id = ${key}::bigint`
        const claim = (yield* checks.claim(100, 1_000)).find((one) => one.monitorKey === key)
        if (claim === undefined) return assert.fail("not claimed")
        const found: PageCheckResult = {
          at: claim.claimedAt + minutes * 60_000,
          state: "active",
          statusCode: 200,
          responseUs: 2_000,
          error: null,
          page: null,
          change: null,
          screenshot: null,
          notificationId: newId(),
          ...more
        }
        assert.isTrue(yield* checks.record(claim, found))
      })
      yield* record(0, {})
      yield* record(1, {
        state: "changed",
        change: {
          id: newId(),
          summary: "1 line added, 1 removed",
          changeCount: 1,
          addedLines: 1,
          removedLines: 1,
          similarity: 0.9,
          approximate: false,
          diff: "",
          hunks: [],
          visual: null,
          beforeImage: null,
          afterImage: null,
          added: ["Basic: 12 euros"],
          removed: ["Basic: 9 euros"]
        }
      })
      const changed = yield* mailOf(account)
      assert.include(changed.subject, "Prices")
      for (const part of ["1 line added, 1 removed", "Basic: 12 euros", "Basic: 9 euros"])
        assert.include(changed.text, part)
      const failure = { code: "http_status", message: "It answered 503." }
      for (const minutes of [2, 3]) yield* record(minutes, { state: "error", statusCode: 503, error: failure })
      const failed = yield* mailOf(account)
      assert.include(failed.subject, "Prices")
      assert.include(failed.text, "503")
    })
  )
})
