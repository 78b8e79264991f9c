import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ClaimedSubscriberDelivery, StatusSubscribers, SubscriberDeliveries } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { installClock, setClock } from "./movableClock.ts"
import { component, newPage, newPost } from "./statusPage.ts"
import { recordAttempt, subscribed } from "./statusSubscriber.ts"

const LEASE_MS = 100_000
const STEPS = 250
const PEOPLE = 12

/** The random number generator Mulberry32. Equal seeds produce equal steps. */
const randomOf = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}

interface Person {
  readonly address: string
  /** The chosen components. Null means all components. */
  wants: ReadonlyArray<string> | null
  id: string | null
}

layer(layerStore, { excludeTestServices: true })("a publication", (it) => {
  for (const seed of [1, 2, 3]) {
    it.effect(`reaches each subscriber once, whoever leaves and whichever worker is killed (${seed})`, () =>
      Effect.gen(function* () {
        const random = randomOf(seed)
        const subscribers = yield* StatusSubscribers
        const deliveries = yield* SubscriberDeliveries
        let clock = Date.UTC(2027, seed, 1)
        const wait = (ms: number) => setClock(new Date((clock += ms)).toISOString())
        yield* Effect.ignore(installClock(new Date(clock).toISOString()))
        yield* wait(0)
        const { viewer } = yield* newAccount
        const page = yield* newPage(viewer, { components: [component("Shop"), component("Wiki"), component("Mail")] })
        const components = page.components.map(({ id }) => id)
        const someComponents = () => components.filter(() => random(2) === 0)
        const people: ReadonlyArray<Person> = Array.from({ length: PEOPLE }, (_, n) => ({
          address: `person-${n}-${seed}@test.example`,
          wants: null,
          id: null
        }))
        const personOf = (): Person => people[random(PEOPLE)] ?? { address: "", wants: null, id: null }
        /**
         * The addresses that each update must reach. Addresses whose person left before the update was sent are not
         * required.
         */
        const expected = new Map<string, Set<string>>()
        const mayMiss = new Set<string>()
        const sentIds = new Map<string, Set<string>>()

        /** Records a message as a receiver does. A receiver recognizes a repeated id as a repetition. */
        const send = (delivery: ClaimedSubscriberDelivery) => {
          const key = `${delivery.updateId} ${delivery.address}`
          const person = people.find(({ address }) => address === delivery.address)
          assert.isNotNull(person?.id ?? null, "sent after leaving")
          assert.isTrue(expected.get(delivery.updateId)?.has(delivery.address), `not meant for ${delivery.address}`)
          sentIds.set(key, (sentIds.get(key) ?? new Set()).add(delivery.id))
        }

        const steps = {
          subscribe: Effect.gen(function* () {
            const person = personOf()
            if (person.id !== null) return
            person.wants = random(2) === 0 ? null : someComponents()
            yield* wait(3_600_000)
            person.id = yield* subscribed(page.id, person.address, person.wants)
          }),
          leave: Effect.gen(function* () {
            const person = personOf()
            if (person.id === null) return
            yield* subscribers.leave(person.id)
            for (const [updateId, addresses] of expected)
              if (addresses.has(person.address)) mayMiss.add(`${updateId} ${person.address}`)
            person.id = null
          }),
          publish: Effect.gen(function* () {
            const about = someComponents()
            const notifies = random(4) > 0
            const post = yield* newPost(viewer, page.id, { componentIds: about, update: { notifies } })
            const wanted = people.filter(
              ({ id, wants }) =>
                id !== null && (wants === null || about.length === 0 || wants.some((one) => about.includes(one)))
            )
            if (notifies) expected.set(post.updates[0]?.id ?? "", new Set(wanted.map(({ address }) => address)))
          }),
          work: Effect.gen(function* () {
            const claimed = yield* deliveries.claim("email", 1 + random(5), LEASE_MS, [])
            for (const delivery of claimed) {
              const fate = random(6)
              // The worker is killed before it has sent the message.
              if (fate === 0) continue
              send(delivery)
              // The worker is killed before it has recorded the attempt.
              if (fate === 1) continue
              const failed = fate === 2 ? ({ status: "failed", code: "451", retryAfterMs: 60_000 } as const) : {}
              yield* recordAttempt(delivery, failed)
            }
          }),
          restart: wait(LEASE_MS)
        }
        const order = ["subscribe", "leave", "publish", "work", "work", "work", "restart"] as const
        for (let step = 0; step < STEPS; step++) yield* steps[order[random(order.length)] ?? "work"]

        for (;;) {
          yield* wait(LEASE_MS)
          const claimed = yield* deliveries.claim("email", 1_000, LEASE_MS, [])
          if (claimed.length === 0) break
          for (const delivery of claimed) {
            send(delivery)
            yield* recordAttempt(delivery)
          }
        }
        const doubled = [...sentIds].filter(([, ids]) => ids.size > 1)
        const missed = [...expected].flatMap(([updateId, addresses]) =>
          [...addresses]
            .map((address) => `${updateId} ${address}`)
            .filter((key) => !sentIds.has(key) && !mayMiss.has(key))
        )
        assert.deepStrictEqual({ doubled, missed }, { doubled: [], missed: [] })
        assert.isAbove(sentIds.size, 50)
      })
    )
  }
})
