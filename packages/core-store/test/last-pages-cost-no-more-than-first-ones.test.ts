import { assert, layer } from "@effect/vitest"
import { pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { type AccessScope, Domains, Notifications, Simulations, PageMonitors } from "../src/index.ts"
import { domainRows } from "../src/monitors/Domains.ts"
import { offsetOf } from "../src/sql/Page.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"

const ROWS = 200
const LIMIT = 10
const LAST_PAGE = ROWS / LIMIT

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const sentBy = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sent: Array<Sent> = []
    yield* Effect.provideService(work, Statement.CurrentTransformer, (statement) => {
      const [text, values] = statement.compile()
      sent.push({ text, values })
      return Effect.succeed(statement)
    })
    return sent
  })

const Plans = Schema.Tuple([
  Schema.Struct({
    Plan: Schema.Struct({
      "Shared Hit Blocks": Schema.Number,
      "Shared Read Blocks": Schema.Number,
      "Actual Rows": Schema.Number
    })
  })
])

/** Returns the number of 8 KiB pages that a statement reads. */
const blocksOf = Effect.fn("blocksOf")(function* ({ text, values }: Sent) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ "QUERY PLAN": unknown }>(`explain (analyze, buffers, format json) ${text}`, values)
  const [{ Plan }] = Schema.decodeUnknownSync(Plans)(row?.["QUERY PLAN"])
  assert.strictEqual(Plan["Actual Rows"], LIMIT)
  return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"]
})

/** The last page may read this many more blocks, because the index contains the entries of all pages. */
const INDEX_BLOCKS = 10

const compare = Effect.fn("compare")(function* (statementOf: (page: number) => Effect.Effect<Sent, unknown, never>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`analyze`
  const first = yield* blocksOf(yield* Effect.orDie(statementOf(1)))
  const last = yield* blocksOf(yield* Effect.orDie(statementOf(LAST_PAGE)))
  assert.isAtMost(last, 1.5 * first + INDEX_BLOCKS)
})

const lastOf = (sent: ReadonlyArray<Sent>): Sent => sent.at(-1) ?? { text: "", values: [] }

const addDomains = Effect.fn("addDomains")(function* (viewer: AccessScope) {
  const domains = yield* Domains
  for (let n = 0; n < ROWS; n++) yield* domains.create(viewer, newDomain(`d${n}.example.com`), ROWS)
})

layer(layerStore, { excludeTestServices: true })("the last page reads about as much as the first one", (it) => {
  it.effect("of domains", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      yield* addDomains(viewer)
      yield* compare((page) =>
        Effect.succeed({
          text: domainRows.page(viewer),
          values: [...domainRows.parameters(viewer), LIMIT, offsetOf(page, LIMIT)]
        })
      )
    })
  )

  it.effect("of URL monitors", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const urls = yield* PageMonitors
      for (let n = 0; n < ROWS; n++) {
        const url = `https://example.com/${n}`
        yield* urls.create(viewer, { ...pageDefaults, name: url, url, hostname: "example.com" }, ROWS)
      }
      yield* compare((page) => Effect.map(sentBy(urls.list(viewer, { page, limit: LIMIT })), lastOf))
    })
  )

  it.effect("of notifications", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const notifications = yield* Notifications
      yield* sql`
        with noted as (
          insert into notification (public_id, account_id, key, type, kind, data)
          select gen_random_uuid(), ${viewer.accountKey}::bigint, 'note ' || n, 'status_change', 'down', '{}'
          from generate_series(1, ${ROWS}::int) n returning id
        )
        insert into notification_delivery (public_id, account_id, notification_id, key, channel, target, status)
        select gen_random_uuid(), ${viewer.accountKey}::bigint, id, 'delivery ' || id, 'email', 'target', 'sent' from noted`
      yield* compare((page) =>
        Effect.map(sentBy(notifications.list(viewer, { page, limit: LIMIT, type: null })), lastOf)
      )
    })
  )

  it.effect("of simulations", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const sql = yield* SqlClient.SqlClient
      const simulations = yield* Simulations
      yield* sql`
        insert into simulation (public_id, account_id, name, sending_domains, notes, prospect_entries, prospect_count, credits, total)
        select gen_random_uuid(), ${viewer.accountKey}::bigint, 's' || n, '{example.com}', '{}', '{a.example}', 1, 0, 1
        from generate_series(1, ${ROWS}::int) n`
      yield* compare((page) => Effect.map(sentBy(simulations.list(viewer, { page, limit: LIMIT })), lastOf))
    })
  )
})
