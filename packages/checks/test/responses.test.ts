import { assert, describe, it } from "@effect/vitest"
import { makeResponses } from "../src/ownNetwork/CheckWindow.ts"

const silent = { host: "silent.example", from: 10_000, to: 20_000 }

const contradicts = (host: string, from: number, to: number) => {
  const responses = makeResponses()
  responses.add({ host, from, to })
  return responses.contradict(silent)
}

describe("the responses of other sites", () => {
  it("contradict a silent check if one was requested and received in the first half of the check", () => {
    assert.isTrue(contradicts("other.example", 10_000, 15_000))
    assert.isTrue(contradicts("other.example", 12_000, 12_100))
  })

  it("do not contradict it if they were requested earlier, or received in the second half", () => {
    assert.isFalse(contradicts("other.example", 9_999, 12_000))
    assert.isFalse(contradicts("other.example", 12_000, 15_001))
    assert.isFalse(contradicts("other.example", 20_001, 20_002))
  })

  it("do not contradict it if they came from the same host", () => {
    assert.isFalse(contradicts("silent.example", 12_000, 12_100))
  })

  it("are found among thousands, and expire after a minute", () => {
    const responses = makeResponses()
    for (let at = 0; at < 10_000; at++) responses.add({ host: `${at % 7}.example`, from: at, to: at + 3 })
    assert.isTrue(responses.contradict({ host: "0.example", from: 5_000, to: 5_010 }))
    responses.add({ host: "late.example", from: 80_000, to: 80_001 })
    assert.isFalse(responses.contradict({ host: "0.example", from: 5_000, to: 5_010 }))
  })
})
