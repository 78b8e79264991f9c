import { layerSqlClient } from "@mon/core-store"
import { createTestDatabase } from "@mon/core-store/testing"
import { startS3Server } from "@mon/tooling/testbed"
import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { examineAbandonedCopies, examineCopies } from "../src/doctor/copies.ts"
import { makeFolder, removeFolder } from "./Program.ts"

describe("the doctor of copies of status pages", () => {
  it("says nothing without a folder or a bucket", async () => {
    expect(await Effect.runPromise(examineCopies({}))).toEqual([])
  })

  it("makes the folder, and fails if it cannot", async () => {
    const folder = makeFolder()
    try {
      const copies = join(folder, "copies")
      expect(await Effect.runPromise(examineCopies({ statusExport: copies }))).toMatchObject([{ state: "ok" }])
      writeFileSync(join(folder, "file"), "")
      expect(await Effect.runPromise(examineCopies({ statusExport: join(folder, "file", "copies") }))).toMatchObject([
        { state: "fail", detail: expect.stringContaining("MON_STATUS_EXPORT cannot be written") }
      ])
    } finally {
      removeFolder(folder)
    }
  })

  it("writes to the bucket and leaves nothing there, and fails if the key is refused", async () => {
    const bucket = await startS3Server()
    const settings = {
      statusExportBucket: { ...bucket, secretAccessKey: Redacted.make(bucket.secretAccessKey), prefix: "status/" }
    }
    try {
      expect(await Effect.runPromise(examineCopies(settings))).toMatchObject([
        { state: "ok", detail: "written to the bucket mon/status/" }
      ])
      expect(bucket.requests.some(({ key, method }) => method === "PUT" && key.startsWith("status/"))).toBe(true)
      expect(bucket.objects.size).toBe(0)
      bucket.behave(({ method }) => (method === "DELETE" ? "Refuse" : "Work"))
      const [finding] = await Effect.runPromise(examineCopies(settings))
      expect(finding).toMatchObject({ state: "fail", detail: expect.stringContaining("AccessDenied") })
      expect(finding?.detail).not.toContain(bucket.secretAccessKey)
    } finally {
      await bucket.close()
    }
  })

  it("warns about copies that no setting names any more", async () => {
    const database = await createTestDatabase()
    const run = <A, E>(effect: Effect.Effect<A, E, SqlClient.SqlClient>) =>
      Effect.runPromise(Effect.provide(effect, layerSqlClient({ url: database.url })))
    try {
      expect(await run(examineAbandonedCopies({}))).toEqual([])
      await run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            insert into status_page_export (page_id, slug, hash, exported_at)
            values (gen_random_uuid(), 'shop', 'x', mon_now())`
        )
      )
      expect(await run(examineAbandonedCopies({}))).toMatchObject([
        { state: "warn", detail: expect.stringMatching(/^1 pages have copies/u) }
      ])
      expect(await run(examineAbandonedCopies({ statusExport: "/srv/status" }))).toEqual([])
    } finally {
      await database.drop()
    }
  })
})
