import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { join } from "node:path"
import { HostProofChecks, layerRepositories, StatusPageDocuments, StatusPageHosts } from "../src/index.ts"
import { layerStore, newAccount } from "./account.ts"
import { backupTo, emptyDatabase, restoreFrom, scratchFolder } from "./BackupWorld.ts"
import { newPage } from "./statusPage.ts"

const NAME = "status.restored.com"

const withHost = Effect.gen(function* () {
  const { viewer } = yield* newAccount
  const { id } = yield* newPage(viewer)
  yield* (yield* StatusPageHosts).set(viewer, id, NAME, 50)
  return { viewer, id }
})

const owners = Effect.gen(function* () {
  const pages = yield* (yield* StatusPageDocuments).pages()
  return pages.filter(({ host }) => host?.hostname === NAME).map(({ id }) => id)
})

layer(layerStore, { excludeTestServices: true })("a restored backup", (it) => {
  it.effect("gives a host name to the page that had it, and to no other, whoever proves it afterwards", () =>
    Effect.gen(function* () {
      const first = yield* withHost
      const second = yield* withHost
      yield* (yield* HostProofChecks).confirm(first.viewer.accountKey, NAME)
      const file = join(yield* scratchFolder, "hosts.mon")
      yield* backupTo(file)
      const target = yield* emptyDatabase
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* restoreFrom(file)
        assert.deepStrictEqual(yield* owners, [first.id])
        yield* (yield* HostProofChecks).confirm(second.viewer.accountKey, NAME)
        assert.deepStrictEqual(yield* owners, [first.id])
        const stolen = yield* Effect.exit(sql`
          update status_page_host set proven_at = now() where account_id = ${second.viewer.accountKey}::bigint`)
        assert.strictEqual(stolen._tag, "Failure")
        // The lookups continue after the restore.
        const [due] = yield* sql`select count(*)::int as hosts from host_proof where hostname = ${NAME}`
        assert.deepStrictEqual(due, { hosts: 2 })
      }).pipe(Effect.provide(Layer.provideMerge(Layer.fresh(layerRepositories), target)))
    })
  )
})
