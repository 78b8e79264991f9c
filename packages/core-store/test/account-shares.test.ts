import * as Effect from "effect/Effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { claimFairly, makeAccountShares } from "../src/index.ts"

interface Item {
  readonly account: string
}

const dueItems = (items: ReadonlyArray<Item>) => {
  const due = [...items]
  const claim = (limit: number, exceptAccounts: ReadonlyArray<string>) =>
    Effect.sync(() => {
      const claimed = due.filter(({ account }) => !exceptAccounts.includes(account)).slice(0, limit)
      for (const item of claimed) due.splice(due.indexOf(item), 1)
      return claimed
    })
  return { due, claim }
}

const itemsOf = (account: string, count: number) => Array.from({ length: count }, (): Item => ({ account }))

/** Claims until all slots are occupied or nothing is due, like a worker whose items take long. */
const fill = (slots: number, items: ReadonlyArray<Item>, running: ReadonlyArray<Item> = []) => {
  const shares = makeAccountShares(slots)
  const { claim, due } = dueItems(items)
  const taken: Array<Item> = [...running]
  for (const { account } of running) shares.acquire(account)
  for (let more = true; more && taken.length < slots;) {
    const found = Effect.runSync(
      claimFairly({ room: slots - taken.length, full: shares.full(), allowance: shares.allowance() }, claim)
    )
    for (const item of found.claimed) {
      shares.acquire(item.account)
      taken.push(item)
    }
    more = found.more
  }
  const countOf = (account: string) => taken.filter((item) => item.account === account).length
  return { countOf, due, taken }
}

describe("an account", () => {
  it("gets half of the slots while others wait, even if all of its items are due first", () => {
    const { countOf } = fill(8, [...itemsOf("large", 100), ...itemsOf("small", 100)])
    expect([countOf("large"), countOf("small")]).toEqual([4, 4])
  })

  it("gets all slots that nobody else wants", () => {
    expect(fill(8, itemsOf("large", 100)).countOf("large")).toBe(8)
    const { countOf } = fill(8, [...itemsOf("large", 100), ...itemsOf("small", 1)])
    expect([countOf("large"), countOf("small")]).toEqual([7, 1])
  })

  it("that occupies all slots gets the next free one only if nobody else waits", () => {
    const { countOf } = fill(8, [...itemsOf("large", 10), ...itemsOf("small", 1)], itemsOf("large", 7))
    expect([countOf("large"), countOf("small")]).toEqual([7, 1])
  })

  it("is not counted for work that belongs to no account", () => {
    const shares = makeAccountShares(2)
    shares.acquire(null)
    shares.acquire(null)
    expect(shares.full()).toEqual([])
    expect(shares.allowance()).toBe(1)
  })
})

describe("claims", () => {
  it("occupy every slot while something is due, and give an account more than half only if nobody else waits", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.record({ account: fc.constantFrom("a", "b", "c", "d") }), { maxLength: 60 }),
        (slots, items) => {
          const { due, taken } = fill(slots, items)
          expect(taken).toHaveLength(Math.min(slots, items.length))
          for (const [account, own] of Map.groupBy(taken, (item) => item.account)) {
            if (own.length > Math.ceil(slots / 2)) expect(due.filter((item) => item.account !== account)).toEqual([])
          }
        }
      )
    )
  })

  it("are not lost when the second one fails", () => {
    const claimed = [{ account: "small" }]
    const found = Effect.runSync(
      claimFairly({ room: 4, full: ["large"], allowance: 2 }, (_, except) =>
        except.length > 0 ? Effect.succeed(claimed) : Effect.fail("gone")
      )
    )
    expect(found).toEqual({ claimed, othersWait: false, more: false })
  })
})
