// Tests random arrivals, recoveries and crashes of the worker.
import { assert, layer } from "@effect/vitest"
import { Deliveries } from "@mon/core-store"
import { dispatchNext, gatherDigests } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as fc from "fast-check"
import process from "node:process"
import { layerGround, moveTime, newAccount, type TestAccount } from "./DeliveryWorld.ts"
import { dispatchAll, sendNow } from "./sendNow.ts"
import { failAt, goDown, newDomains, recover, stopAt } from "./SharedCauseWorld.ts"

const HOST = "203.0.113.7"
/** The longest time between the beginning of a burst and its second message. */
const BURST_SECONDS = 60
const END = 500
/** MON_PROOF_RUNS sets another number of runs. */
const RUNS = Number(process.env["MON_PROOF_RUNS"] ?? 4)

interface World {
  /** The time at which each monitor goes down, in seconds. */
  readonly downs: ReadonlyArray<number>
  /** The seconds for which each monitor is down. Null if it stays down until the end. */
  readonly lasts: ReadonlyArray<number | null>
  /** Whether the checks of all monitors have failed before the first monitor is confirmed to be down. */
  readonly isForeseen: boolean
  /** For each moment of the worker's work, whether the worker crashes at this moment. */
  readonly crashes: ReadonlyArray<boolean>
}

const world: fc.Arbitrary<World> = fc.record({
  downs: fc.array(fc.integer({ min: 0, max: 150 }), { minLength: 5, maxLength: 12 }),
  lasts: fc.array(fc.option(fc.integer({ min: 1, max: 200 }), { nil: null }), { minLength: 12, maxLength: 12 }),
  isForeseen: fc.boolean(),
  crashes: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 })
})

interface Message {
  readonly at: number
  readonly subject: string
  readonly text: string
}

/** Runs the work of a worker that crashes before it commits its transaction. */
const crashing = Effect.fn("crashing")(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  yield* Effect.ignore(sql.withTransaction(Effect.andThen(work, Effect.fail("crash"))))
})

/** Claims everything and crashes before sending anything. The leases end later. */
const claimInVain = Effect.fn("claimInVain")(function* ({ viewer }: TestAccount) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    update notification_delivery set lease_token = gen_random_uuid(), lease_until = mon_now(), attempts = attempts + 1
    where account_id = ${viewer.accountKey}::bigint and status = 'pending' and lease_token is null
      and digest_id is null and waits_until is null`
})

const worksAt = Effect.fn("worksAt")(function* (account: TestAccount, second: number, isCrashing: boolean) {
  yield* stopAt(second)
  if (isCrashing) yield* crashing(dispatchNext())
  yield* dispatchAll
  const ended = yield* (yield* Deliveries).endedWindows(1_000)
  for (const window of ended.filter(({ accountKey }) => accountKey === account.viewer.accountKey)) {
    if (isCrashing) yield* crashing(gatherDigests(window))
    yield* gatherDigests(window)
  }
  if (isCrashing) yield* claimInVain(account)
  const mails = yield* sendNow(account)
  return mails.map(({ subject, text }): Message => ({ at: second, subject, text }))
})

/** Returns the largest number of messages within a burst. */
const mostWithin = (times: ReadonlyArray<number>): number =>
  Math.max(0, ...times.map((from) => times.filter((time) => time >= from && time < from + BURST_SECONDS - 1).length))

/** Returns whether a message says, in its subject or in a list, that a monitor is down or up again. */
const says = ({ subject, text }: Message, name: string, word: "DOWN" | "UP"): boolean => {
  if (subject === `${word} ${name}`) return true
  const title = word === "DOWN" ? "Down:" : "Up again:"
  return text.split("\n\n").some((block) => block.startsWith(title) && block.includes(name))
}

const isShared = ({ subject }: Message): boolean => subject.includes(` at ${HOST}`)

const checkWorld = Effect.fn("checkWorld")(function* ({ crashes, downs, isForeseen, lasts }: World) {
  const account = yield* newAccount
  const domains = yield* newDomains(account, downs.length)
  yield* stopAt(-60)
  if (isForeseen) yield* failAt(domains, -60, HOST)
  const ends = downs.map((down, index) => {
    const last = lasts[index] ?? null
    return last === null ? null : down + last
  })
  const seconds = [...new Set([...downs, ...ends.flatMap((end) => end ?? [])])].toSorted((a, b) => a - b)
  const moments = [...new Set([...seconds.flatMap((second) => [second, second + 2, second + 30, second + 61]), END])]
  const mails: Array<Message> = []
  for (const [index, second] of moments.toSorted((a, b) => a - b).entries()) {
    yield* goDown(
      domains.filter((_, one) => downs[one] === second),
      second,
      { address: HOST }
    )
    yield* recover(
      domains.filter((_, one) => ends[one] === second),
      second
    )
    mails.push(...(yield* worksAt(account, second, crashes[index % crashes.length] ?? false)))
  }
  for (const [index, { name }] of domains.entries()) {
    assert.lengthOf(
      mails.filter((mail) => says(mail, name, "DOWN")),
      1,
      `${name} down`
    )
    const recoveries = mails.filter((mail) => says(mail, name, "UP"))
    assert.lengthOf(recoveries, ends[index] === null ? 0 : 1, `${name} up`)
  }
  // If a monitor goes down and recovers before its message is sent, the message about the outage contains both.
  const downMails = mails.filter(({ subject, text }) => subject.startsWith("DOWN") || text.includes("\n\nDown:\n"))
  const upMails = mails.filter((mail) => !downMails.includes(mail))
  const gathered = isForeseen ? downMails : downMails.filter(isShared)
  assert.isAtMost(mostWithin(gathered.map(({ at }) => at)), 2, "messages of a burst")
  if (isForeseen) assert.isAtMost(mostWithin(upMails.map(({ at }) => at)), 2, "recoveries of a burst")
  // Before the fifth monitor fails, nobody can know that the failures have a common cause.
  assert.isAtMost(downMails.length - downMails.filter(isShared).length, isForeseen ? 0 : 4, "messages of one monitor")
})

layer(layerGround, { excludeTestServices: true, timeout: 300_000 })("a cause that monitors share", (it) => {
  it.effect(
    "is announced with every monitor once, and with at most two messages in a burst",
    () =>
      Effect.gen(function* () {
        const context = yield* Effect.context<Effect.Services<ReturnType<typeof checkWorld>>>()
        const property = fc.asyncProperty(world, (some) => Effect.runPromiseWith(context)(checkWorld(some)))
        yield* Effect.promise(() => fc.assert(property, { numRuns: RUNS }))
      }).pipe(Effect.ensuring(Effect.ignore(moveTime(0)))),
    300_000
  )
})
