// The last message about a monitor is true, or a newer message is pending.
import { assert, layer } from "@effect/vitest"
import { Notifications } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { addMonitors, openAccount, openWorld } from "./AlertWorld.ts"
import { changes, layerGround, type Place, type TestAccount } from "./DeliveryWorld.ts"
import { writeFact } from "./FactWorld.ts"
import { addRoute } from "./RouteWorld.ts"

const HOST = { address: "203.0.113.7" }
const HOUR = 3_600
const DAY = 86_400

const turn = (
  domains: ReadonlyArray<{ readonly id: string }>,
  state: "down" | "up",
  nowMs: number,
  place: Place = HOST
) => Effect.forEach(domains, (domain) => changes(domain, state, new Date(nowMs), place))

const said = (word: string, domains: ReadonlyArray<{ readonly name: string }>) =>
  domains.map(({ name }) => `${word} ${name}`).join(", ")

/** Returns the outcome of each message to a receiver according to the log, oldest fact first. */
const logged = Effect.fn("logged")(function* ({ viewer }: TestAccount, receiver: string) {
  const { items } = yield* (yield* Notifications).list(viewer, { page: 1, limit: 50, type: null })
  return items
    .toReversed()
    .flatMap(({ channels, kind }) =>
      channels.flatMap(({ recipients }) =>
        recipients
          .filter(({ name }) => name === receiver)
          .map(({ outcome, reason }) => [kind, outcome, ...(reason === null ? [] : [reason])].join(" "))
      )
    )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a message that is overtaken", (it) => {
  for (const channel of ["email", "chat", "number"] as const)
    it.effect(`is not sent, even if it is about several monitors: ${channel}`, () =>
      Effect.gen(function* () {
        const world = yield* openWorld
        const opened = yield* openAccount
        const receiver = channel === "email" ? opened.email : opened[channel].receiver
        const domains = yield* addMonitors(opened.account, 6)
        world.react(receiver, "away")
        yield* turn(domains, "down", world.now())
        yield* world.run(10)
        world.react(receiver, "takes")
        yield* turn(domains, "up", world.now())
        yield* world.run(DAY)
        // WhatsApp templates have no lists.
        assert.deepStrictEqual(world.received(receiver), [channel === "number" ? "" : said("UP", domains)])
        const log = yield* logged(opened.account, channel === "chat" ? "gotify" : receiver)
        assert.deepStrictEqual(log, [...domains.map(() => "down superseded up"), ...domains.map(() => "up delivered")])
      })
    )

  it.effect("leaves a message about several monitors, which says the rest", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, email } = yield* openAccount
      const [first, ...others] = yield* addMonitors(account, 6)
      if (first === undefined) return assert.fail("no domain")
      world.react(email, "away")
      yield* turn([first, ...others], "down", world.now())
      yield* world.run(10)
      yield* turn([first], "up", world.now())
      yield* world.run(10)
      world.react(email, "takes")
      yield* world.run(DAY)
      assert.deepStrictEqual(world.received(email).toSorted(), [said("DOWN", others), said("UP", [first])])
    })
  )

  it.effect("about an outage that has ended is not sent while nobody may hear of its end", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const sql = yield* SqlClient.SqlClient
      const { account, email } = yield* openAccount
      const [domain] = yield* addMonitors(account, 1)
      if (domain === undefined) return assert.fail("no domain")
      world.react(email, "away")
      yield* turn([domain], "down", world.now())
      yield* world.run(10)
      world.react(email, "takes")
      yield* sql`
        update incident set resolved_at = mon_now(), closed_at = mon_now(), resolution = 'paused'
        where account_id = ${account.viewer.accountKey}::bigint`
      yield* world.run(DAY)
      assert.deepStrictEqual(world.received(email), [])
      assert.deepStrictEqual(yield* logged(account, email), ["down suppressed over"])
    })
  )

  it.effect("is sent to a program, which gets every fact in order", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, webhook } = yield* openAccount
      const domains = yield* addMonitors(account, 2)
      world.react(webhook.receiver, "away")
      for (const state of ["down", "up", "down"] as const) {
        yield* turn(domains, state, world.now())
        yield* world.run(60)
      }
      world.react(webhook.receiver, "takes")
      yield* world.run(DAY)
      for (const { name } of domains)
        assert.deepStrictEqual(
          world.received(webhook.receiver).filter((text) => text.endsWith(` ${name}`)),
          [`DOWN ${name}`, `UP ${name}`, `DOWN ${name}`]
        )
    })
  )

  it.effect("that only repeats what is still to be sent takes its place, and is no reminder", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, email } = yield* openAccount
      const [domain] = yield* addMonitors(account, 1)
      if (domain === undefined) return assert.fail("no domain")
      yield* addRoute(account, { reminderMinutes: 5 })
      world.react(email, "away")
      yield* turn([domain], "down", world.now())
      yield* world.run(HOUR + 30)
      world.react(email, "takes")
      yield* world.run(300)
      assert.deepStrictEqual(
        world.arrivals.map(({ title }) => title),
        [`DOWN ${domain.name}`, `Reminder: DOWN ${domain.name}`]
      )
    })
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a message that is tried again", (it) => {
  it.effect("is sent before a later one about the same monitor, which brings its attempt forward", () =>
    Effect.gen(function* () {
      const world = yield* openWorld
      const { account, chat } = yield* openAccount
      const [one, two] = yield* addMonitors(account, 2)
      if (one === undefined || two === undefined) return assert.fail("no domains")
      world.react(chat.receiver, "away")
      yield* writeFact(account, one, "dns_changed", world.now())
      yield* world.run(5 * HOUR)
      const attemptsAt = world.now()
      world.react(chat.receiver, "takes")
      yield* world.run(60)
      yield* turn([two], "down", world.now())
      yield* world.run(5)
      assert.deepStrictEqual(world.received(chat.receiver), [said("DOWN", [two])])
      yield* turn([one], "down", world.now())
      yield* world.run(5)
      assert.isBelow(world.now() - attemptsAt, 120_000)
      assert.deepStrictEqual(world.received(chat.receiver), [
        said("DOWN", [two]),
        said("DNS CHANGED", [one]),
        said("DOWN", [one])
      ])
    })
  )

  it.effect(
    "has all its time, however many later ones bring attempts forward",
    () =>
      Effect.gen(function* () {
        const world = yield* openWorld
        const { account, chat } = yield* openAccount
        const [domain] = yield* addMonitors(account, 1)
        if (domain === undefined) return assert.fail("no domain")
        world.react(chat.receiver, "away")
        for (let index = 0; index < 25; index += 1) {
          yield* writeFact(account, domain, "dns_changed", world.now())
          yield* world.run(20)
        }
        world.react(chat.receiver, "takes")
        yield* world.run(2 * HOUR)
        assert.deepStrictEqual(
          world.received(chat.receiver),
          Array.from({ length: 25 }, () => said("DNS CHANGED", [domain]))
        )
      }),
    120_000
  )
})
