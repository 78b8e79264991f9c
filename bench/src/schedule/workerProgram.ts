import { type Claim, type CheckResultRow, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { Effect } from "effect"
import { answer } from "../harness/Child.ts"
import { openStore, type Store } from "../postgres/Store.ts"

export interface CyclesAsked {
  /** Checks to record; fewer when nothing is due any more. */
  readonly checks: number
  /** Monitors of one claim, recorded together. */
  readonly batch: number
}

export interface CyclesAnswer {
  readonly recorded: number
  /** Of each statement, in order. */
  readonly claimMs: ReadonlyArray<number>
  readonly recordMs: ReadonlyArray<number>
}

/** A worker without a network: every check has the same result as the one before. */
export type Worker = {
  readonly open: (database: { readonly url: string }) => Promise<void>
  /** Alternates between claims and records. Rejects when the store does not accept a result. */
  readonly cycle: (asked: CyclesAsked) => Promise<CyclesAnswer>
}

const LEASE_MARGIN_MS = 60_000
/** Claims run as far ahead as the worker's, for the location that checks have. */
const CLAIM = { aheadMs: 2_000, location: "default" }

const ssl: CheckResultRow["ssl"] = {
  valid: true,
  issuer: "CN=R11, O=Let's Encrypt, C=US",
  subject: "CN=shop.example.com",
  validFrom: "2026-10-01T00:00:00.000Z",
  validTo: "2026-12-30T00:00:00.000Z",
  protocol: "TLSv1.3",
  keyType: "ec",
  keyBits: 256,
  problems: [],
  fingerprint256: "5E:3F:0A:9C:77:12:B4:D8:61:2E:A0:4B:93:C5:18:F6:0D:7A:E2:39:84:BB:56:C1:2F:90:6D:A3:48:E7:1C:05"
}

const check = ({ claimedAt, leaseToken, monitorKey }: Claim): CheckResultRow => ({
  monitorKey,
  leaseToken,
  at: claimedAt,
  verdict: "up",
  deterministic: false,
  suppressed: false,
  statusCode: 200,
  errorCode: null,
  errorMessage: null,
  responseUs: 187_432,
  dnsUs: 12_001,
  connectUs: 31_415,
  tlsUs: 64_002,
  waitUs: 71_828,
  downloadUs: 8_186,
  location: "default",
  ssl,
  redirect: null,
  stalled: false
})

let store: Store | undefined

const timed = async <A>(times: Array<number>, work: () => Promise<A>): Promise<A> => {
  const started = performance.now()
  const value = await work()
  times.push(performance.now() - started)
  return value
}

answer<Worker>(
  {
    open: async ({ url }) => {
      store = await openStore(url, 2)
    },
    cycle: async ({ batch, checks }) => {
      if (store === undefined) throw new Error("No store is open.")
      const { run } = store
      const schedule = await run(MonitorSchedule)
      const claimMs: Array<number> = []
      const recordMs: Array<number> = []
      let recorded = 0
      while (recorded < checks) {
        const limit = Math.min(batch, checks - recorded)
        const claims = await timed(claimMs, () => run(schedule.claim(limit, LEASE_MARGIN_MS, CLAIM)))
        if (claims.length === 0) break
        const { accepted } = await timed(recordMs, () =>
          run(schedule.record(claims.map(check), defaultConfirmationPolicy))
        )
        if (accepted !== claims.length) throw new Error(`${accepted} of ${claims.length} checks were accepted.`)
        recorded += accepted
      }
      await run(Effect.void)
      return { recorded, claimMs, recordMs }
    }
  },
  async () => store?.close()
)
