import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  AccountDeletions,
  Credentials,
  type DeletionNotice,
  Domains,
  Notifications,
  Sessions,
  StatusPageDocuments
} from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember } from "./account.ts"
import { fillAccount, programTables, tablesWith, withoutRules } from "./filledAccount.ts"
import { installClock, setClock } from "./movableClock.ts"
import { client, sessionOf } from "./session.ts"
import { newPage } from "./statusPage.ts"
import { knownToBeDue } from "./knownToBeDue.ts"

/** The tables in which rows of a deleted account remain, each with the reason. */
const remaining: Readonly<Record<string, string>> = {
  attempt_limit: "Has only hashes, and ends after a day.",
  job: "Sealed emails and codes about to be sent. What cannot be sent ends after 28 days.",
  blob: "Is shared by everybody who has the same bytes. It expires with the account, and the sweep removes it.",
  blob_bytes: "Ends with its blob.",
  domain_fact: "Public facts about a domain, shared by everybody. They expire.",
  email_health_report: "Public facts about a domain, shared by everybody. It ends after an hour.",
  handled_effect: "Mon no longer writes to it.",
  mail_host_contact: "What a mail host showed to anybody. It ends after a day.",
  page_text: "Is shared by everybody who has the same text. It ends a day after nothing refers to it.",
  rate_window: "Ends after 10 minutes.",
  released_slug:
    "It contains only hashes of addresses that status pages once had. They end 90 days after the page gave them up.",
  refused_address: "Has only hashes, one for each address of the service. It ends 180 days after the last refusal.",
  registration: "Public facts about a domain, shared by everybody. It ends 90 days after no monitor uses it.",
  registry_document: "Public documents of registries.",
  status_page_export: "Says which folder has a copy. The copy and the row are removed when the page has ended.",
  worker_location: "Announces a worker."
}

const collected = Effect.fnUntraced(function* () {
  const notices: Array<DeletionNotice> = []
  const deletions = yield* AccountDeletions
  const next = deletions.notifyNext((notice) => Effect.sync(() => void notices.push(notice)))
  while (yield* knownToBeDue("notices about deletions", next));
  return notices
})

const purgeAll = Effect.fnUntraced(function* (limit: number) {
  const deletions = yield* AccountDeletions
  let runs = 0
  while ((yield* deletions.purge(limit)) > 0) runs += 1
  return runs
})

layer(layerStore, { excludeTestServices: true })("an account that its owner deletes", (it) => {
  it.effect("is stopped at once, reminds its owner, and ends with everything, without a row of another account", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deletions = yield* AccountDeletions
      yield* installClock("2026-03-01T12:00:00Z")
      const { account, keyHash, principal, viewer } = yield* newAccount
      const member = yield* newMember(viewer)
      const domains = yield* Domains
      const documents = yield* StatusPageDocuments
      const created = yield* Effect.forEach(["active.example", "paused.example"], (name) =>
        domains.create(viewer, newDomain(name), 100)
      )
      const [active, paused] = created.flatMap((made) => (made._tag === "Created" ? [made.monitor] : []))
      if (active === undefined || paused === undefined) return assert.fail("no monitors")
      const page = yield* newPage(viewer)
      yield* (yield* Sessions).open(Buffer.alloc(32, 1), sessionOf(viewer.userKey))
      assert.isNotNull(yield* documents.document({ id: page.id }, "https://mon.example"))

      yield* setClock("2026-03-01T13:00:00Z")
      yield* domains.pause(viewer, paused.id)
      const ends = yield* deletions.request(principal.accountId, 30)
      assert.strictEqual(ends?.toISOString(), "2026-03-31T13:00:00.000Z")
      assert.deepStrictEqual(yield* deletions.request(principal.accountId, 5), ends, "asking again changes nothing")
      assert.isNull((yield* domains.find(viewer, active.id))?.nextCheckAt ?? null)
      assert.isTrue((yield* (yield* Notifications).pauseState(viewer)).paused)
      assert.isTrue((yield* (yield* Credentials).authenticateAndCount(keyHash, 0))?.accountEnds)
      const session = yield* (yield* Sessions).find(Buffer.alloc(32, 1), client)
      assert.deepStrictEqual(session?.deletesAt, ends)
      assert.isNull(yield* documents.document({ id: page.id }, "https://mon.example"))
      assert.notInclude(
        (yield* documents.pages()).map(({ id }) => id),
        page.id
      )

      const [requested, ...more] = yield* collected()
      assert.lengthOf(more, 0)
      assert.deepInclude(requested, { kind: "requested", ownerEmail: account.email })
      assert.deepStrictEqual(
        requested?.recipients.map(({ isOwner }) => isOwner),
        [true, false]
      )

      assert.isTrue(yield* deletions.keep(principal.accountId))
      assert.isFalse(yield* deletions.keep(principal.accountId))
      assert.isNotNull((yield* domains.find(viewer, active.id))?.nextCheckAt ?? null)
      assert.isTrue((yield* domains.find(viewer, paused.id))?.isPaused)
      assert.isFalse((yield* (yield* Notifications).pauseState(viewer)).paused)
      assert.isNotNull(yield* documents.document({ id: page.id }, "https://mon.example"))
      assert.isFalse((yield* (yield* Credentials).authenticateAndCount(keyHash, 0))?.accountEnds)

      yield* deletions.request(principal.accountId, 30)
      assert.strictEqual(yield* purgeAll(10), 0, "its time is not over")
      yield* collected()
      yield* setClock("2026-03-29T13:00:00Z")
      const reminders = yield* collected()
      assert.deepStrictEqual(
        reminders.map(({ kind, recipients }) => [kind, recipients.length]),
        [["reminder", 1]]
      )
      yield* setClock("2026-03-31T13:00:00Z")
      assert.isFalse(yield* deletions.keep(principal.accountId), "its time is over")
      yield* Effect.all([purgeAll(10), purgeAll(10), purgeAll(10)], { concurrency: 3 })
      yield* purgeAll(10)
      assert.lengthOf(yield* sql`select 1 from account where public_id = ${principal.accountId}::uuid`, 0)
      assert.lengthOf(
        yield* sql`select 1 from app_user where id = any(${[viewer.userKey, member.userKey]}::bigint[])`,
        0
      )
      assert.isNull(yield* deletions.request(principal.accountId, 30))
    })
  )

  it.effect("leaves nothing in any column of any table, in bounded steps", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deletions = yield* AccountDeletions
      yield* withoutRules
      const gone = yield* fillAccount(1)
      const other = yield* fillAccount(2)
      const all = yield* tablesWith(other)
      assert.deepStrictEqual(all, (yield* programTables).map(({ name }) => name).toSorted())
      // The image must outlast the account, so that the test can see that the deletion ends it.
      yield* sql`update blob set expires_at = '2027-01-01'`

      yield* deletions.request(gone.uuid, 0)
      yield* collected()
      assert.isAbove(yield* purgeAll(3), 5)
      assert.deepStrictEqual(yield* tablesWith(gone), Object.keys(remaining).toSorted())
      assert.deepStrictEqual(yield* tablesWith(other), all)
      const images = yield* sql<{ expired: boolean }>`select expires_at <= mon_now() as expired from blob order by hash`
      assert.deepStrictEqual(
        images.map(({ expired }) => expired),
        [true, false]
      )
    })
  )
})
