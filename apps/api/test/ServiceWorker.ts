import { type CheckResultRow, MonitorSchedule } from "@mon/core-store"
import { defaultConfirmationPolicy } from "@mon/model"
import { Effect } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { World } from "./World.ts"

const POLL_MS = 20

/** Checks due services as a worker does, until it is stopped. `sees`: what each check finds. Default: "up". */
export const startServiceWorker = (
  world: World,
  sees: () => CheckResultRow["verdict"] = () => "up"
): { readonly stop: () => Promise<void> } => {
  const stop = new AbortController()
  const checkDue = Effect.gen(function* () {
    const schedule = yield* MonitorSchedule
    const claims = yield* schedule.claim(100, 30_000)
    yield* schedule.release(claims.filter(({ kind }) => kind !== "service"))
    const verdict = sees()
    const rows = claims
      .filter(({ kind }) => kind === "service")
      .map(({ claimedAt, leaseToken, monitorKey }): CheckResultRow => ({
        monitorKey,
        leaseToken,
        at: claimedAt,
        verdict,
        deterministic: false,
        suppressed: false,
        statusCode: null,
        errorCode: verdict === "up" ? null : "connect_refused",
        errorMessage: verdict === "up" ? null : "The server refused the connection.",
        responseUs: 1_000,
        dnsUs: null,
        connectUs: null,
        tlsUs: null,
        waitUs: null,
        downloadUs: null,
        location: "here",
        stalled: false,
        ssl: null,
        redirect: null
      }))
    if (rows.length > 0) yield* schedule.record(rows, defaultConfirmationPolicy)
  })
  const loop = async () => {
    while (!stop.signal.aborted) {
      await world.run(checkDue)
      await delay(POLL_MS)
    }
  }
  const done = loop()
  return {
    stop: () => {
      stop.abort()
      return done
    }
  }
}
