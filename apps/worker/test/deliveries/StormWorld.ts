import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { type WrittenKind, writeFact, writtenKinds } from "./FactWorld.ts"

/**
 * The messages about facts of one kind, and the seconds between the first alert and the last message. `email` and
 * `chat` have titles, and `webhook` has a number.
 */
interface StormResult {
  readonly email: ReadonlyArray<string>
  readonly chat: ReadonlyArray<string>
  readonly webhook: number
  readonly seconds: number
  /** The number of alerts without a sent message. */
  readonly lost: number
}

const DAY = 86_400

/**
 * Adds an account with many monitors. Returns a function that gives all monitors an alert of one kind within some
 * seconds, and returns the messages of the receivers.
 */
export const openStorms = Effect.fn("openStorms")(function* (monitors: number) {
  const world = yield* openWorld
  const sql = yield* SqlClient.SqlClient
  const { account, chat, email, webhook } = yield* openAccount
  const domains = yield* addMonitors(account, monitors)
  return Effect.fn("storm")(function* (kind: WrittenKind, withinSeconds: number) {
    const before = world.arrivals.length
    const beganMs = world.now()
    for (const domain of domains) {
      yield* writeFact(account, domain, kind, world.now())
      if (withinSeconds > 0) yield* world.run(withinSeconds / monitors)
    }
    yield* world.run(DAY)
    const arrivals = world.arrivals.slice(before)
    const titlesOf = (receiver: string) =>
      arrivals
        .filter((arrival) => arrival.receiver === receiver)
        .map(({ title }) => title.replace(/^\S{1,2} (?=[A-Z])/u, ""))
    const [row] = yield* sql<{ readonly lost: number }>`
      select count(*)::int as lost from notification n left join notification_delivery d on d.notification_id = n.id
      where n.account_id = ${account.viewer.accountKey}::bigint and d.status is distinct from 'sent'`
    return {
      email: titlesOf(email),
      chat: titlesOf(chat.receiver),
      webhook: titlesOf(webhook.receiver).length,
      seconds: Math.max(...arrivals.map(({ atMs }) => (atMs - beganMs) / 1_000)),
      lost: row?.lost ?? 0
    } satisfies StormResult
  })
})

export const assertOneMessage = Effect.fn("assertOneMessage")(function* (monitors: number) {
  const storm = yield* openStorms(monitors)
  for (const kind of writtenKinds) {
    const { chat, email, lost, seconds, webhook } = yield* storm(kind, 0)
    assert.lengthOf(email, 1, kind)
    assert.include(email[0], ` ${monitors} monitors`, kind)
    assert.deepStrictEqual(chat, email, kind)
    assert.isAtMost(seconds, 3, kind)
    assert.deepStrictEqual([webhook, lost], [monitors, 0], kind)
  }
})

/**
 * Asserts that alerts of each kind within a minute become two messages: one about the first alert at once, and one
 * about the rest.
 */
export const assertTwoMessages = Effect.fn("assertTwoMessages")(function* (monitors: number) {
  const storm = yield* openStorms(monitors)
  for (const kind of writtenKinds) {
    const { chat, email, lost, seconds, webhook } = yield* storm(kind, 45)
    assert.lengthOf(email, 2, kind)
    assert.notInclude(email[0], " monitors", kind)
    if (monitors > 2) assert.include(email[1], ` ${monitors - 1} monitors`, kind)
    else assert.notInclude(email[1], " monitors", kind)
    assert.deepStrictEqual(chat, email, kind)
    assert.isAtMost(seconds, 62, kind)
    assert.deepStrictEqual([webhook, lost], [monitors, 0], kind)
  }
})
