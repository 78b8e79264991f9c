import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Domains, Notifications } from "../src/index.ts"
import { layerStore, newAccount, newMember, share } from "./account.ts"
import { storedFacts } from "./storedFacts.ts"
import { LEASE_MS, resultOf, watched } from "./watchedEmail.ts"

const HOUR_MS = 3_600_000

layer(layerStore, { excludeTestServices: true })("the email health of a domain", (it) => {
  it.effect("is compared with the setup before, and its alert has what its cause rests on", () =>
    Effect.gen(function* () {
      const { compared, key, result, sql, viewer } = yield* watched("compared.example")
      yield* sql`
        insert into registration (domain, outcome, registration) values ('compared.example', 'Registered', '{"statuses":["clientHold"]}')`
      yield* sql`
        insert into monitor_registration (monitor_id, domain) values (${key}::bigint, 'compared.example')
        on conflict (monitor_id) do update set domain = excluded.domain`
      yield* compared("A", { listings: [] })
      // A process of an earlier release compares nothing, and leaves the stored email setup unchanged.
      yield* result("A")
      yield* compared("F", { mx: [] })
      const { items } = yield* (yield* Notifications).list(viewer, { page: 1, limit: 10, type: null })
      assert.deepStrictEqual(
        items.map(({ diagnosisFacts, kind }) => ({ kind, diagnosisFacts })),
        [
          {
            kind: "email_health_alert",
            diagnosisFacts: {
              subject: "email",
              mail: { mx: [] },
              mailBefore: { listings: [] },
              registration: { outcome: "registered", statuses: ["clientHold"] }
            }
          }
        ]
      )
    })
  )

  it.effect("is compared with the signatures of messages, and knows those that are newer than the last check", () =>
    Effect.gen(function* () {
      const { checks, claim, key, sql, viewer } = yield* watched("signed.example")
      const compared = Effect.fn("compared")(function* () {
        const claimed = yield* claim
        const seen: Array<unknown> = []
        yield* checks.record(claimed, resultOf(claimed, "A"), (_, signatures) => {
          seen.push(...signatures)
          return { facts: {}, mail: {} }
        })
        return seen
      })
      assert.deepStrictEqual(yield* compared(), [])
      yield* checks.noteSignatures(viewer, "signed.example", [{ selector: "s1", result: "mismatch" }])
      assert.deepStrictEqual(yield* compared(), [{ selector: "s1", result: "mismatch", isNew: true }])
      yield* checks.noteSignatures(viewer, "signed.example", [{ selector: "s2", result: "pass" }])
      assert.deepStrictEqual(yield* compared(), [
        { selector: "s2", result: "pass", isNew: true },
        { selector: "s1", result: "mismatch", isNew: false }
      ])
      // Values in the form of another release, and invalid values, are left out.
      yield* sql`
        update email_health_schedule set signing = '[7, {"selector": "s1"}, {"selector": "s1", "result": "?", "seenAt": 1}]'
        where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(yield* compared(), [])
      const [{ signing } = { signing: null }] = yield* sql<{ signing: unknown }>`
        select signing from email_health_schedule where monitor_id = ${key}::bigint`
      assert.deepStrictEqual(signing, [])
    })
  )

  it.effect("is due at once when the domain is added, and claimed by one worker, however many claim at once", () =>
    Effect.gen(function* () {
      const { checks, key } = yield* watched("new.example")
      const claims = yield* Effect.forEach(Array.from({ length: 8 }), () => checks.claim(1_000, LEASE_MS), {
        concurrency: "unbounded"
      })
      const mine = claims.flat().filter(({ monitorKey }) => monitorKey === key)
      assert.strictEqual(mine.length, 1)
      assert.strictEqual(mine[0]?.hostname, "new.example")
      assert.strictEqual((mine[0]?.leaseUntil ?? 0) - (mine[0]?.claimedAt ?? 0), LEASE_MS)
    })
  )

  it.effect("is stored in the domain's record and history, and is due again on its grid", () =>
    Effect.gen(function* () {
      const { checks, id, claim, scheduled, viewer } = yield* watched("record.example")
      assert.isNull((yield* (yield* Domains).find(viewer, id))?.emailHealth)
      const claimed = yield* claim
      assert.deepStrictEqual(yield* checks.record(claimed, resultOf(claimed, "B", { listings: ["a list"] })), {
        accepted: true,
        announced: null
      })
      assert.deepStrictEqual((yield* (yield* Domains).find(viewer, id))?.emailHealth, {
        score: 90,
        grade: "B",
        checkedAt: new Date(claimed.claimedAt).toISOString()
      })
      assert.deepStrictEqual(yield* checks.history(viewer, id, 10), [
        {
          checkedAt: new Date(claimed.claimedAt),
          score: 90,
          grade: "B",
          incomplete: false,
          components: { mx: { status: "ok", score: 100 }, spf: { status: "unknown", score: null } },
          listings: ["a list"],
          rubricVersion: "1"
        }
      ])
      const { interval_ms: interval, lease_token: token, next_at: next, now, phase } = yield* scheduled
      assert.isNull(token)
      assert.strictEqual(interval, 24 * HOUR_MS)
      assert.strictEqual(((next?.getTime() ?? 0) - (phase % interval)) % interval, 0)
      assert.isAbove(next?.getTime() ?? 0, now.getTime())
      assert.isAtMost((next?.getTime() ?? 0) - now.getTime(), interval)
    })
  )

  it.effect("is recorded once, and only while the lease lasts", () =>
    Effect.gen(function* () {
      const { checks, claim, id, key, sql, viewer } = yield* watched("fence.example")
      const lost = yield* claim
      yield* sql`update email_health_schedule set lease_until = mon_now() - interval '1 second' where monitor_id = ${key}::bigint`
      const taken = yield* claim
      const late = resultOf(lost, "F", { checkedAt: lost.claimedAt + 1 })
      const outcomes = yield* Effect.all(
        [
          checks.record(lost, late),
          checks.record(taken, resultOf(taken, "A", { checkedAt: taken.claimedAt + 2 })),
          checks.record(taken, resultOf(taken, "A", { checkedAt: taken.claimedAt + 2 }))
        ],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(outcomes[0].accepted, false)
      assert.strictEqual(outcomes.filter(({ accepted }) => accepted).length, 1)
      assert.deepStrictEqual(
        (yield* checks.history(viewer, id, 10))?.map(({ grade }) => grade),
        ["A"]
      )
    })
  )

  it.effect("creates one alert and one recovery notification for each fact", () =>
    Effect.gen(function* () {
      const { claim, checks, id, result, viewer } = yield* watched("alert.example")
      yield* result("A")
      const bad = yield* claim
      assert.strictEqual(
        (yield* checks.record(bad, resultOf(bad, "F", { listings: ["zen: 192.0.2.1"] }))).announced,
        "email_health_alert"
      )
      assert.isNull((yield* result("F", { listings: ["zen: 192.0.2.1"] })).announced)
      assert.isNull((yield* result(null)).announced)
      assert.strictEqual((yield* result("C")).announced, "email_health_recovery")
      const [alert, recovery, ...more] = yield* storedFacts(viewer)
      assert.deepStrictEqual(more, [])
      const checkedAt = new Date(bad.claimedAt).toISOString()
      assert.deepStrictEqual(alert, {
        status: "pending",
        key: `email_health_alert:${id}:${checkedAt}`,
        fact: {
          kind: "email_health_alert",
          monitor: { id, name: "alert.example", url: "https://alert.example/" },
          score: 50,
          grade: "F",
          previousGrade: "A",
          newListings: ["zen: 192.0.2.1"],
          findings: [
            {
              severity: "high",
              message: "No DMARC record.",
              fix: { type: "TXT", host: "_dmarc", value: "v=DMARC1; p=reject" }
            }
          ],
          checkedAt
        }
      })
      assert.strictEqual(recovery?.status, "pending")
      assert.deepInclude(recovery?.fact, { kind: "email_health_recovery", grade: "C", previousGrade: "F" })
    })
  )

  it.effect("announces nothing when only the scoring rules changed", () =>
    Effect.gen(function* () {
      const { result } = yield* watched("rubric.example")
      yield* result("A")
      assert.isNull((yield* result("F", { rubricVersion: "2" })).announced)
      assert.isNull((yield* result("B", { rubricVersion: "2" })).announced)
      assert.strictEqual((yield* result("F", { rubricVersion: "2" })).announced, "email_health_alert")
    })
  )

  it.effect("takes the grade of a program of an earlier release for one of unknown scoring rules", () =>
    Effect.gen(function* () {
      const { key, result, sql } = yield* watched("earlier.example")
      yield* result("F")
      yield* sql`
        update email_health_schedule set grade = 'A', last_checked_at = last_checked_at + interval '1 millisecond'
        where monitor_id = ${key}::bigint`
      assert.isNull((yield* result("F")).announced)
      assert.isNull((yield* result("B")).announced)
      assert.strictEqual((yield* result("F")).announced, "email_health_alert")
    })
  )

  it.effect("is recorded and suppressed while the account is paused", () =>
    Effect.gen(function* () {
      const { result, sql, viewer } = yield* watched("silent.example")
      yield* result("A")
      yield* sql`update account set notifications_paused_at = mon_now() where id = ${viewer.accountKey}::bigint`
      assert.strictEqual((yield* result("B", { listings: ["a list"] })).announced, "email_health_alert")
      const [silent, ...more] = yield* storedFacts(viewer)
      assert.deepStrictEqual(more, [])
      assert.strictEqual(silent?.status, "suppressed")
      assert.deepInclude(silent?.fact, { kind: "email_health_alert", grade: "B", newListings: ["a list"] })
    })
  )

  it.effect("is checked again soon while it is incomplete, with growing delays up to its interval", () =>
    Effect.gen(function* () {
      const { claim, checks, key, result, scheduled, sql } = yield* watched("unknown.example")
      // With this phase, the next regular due time is nearly a day away.
      yield* sql`update email_health_schedule set phase = (extract(epoch from mon_now()) * 1000)::bigint % interval_ms where monitor_id = ${key}::bigint`
      const waits: Array<number> = []
      for (let run = 0; run < 9; run++) {
        yield* result(null)
        const { next_at: next, now } = yield* scheduled
        waits.push(Math.round(((next?.getTime() ?? 0) - now.getTime()) / 60_000))
      }
      assert.deepStrictEqual(waits.slice(0, 7), [15, 30, 60, 120, 240, 480, 960])
      for (const wait of waits) assert.isAtMost(wait, 1_440)
      yield* result("A")
      assert.strictEqual((yield* scheduled).incomplete_runs, 0)
      yield* checks.postpone(yield* claim, 60_000)
      const { lease_token: token, next_at: next, now } = yield* scheduled
      assert.isNull(token)
      assert.closeTo((next?.getTime() ?? 0) - now.getTime(), 60_000, 2_000)
    })
  )

  it.effect("that is released is due again at once", () =>
    Effect.gen(function* () {
      const { checks, claim, key } = yield* watched("released.example")
      yield* checks.release([yield* claim])
      assert.isTrue((yield* checks.claim(1_000, LEASE_MS)).some(({ monitorKey }) => monitorKey === key))
    })
  )

  it.effect("is not checked while paused or deleted, ignores a late result, and is due when resumed", () =>
    Effect.gen(function* () {
      const { checks, claim, id, scheduled, viewer } = yield* watched("paused.example")
      const domains = yield* Domains
      const late = yield* claim
      yield* domains.pause(viewer, id)
      assert.isNull((yield* scheduled).next_at)
      assert.isFalse((yield* checks.record(late, resultOf(late, "F"))).accepted)
      yield* domains.resume(viewer, id)
      const again = yield* claim
      assert.isTrue((yield* checks.record(again, resultOf(again, "A"))).accepted)
      yield* domains.pause(viewer, id)
      yield* domains.resume(viewer, id)
      assert.isAbove((yield* scheduled).next_at?.getTime() ?? 0, again.claimedAt)
      const last = yield* claim
      yield* domains.remove(viewer, [id])
      assert.isNull((yield* scheduled).next_at)
      assert.isFalse((yield* checks.record(last, resultOf(last, "F"))).accepted)
      assert.isFalse((yield* checks.note(viewer, id, resultOf(last, "F", { checkedAt: last.claimedAt + 1 }))).accepted)
    })
  )

  it.effect("follows a change of its interval", () =>
    Effect.gen(function* () {
      const { id, result, scheduled, viewer } = yield* watched("interval.example")
      yield* result("A")
      yield* (yield* Domains).update(viewer, [id], { emailHealthInterval: 3_600 })
      const { interval_ms: interval, next_at: next, now, phase } = yield* scheduled
      assert.strictEqual(interval, HOUR_MS)
      assert.isAtMost((next?.getTime() ?? 0) - now.getTime(), HOUR_MS)
      assert.strictEqual(((next?.getTime() ?? 0) - (phase % interval)) % interval, 0)
      yield* (yield* Domains).update(viewer, [id], { name: "Another" })
      assert.deepStrictEqual((yield* scheduled).next_at, next)
    })
  )

  it.effect(
    "is updated by a manual check of anyone who can see the domain, with its alert, when the result is newer",
    () =>
      Effect.gen(function* () {
        const { checks, claim, id, viewer } = yield* watched("noted.example")
        const member = yield* newMember(viewer)
        const stranger = (yield* newAccount).viewer
        const claimed = yield* claim
        yield* checks.record(claimed, resultOf(claimed, "A"))
        const later = (grade: string, ms: number) => resultOf(claimed, grade, { checkedAt: claimed.claimedAt + ms })
        for (const outsider of [member, stranger]) {
          assert.isFalse((yield* checks.note(outsider, id, later("F", 5))).accepted)
          assert.isNull(yield* checks.history(outsider, id, 5))
        }
        assert.isFalse((yield* checks.note(viewer, id, later("F", 0))).accepted)
        assert.isFalse((yield* checks.note(viewer, "no id", later("F", 5))).accepted)
        yield* share(member, id, false)
        assert.strictEqual((yield* checks.note(member, id, later("F", 5))).announced, "email_health_alert")
        assert.strictEqual((yield* checks.history(member, id, 5))?.length, 2)
        assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.emailHealth?.grade, "F")
        yield* (yield* Domains).pause(viewer, id)
        assert.deepStrictEqual(yield* checks.note(viewer, id, later("A", 10)), { accepted: true, announced: null })
        assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.emailHealth?.grade, "A")
      })
  )

  it.effect("keeps the newer result when a slow worker records an older one, and gets its next due time", () =>
    Effect.gen(function* () {
      const { checks, claim, id, scheduled, viewer } = yield* watched("overtaken.example")
      const slow = yield* claim
      yield* checks.note(viewer, id, resultOf(slow, "A", { checkedAt: slow.claimedAt + 5 }))
      assert.isFalse((yield* checks.record(slow, resultOf(slow, "F"))).accepted)
      assert.strictEqual((yield* (yield* Domains).find(viewer, id))?.emailHealth?.grade, "A")
      const { lease_token: token, next_at: next, now } = yield* scheduled
      assert.isNull(token)
      assert.isAbove(next?.getTime() ?? 0, now.getTime())
    })
  )

  it.effect("keeps the last score and raises no alert while DNS does not answer", () =>
    Effect.gen(function* () {
      const { checks, id, result, viewer } = yield* watched("unanswered.example")
      yield* result("A")
      assert.deepInclude(yield* result(null), { accepted: true, announced: null })
      assert.deepInclude((yield* (yield* Domains).find(viewer, id))?.emailHealth, { score: 100, grade: "A" })
      const [last] = (yield* checks.history(viewer, id, 5)) ?? []
      assert.deepInclude(last, { score: null, incomplete: true })
    })
  )

  it.effect("is deleted from the history when it is old", () =>
    Effect.gen(function* () {
      const { checks, id, key, result, sql, viewer } = yield* watched("old.example")
      yield* result("A")
      yield* sql`insert into email_health_history (monitor_id, checked_at, score, grade, incomplete, components, listings)
        values (${key}::bigint, mon_now() - interval '401 days', 90, 'A', false, '{}', '{}')`
      assert.strictEqual(yield* checks.purgeHistory(400, 10), 1)
      assert.strictEqual((yield* checks.history(viewer, id, 5))?.length, 1)
    })
  )
})
