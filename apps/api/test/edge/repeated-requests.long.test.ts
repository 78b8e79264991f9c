import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { cutsOf, faultOf, kindNames, openRepeatedRequests, type RepeatedRequests } from "../RepeatedRequests.ts"

/** A run takes about 50 ms. For 10,000 runs, set MON_REPEATED_RUNS=10000. */
const RUNS = Number(process.env["MON_REPEATED_RUNS"] ?? 1_000)
const TIMEOUT_MS = 3_600_000

describe("a request with an Idempotency-Key", () => {
  let requests: RepeatedRequests
  beforeAll(async () => {
    requests = await openRepeatedRequests()
  })
  afterAll(() => requests.close())

  it(
    `is performed once in each of ${RUNS} runs with a cut connection, with and without a concurrent twin`,
    async () => {
      const faults: Array<unknown> = []
      let done = 0
      for (let index = 0; done < RUNS; index++) {
        const kind = kindNames[index % kindNames.length] ?? ""
        await requests.run(kind, null, false)
        for (const cut of cutsOf(requests.statements())) {
          for (const twin of [false, true]) {
            const fault = faultOf(await requests.run(kind, cut, twin))
            if (fault !== null) faults.push({ kind, cut, twin, fault })
            done += 1
          }
        }
      }
      expect(faults).toEqual([])
    },
    TIMEOUT_MS
  )
})
