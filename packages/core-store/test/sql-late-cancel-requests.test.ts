import { assert, test } from "vitest"
import { stop } from "../src/sql/Query.ts"

/**
 * Returns a query on which the server works, as postgres.js describes such a query. The test delivers each cancel
 * request.
 */
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

// A cancel request names a connection. A request that arrives late would cancel the next statement on the connection.
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
