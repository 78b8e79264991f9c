import { assert, test } from "vitest"
import { stop } from "../src/sql/Query.ts"

/** A query that the server works on, as postgres.js describes it. Each cancel request is delivered by the test. */
const runningQuery = () => {
  const answer = Promise.withResolvers<never>()
  const requests: Array<PromiseWithResolvers<void>> = []
  const query = Object.assign(answer.promise, {
    active: true,
    state: {},
    canceller: () => {
      const request = Promise.withResolvers<void>()
      requests.push(request)
      return request.promise
    }
  })
  return { query, requests, end: () => answer.reject(new Error("canceling statement due to user request")) }
}

// A cancel request names a connection. One that arrives late would cancel the next statement there.
test("a stopped statement is over when the server has received every cancel request for it", async () => {
  const { end, query, requests } = runningQuery()
  const stopping = stop(query, () => assert.fail("the server is alive"))
  let isOver = false
  void stopping.finally(() => {
    isOver = true
  })
  end()
  await new Promise((resolve) => setImmediate(resolve))
  assert.lengthOf(requests, 1)
  assert.isFalse(isOver)
  requests[0]?.resolve()
  await stopping
})
