import { assert } from "@effect/vitest"
import { decodeFact, toStoredFact } from "@mon/model"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { AccessScope } from "../src/index.ts"

interface Row {
  readonly type: string
  readonly kind: string
  readonly key: string
  readonly data: unknown
  readonly status: string
}

/**
 * Returns the notifications of an account, oldest first, with their facts. Each row must contain exactly a fact of the
 * model, with the model's type and key.
 */
export const storedFacts = Effect.fn("storedFacts")(function* ({ accountKey }: AccessScope) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`
    select type, kind, key, data, status from notification where account_id = ${accountKey}::bigint order by id`
  return rows.map(({ data, key, kind, status, type }) => {
    const fact = decodeFact(kind, data)
    if (fact === null) return assert.fail(`The ${kind} fact cannot be read: ${JSON.stringify(data)}`)
    const stored = toStoredFact(fact)
    const { incident, ...rest } = stored.data as { readonly incident?: object }
    // The checks of an incident are added when a delivery is sent.
    const written = incident === undefined ? stored.data : { ...rest, incident: { ...incident, checks: undefined } }
    assert.deepStrictEqual({ type, kind, key, data }, JSON.parse(JSON.stringify({ ...stored, data: written })))
    return { fact, key, status }
  })
})

export const announced = (viewer: AccessScope) =>
  Effect.map(storedFacts(viewer), (rows) =>
    rows.map(({ fact, status }) => [fact.kind, "monitor" in fact ? fact.monitor.name : "", status])
  )
