import { createHmac, randomBytes, timingSafeEqual } from "node:crypto"
import {
  Accounts,
  Credentials,
  hashApiKey,
  issueApiKey,
  type SharedSimulation,
  SimulationShares,
  Simulations
} from "@mon/core-store"
import { Effect, Redacted } from "effect"
import type { Benchmark, RunOptions } from "../Benchmark.ts"
import { type Defer, withCleanup } from "../harness/Cleanup.ts"
import type { Report } from "../harness/Report.ts"
import { median } from "../harness/Statistics.ts"
import { startPostgres } from "../postgres/Server.ts"
import { openStore, type Store } from "../postgres/Store.ts"

const FULL = 400
const SHORT = 2
const WARM_UP = 20
/** The states of a code, each with how to bring its challenge into that state. */
const KINDS = {
  right: "expires_at = mon_now() + interval '10 minutes'",
  wrong: "expires_at = mon_now() + interval '10 minutes'",
  expired: "expires_at = mon_now() - interval '1 second'",
  used: "used_at = mon_now()",
  "tried too often": "attempts = 3"
} as const
type Kind = keyof typeof KINDS

const key = randomBytes(32)
const macOf = (code: string) => createHmac("sha256", key).update(code).digest()

const makeShared = (store: Store): Promise<SharedSimulation> =>
  store.run(
    Effect.gen(function* () {
      const account = yield* (yield* Accounts).create({ email: "codes@test.example", name: null, plan: "agency" })
      const issued = account === null ? null : yield* issueApiKey(account.membershipId)
      const credential =
        issued === null
          ? null
          : yield* (yield* Credentials).authenticateAndCount(hashApiKey(Redacted.value(issued.key)), 0)
      if (credential === null) return yield* Effect.die(new Error("No account."))
      const wanted = {
        name: "Codes",
        sendingDomains: ["a.example.com"],
        notes: [],
        prospectEntries: ["b.example.org"],
        credits: 2,
        lookUps: 2
      }
      const started = yield* (yield* Simulations).start(credential.viewer, wanted, 10)
      if (started._tag !== "Started") return yield* Effect.die(new Error(started._tag))
      const { jobId } = started.simulation
      yield* store.client`update simulation set status = 'completed', results = '{}' where public_id = ${jobId}::uuid`
      const shares = yield* SimulationShares
      yield* shares.rotate(credential.viewer, jobId)
      const shared = yield* shares.find(jobId)
      return shared ?? (yield* Effect.die(new Error("No link.")))
    })
  )

const tryOne = async ({ client, run }: Store, shared: SharedSimulation, kind: Kind): Promise<number> => {
  const cookieHash = randomBytes(32)
  await run(
    Effect.gen(function* () {
      yield* client`delete from share_wrong_code`
      yield* client`insert into share_challenge (simulation_id, share_version, cookie_hash, code_mac, expires_at)
      values (${shared.key}::bigint, ${shared.version}::int, ${cookieHash}, ${macOf("1234")}, mon_now())`
      yield* client.unsafe(`update share_challenge set ${KINDS[kind]} where cookie_hash = $1`, [cookieHash])
    })
  )
  const entered = macOf(kind === "wrong" ? "4321" : "1234")
  const began = performance.now()
  await run(
    Effect.flatMap(SimulationShares, (shares) =>
      shares.verifyCode(shared, cookieHash, (kept) => timingSafeEqual(entered, kept))
    )
  )
  return performance.now() - began
}

const measure = async ({ progress, rounds, short }: RunOptions, defer: Defer): Promise<Report> => {
  const count = rounds ?? (short ? SHORT : FULL)
  const server = await startPostgres(defer, "embedded")
  const store = await openStore(server.url, 2)
  defer(store.close)
  const shared = await makeShared(store)
  const kinds = Object.keys(KINDS) as ReadonlyArray<Kind>
  const times = new Map(kinds.map((kind) => [kind, new Array<number>()]))
  for (let round = short ? 0 : -WARM_UP; round < count; round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const took = await tryOne(store, shared, kind)
      if (round >= 0) times.get(kind)?.push(took)
    }
    if (round % 100 === 0) progress(`round ${round} of ${count}`)
  }
  const medians = new Map([...times].map(([kind, taken]) => [kind, median(taken)]))
  const wrong = medians.get("wrong") ?? Number.NaN
  return {
    sections: [
      {
        title: `One verification, ${count} of each kind, interleaved`,
        columns: ["median ms", "of a wrong one"],
        rows: [...medians].map(([name, took]) => ({ name, cells: [took, took / wrong] }))
      }
    ],
    targets: [],
    notes: [
      "All cases run the same statements. A wrong code writes one more row than an expired one, which is visible in the time; whether a code would have been right is not: right, expired, used and locked codes take the same time."
    ]
  }
}

/** Whether the time of a refused code reveals why it was refused. */
export const codes: Benchmark = {
  run: (options) => withCleanup((defer) => measure(options, defer))
}
