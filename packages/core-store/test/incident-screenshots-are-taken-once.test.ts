import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { Blobs, Domains, Incidents, IncidentScreenshots, layerPostgresBytes, type AccessScope } from "../src/index.ts"
import { layerStore, newAccount, newDomain } from "./account.ts"

const AT = Date.parse("2026-11-20T08:00:00.123Z")
const LATER = AT + 60_000

type Resolution = "recovered" | "paused" | null

const addIncident = Effect.fn("addIncident")(function* (
  viewer: AccessScope,
  hostname: string,
  resolution: Resolution = null,
  wanted = true
) {
  const sql = yield* SqlClient.SqlClient
  const made = yield* (yield* Domains).create(viewer, newDomain(hostname, { screenshotOnFailure: wanted }), 100)
  if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
  const ended = resolution === null ? null : new Date(LATER).toISOString()
  const [row] = yield* sql<{ monitorKey: string }>`
    insert into incident (public_id, account_id, monitor_id, started_at, confirmed_at, resolved_at, closed_at, resolution)
    select gen_random_uuid(), account_id, id, ${new Date(AT).toISOString()}::timestamptz, ${new Date(AT).toISOString()}::timestamptz,
      ${ended}::timestamptz, ${ended}::timestamptz, ${resolution}
    from monitor where public_id = ${made.monitor.id}::uuid returning monitor_id::text as "monitorKey"`
  return { id: made.monitor.id, monitorKey: row?.monitorKey ?? "" }
})

const claim = (at: number, ...monitors: ReadonlyArray<{ readonly monitorKey: string }>) =>
  IncidentScreenshots.use((screenshots) => screenshots.claim(monitors.map(({ monitorKey }) => ({ monitorKey, at }))))

const shown = (viewer: AccessScope, id: string) =>
  Effect.map(
    Incidents.use((incidents) => incidents.ofDomain(viewer, id, 1)),
    (found) => found?.[0]
  )

layer(Layer.provideMerge(Blobs.layer, Layer.provideMerge(layerPostgresBytes, layerStore)), {
  excludeTestServices: true
})("screenshots of incidents", (it) => {
  it.effect("are claimed once for the check that opened one, however many claim at once", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const open = yield* addIncident(viewer, "open.example")
      assert.deepStrictEqual(yield* claim(AT + 1, open), [])
      const all = yield* Effect.all(
        Array.from({ length: 5 }, () => claim(AT, open)),
        { concurrency: 5 }
      )
      const [shot, ...others] = all.flat()
      assert.deepInclude(shot, { moment: "trigger", url: "https://open.example/", plan: "agency" })
      assert.deepStrictEqual(others, [])
      assert.deepInclude(yield* shown(viewer, open.id), { triggerScreenshotUrl: null })
    })
  )

  it.effect("are claimed at the recovery with the plan in force, but not for a pause or where they are disabled", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const [recovered, paused, unwanted] = [
        yield* addIncident(viewer, "recovered.example", "recovered"),
        yield* addIncident(viewer, "paused.example", "paused"),
        yield* addIncident(viewer, "unwanted.example", "recovered", false)
      ]
      yield* sql`update account set plan_expires_at = mon_now() - interval '1 day' where id = ${viewer.accountKey}::bigint`
      const shots = yield* claim(LATER, recovered, paused, unwanted)
      assert.deepStrictEqual(
        shots.map(({ moment, plan, url }) => ({ moment, plan, url })),
        [{ moment: "resolution", plan: "free", url: "https://recovered.example/" }]
      )
      assert.deepStrictEqual(yield* claim(AT, recovered, paused, unwanted), [])
    })
  )

  it.effect("are shown to their own account while the image is stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [{ viewer }, { viewer: stranger }] = [yield* newAccount, yield* newAccount]
      const open = yield* addIncident(viewer, "shown.example")
      const theirs = yield* addIncident(stranger, "theirs.example")
      const [shot] = yield* claim(AT, open)
      if (shot === undefined) return yield* Effect.die(new Error("no shot"))
      const hash = yield* (yield* Blobs).put({
        bytes: Uint8Array.of(1, 2, 3),
        contentType: "image/webp",
        keepUntil: new Date(Date.now() + 86_400_000)
      })
      yield* IncidentScreenshots.use(({ store }) => store(shot, hash))
      assert.deepInclude(yield* shown(viewer, open.id), { triggerScreenshotUrl: hash, resolutionScreenshotUrl: null })
      assert.strictEqual(yield* shown(stranger, open.id), undefined)
      assert.deepInclude(yield* shown(stranger, theirs.id), { triggerScreenshotUrl: null })
      yield* sql`update blob set expires_at = mon_now() - interval '1 second' where encode(hash, 'hex') = ${hash}`
      assert.deepInclude(yield* shown(viewer, open.id), { triggerScreenshotUrl: null })
    })
  )
})
