import { OutageLog, StoreError } from "@mon/core-store"
import { Effect, Logger, References } from "effect"
import { SqlError, ConnectionError } from "effect/sql/SqlError"
import { expect, it } from "vitest"
import { inChunks } from "../../src/api/monitors/bulkChanges.ts"

const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:5432"), { code: "ECONNREFUSED" })
const outage = new StoreError({
  reason: "Unavailable",
  operation: "Domains.remove",
  cause: new SqlError({ reason: new ConnectionError({ cause, message: cause.message, operation: "execute" }) })
})

it("an outage of the database during a bulk request is one line in the log, whatever the number of chunks", async () => {
  const lines: Array<Record<string, unknown>> = []
  const logger = Logger.make<unknown, void>(({ fiber }) => {
    lines.push(fiber.getRef(References.CurrentLogAnnotations))
  })
  let calls = 0
  const ids = Array.from({ length: 500 }, (_, index) => String(index))
  const result = await inChunks(ids, (chunk) =>
    calls++ === 0 ? Effect.succeed({ done: chunk, errors: [] }) : Effect.fail(outage)
  ).pipe(Effect.provideService(OutageLog, new Map()), Effect.provide(Logger.layer([logger])), Effect.runPromise)
  expect(result.errors).toHaveLength(450)
  expect(lines).toEqual([expect.objectContaining({ failures: { "Domains.remove": 1 }, work: "bulk requests" })])
})
