import { MonApi } from "@mon/api-contract"
import { connect, MonClient, NotFound } from "@mon/api-contract/client"
import * as Effect from "effect/Effect"
import assert from "node:assert/strict"

assert.ok(MonApi)
const mon = connect({ baseUrl: "http://127.0.0.1:9", apiKey: "none" })
const failed: string = await mon.domains.get("7").then(
  (domain) => domain.name,
  (error: unknown) => (error instanceof NotFound ? "not found" : "no answer")
)
assert.equal(failed, "no answer")
await mon.close()

const program = Effect.flatMap(MonClient, ({ domains }) =>
  Effect.map(domains.list({ query: {} }), ({ data }) => data.length)
)
const length: number = await Effect.runPromise(
  program.pipe(
    Effect.provide(MonClient.layer({ baseUrl: "http://127.0.0.1:9", apiKey: "none" })),
    Effect.catch(() => Effect.succeed(-1))
  )
)
assert.equal(length, -1)
