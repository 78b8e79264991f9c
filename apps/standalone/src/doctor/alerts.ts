import { makeChannelClient } from "@mon/alerts"
import { AlertCounts } from "@mon/core-store"
import { DnsResolver, layerNode, makeAddressResolver } from "@mon/dns/effect"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { type Finding, ok, warn } from "./Finding.ts"

/** The time limit for a response, in milliseconds. A server in the operator's own network responds sooner. */
const TIMEOUT_MS = 5_000

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`

export const judgeAlerts = (
  { failing, off, working }: { readonly working: number; readonly failing: number; readonly off: number },
  windows: number
): ReadonlyArray<Finding> => {
  const problems = [
    ...(off > 0
      ? [
          `${plural(off, "alert channel")} switched off, because the service rejected all messages or nothing arrived for ` +
            "five days: the owners see the reason on the Alert channels screen"
        ]
      : []),
    ...(failing > 0 ? [`${plural(failing, "alert channel")} failing now: the workers' log shows the reason`] : [])
  ]
  const subject = "alert channels"
  return [
    problems.length > 0 ? warn(subject, problems.join("; ")) : ok(subject, `${working} work`),
    ok(
      "maintenance",
      windows === 0 ? "no window is active" : `${plural(windows, "window")} active: alerts are suppressed`
    )
  ]
}

/** Examines the alert channels and the active maintenance windows. Returns no finding if the schema does not exist. */
export const examineAlerts: Effect.Effect<ReadonlyArray<Finding>, never, SqlClient.SqlClient> = Effect.gen(
  function* () {
    const counts = yield* AlertCounts
    return judgeAlerts(yield* counts.channels(), yield* counts.activeWindows())
  }
).pipe(
  Effect.provide(AlertCounts.layer),
  Effect.catchTag("StoreError", () => Effect.succeed([]))
)

export interface ChannelTargetSettings {
  readonly targets: ReadonlyArray<string>
  readonly dnsServers: ReadonlyArray<string>
  readonly extraCa: ReadonlyArray<string>
}

const SUBJECT = "channel targets"

/**
 * Sends one request to each server of MON_CHANNEL_TARGETS and reports the servers that do not respond. Any HTTP status
 * counts as a response.
 */
export const examineChannelTargets = ({
  dnsServers,
  extraCa,
  targets
}: ChannelTargetSettings): Effect.Effect<ReadonlyArray<Finding>> =>
  Effect.gen(function* () {
    if (targets.length === 0) return []
    const resolver = yield* DnsResolver
    const client = makeChannelClient({
      resolve: makeAddressResolver(resolver),
      targets,
      extraCa,
      timeoutMs: TIMEOUT_MS
    })
    const silent = yield* Effect.forEach(
      targets,
      (target) =>
        Effect.map(
          Effect.promise(() => client.send({ method: "GET", url: `${target}/`, headers: {}, body: "" })),
          (exchange) => (exchange.answered ? [] : [`${target} does not respond: ${exchange.error.message}`])
        ),
      { concurrency: "unbounded" }
    )
    const problems = silent.flat()
    return problems.length === 0
      ? [ok(SUBJECT, `all ${targets.length} of MON_CHANNEL_TARGETS respond`)]
      : [warn(SUBJECT, `${problems.join(" ")} Correct MON_CHANNEL_TARGETS, or start the servers`)]
  }).pipe(Effect.provide(layerNode({ servers: dnsServers })))
