import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { AuditLog, OperatorChannels } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"

const layerOperator = Layer.provideMerge(OperatorChannels.layer, layerStore)

/**
 * Creates a new account with four channels: two channels that the service has switched off, one channel that its owner
 * has switched off, and one channel that works.
 */
const someChannels = Effect.gen(function* () {
  const owner = yield* newAccount
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(
    `insert into alert_channel (public_id, account_id, kind, name, settings, shown, is_active, disabled_reason, failing_since,
       last_delivery_status)
     select mon_uuidv7(), $1::bigint, kind, name, '{}', '{}', is_active, reason, since::timestamptz, status
     from (values ('slack', 'refused', false, 'refused', '2026-11-20', '403'),
       ('slack', 'failing', false, 'failing', '2026-11-20', 'timeout'),
       ('slack', 'by the owner', false, null, '2026-11-20', '403'),
       ('slack', 'works', true, null, null, '200'),
       ('telegram', 'other kind', false, 'refused', '2026-11-20', '403')) c (kind, name, is_active, reason, since, status)`,
    [owner.viewer.accountKey]
  )
  const working = Effect.map(
    sql<{ readonly name: string }>`
      select name from alert_channel where account_id = ${owner.viewer.accountKey}::bigint and is_active
        and disabled_reason is null and failing_since is null order by name`,
    (rows) => rows.map(({ name }) => name)
  )
  return { ...owner, working }
})

layer(layerOperator, { excludeTestServices: true, timeout: 60_000 })("an operator who turns channels on", (it) => {
  it.effect("sees them by kind, reason and last result, without those of owners", () =>
    Effect.gen(function* () {
      yield* someChannels
      assert.deepStrictEqual(yield* (yield* OperatorChannels).off(), [
        { kind: "slack", reason: "failing", lastStatus: "timeout", channels: 1 },
        { kind: "slack", reason: "refused", lastStatus: "403", channels: 1 },
        { kind: "telegram", reason: "refused", lastStatus: "403", channels: 1 }
      ])
    })
  )

  it.effect("turns on those of one kind, of one account or of all, and the audit log says so", () =>
    Effect.gen(function* () {
      const operator = yield* OperatorChannels
      const first = yield* someChannels
      const second = yield* someChannels
      const filter = { kind: "slack", account: first.account.email.toUpperCase() } as const
      assert.strictEqual(yield* operator.count(filter), 2)
      assert.deepStrictEqual(yield* first.working, ["works"])
      assert.strictEqual(yield* operator.enable(filter), 2)
      assert.deepStrictEqual(yield* first.working, ["failing", "refused", "works"])
      assert.deepStrictEqual(yield* second.working, ["works"])
      const entries = yield* (yield* AuditLog).list(first.viewer, {}, { limit: 10 })
      assert.deepStrictEqual(
        entries?.map(({ action, actor, changes }): unknown => ({ action, actor, changes })),
        Array.from({ length: 2 }, (): unknown => ({
          action: "channels.update",
          actor: "operator",
          changes: [{ field: "isActive", before: "false", after: "true" }]
        }))
      )
      assert.isAtLeast(yield* operator.enable({ kind: "slack" }), 2)
      assert.deepStrictEqual(yield* second.working, ["failing", "refused", "works"])
      assert.strictEqual(yield* operator.enable({ kind: "slack" }), 0)
    })
  )
})
