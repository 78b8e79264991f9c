import { defaultConfirmationPolicy, type WatchedState } from "@mon/model"
import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { contraryOf, quorum, type Votes } from "./specification/quorum.ts"
import { newDomainMemory, stepDomain } from "./specification/stepDomain.ts"
import { stepWatched, type WatchedMemory } from "./specification/stepWatched.ts"

const states = fc.constantFrom<WatchedState>("unknown", "up", "down")
const verdicts = fc.constantFrom<"up" | "down">("up", "down")
const votes: fc.Arbitrary<Votes> = fc.dictionary(fc.constantFrom("ams", "fra", "nyc", "sgp", "syd"), verdicts, {
  minKeys: 1
})
const INTERVAL_MS = 300_000

describe("a quorum", () => {
  it("is the majority of the locations that checked, in any order", () => {
    fc.assert(
      fc.property(states, votes, fc.boolean(), (state, given, someUnasked) => {
        const all = Object.values(given)
        const contrary = all.filter((verdict) => verdict === contraryOf(state)).length
        const judgement = quorum(state, given, someUnasked)
        if (2 * contrary > all.length) assert.strictEqual(judgement, "change")
        else if (2 * contrary < all.length) assert.strictEqual(judgement, "keep")
        else assert.strictEqual(judgement, someUnasked ? "ask" : "keep")
        const renamed = Object.fromEntries(all.toReversed().map((verdict, index) => [`place-${index}`, verdict]))
        assert.strictEqual(quorum(state, renamed, someUnasked), judgement)
      })
    )
  })
})

const check = fc
  .record({
    at: fc.nat(),
    verdict: fc.constantFrom("up", "down", "unknown"),
    deterministic: fc.boolean(),
    suppressed: fc.boolean()
  })
  .map((one) => ({
    ...one,
    deterministic: one.deterministic && one.verdict === "down",
    suppressed: one.suppressed && one.verdict === "down"
  }))

describe("checks of one location", () => {
  it("follow the rules of a single location", () => {
    fc.assert(
      fc.property(fc.array(check, { maxLength: 20 }), (checks) => {
        let alone = newDomainMemory
        let watched: WatchedMemory = { domain: newDomainMemory, votes: null }
        for (const one of checks) {
          const expected = stepDomain(alone, one, INTERVAL_MS, defaultConfirmationPolicy)
          const step = stepWatched(
            watched,
            { ...one, location: "fra", others: [] },
            INTERVAL_MS,
            defaultConfirmationPolicy
          )
          assert.deepStrictEqual({ memory: step.memory.domain, transition: step.transition, next: step.next }, expected)
          assert.deepStrictEqual([step.memory.votes, step.ask, step.dissenting], [null, [], []])
          alone = expected.memory
          watched = step.memory
        }
      })
    )
  })
})

/** Lets locations check in the requested order, each with a constant verdict, until no further check is requested. */
const untilDecided = (state: WatchedState, sees: Votes, first: string, dying: string | null) => {
  let memory: WatchedMemory = { domain: { ...newDomainMemory, state }, votes: null }
  let location = first
  const checked = new Set<string>()
  for (let checks = 1; checks <= 20; checks++) {
    checked.add(location)
    const alive = Object.keys(sees).filter((name) => name !== dying || checks < 2)
    const others = alive.filter((name) => name !== location)
    const verdict = sees[location] ?? "up"
    const step = stepWatched(
      memory,
      { at: checks, verdict, deterministic: false, suppressed: false, location, others },
      INTERVAL_MS,
      defaultConfirmationPolicy
    )
    memory = step.memory
    assert.notInclude(step.ask, location)
    if (step.memory.votes === null && (step.transition._tag !== "None" || memory.domain.streakStartedAt === null)) {
      return { checks, checked, state: memory.domain.state, dissenting: step.dissenting }
    }
    location = step.ask[0] ?? alive[0] ?? first
  }
  throw new Error("nobody decides")
}

describe("several locations", () => {
  it("change a state exactly when most of those that checked contradict it, and report the others", () => {
    fc.assert(
      fc.property(fc.constantFrom<WatchedState>("up", "down"), votes, fc.nat(), (state, sees, pick) => {
        const places = Object.keys(sees)
        const { dissenting, checked, state: now } = untilDecided(state, sees, places[pick % places.length] ?? "", null)
        const contrary = [...checked].filter((place) => sees[place] !== state).length
        assert.strictEqual(now, 2 * contrary > checked.size ? contraryOf(state) : state)
        assert.deepStrictEqual(
          [...dissenting].toSorted(),
          [...checked].filter((place) => sees[place] !== now).toSorted()
        )
      })
    )
  })

  it("do not wait for one that dies", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<WatchedState>("up", "down"),
        votes,
        fc.nat(),
        fc.nat(),
        (state, sees, pick, other) => {
          const places = Object.keys(sees)
          const first = places[pick % places.length] ?? ""
          const dying = places[other % places.length] ?? ""
          if (dying !== first) assert.isAtMost(untilDecided(state, sees, first, dying).checks, 2 * places.length + 3)
        }
      )
    )
  })

  it("are not outvoted by suppressed verdicts", () => {
    const memory: WatchedMemory = { domain: { ...newDomainMemory, state: "up" }, votes: null }
    const suppressed = {
      at: 0,
      verdict: "down",
      deterministic: false,
      suppressed: true,
      location: "fra",
      others: ["nyc"]
    } as const
    const doubted = stepWatched(memory, suppressed, INTERVAL_MS, defaultConfirmationPolicy)
    assert.deepStrictEqual(doubted.ask, ["nyc"])
    const up = stepWatched(
      doubted.memory,
      { ...suppressed, verdict: "up", suppressed: false, location: "nyc", others: ["fra"] },
      INTERVAL_MS,
      defaultConfirmationPolicy
    )
    assert.deepStrictEqual([up.memory.domain.state, up.dissenting], ["up", []])
  })
})
