import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cutsOf, faultOf, kindNames, openRepeatedRequests, type RepeatedRequests } from "../RepeatedRequests.ts"

/**
 * This test makes one cut out of this many, and repeated-requests.long.test.ts makes all cuts. The number is not a
 * divisor of the number of ways to cut.
 */
const SHARE = 23

describe("a request with an Idempotency-Key", () => {
  let requests: RepeatedRequests
  beforeAll(async () => {
    requests = await openRepeatedRequests()
  })
  afterAll(() => requests.close())

  it.each(kindNames)("creates one %s, wherever the connection to the database is cut", async (kind) => {
    const undisturbed = await requests.run(kind, null, false)
    expect(faultOf(undisturbed)).toBeNull()
    const cuts = cutsOf(requests.statements())
    for (const cut of cuts.filter((_, index) => index % SHARE === 0)) {
      expect({ cut, fault: faultOf(await requests.run(kind, cut, false)) }).toEqual({ cut, fault: null })
    }
  })

  it("is performed once if it is repeated while its lease expires and its connection is cut", async () => {
    for (const kind of kindNames) {
      for (const statement of [2, 5, 8]) {
        const cut = { statement, when: "after", forAll: false } as const
        expect({ kind, cut, fault: faultOf(await requests.run(kind, cut, true)) }).toEqual({ kind, cut, fault: null })
      }
    }
  })
})
