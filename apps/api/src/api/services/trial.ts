import { BadRequest, type CreateMonitor, messages, type UpdateMonitor } from "@mon/api-contract"
import { hostsOfCheck, openCheck, ServiceTrials } from "@mon/checks"
import { type NewMonitor, Services } from "@mon/core-store"
import type { ServiceCheck } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { limitPreviewsOf } from "../limitTries.ts"
import { checkChangedOptions } from "../monitors/MonitorRules.ts"
import { serviceMonitors } from "../monitors/serviceMonitors.ts"
import { refusesAny } from "../PublicAddresses.ts"

const { check: checkSettings, draft, found, patchedFault, patchOf, seal, writable } = serviceMonitors

const MS = 1_000
/** The longest time for a trial, in seconds. Many proxies end a request that takes a minute. */
const TRIAL_SECONDS = 55

type Tried = Pick<NewMonitor<"service">, "degradedAfterMs" | "expect" | "inverted" | "timeoutSeconds" | "url"> & {
  readonly check: ServiceCheck
}

/** Checks a service once. The sealed texts of its check are encrypted. */
const run = Effect.fnUntraced(function* (caller: Caller, tried: Tried) {
  const { check, degradedAfterMs, expect, inverted, timeoutSeconds, url } = tried
  yield* limitPreviewsOf(caller, url)
  if (yield* refusesAny(hostsOfCheck(check))) return yield* new BadRequest({ message: messages.serviceNotPublic })
  const plain = yield* Effect.orDie(openCheck(caller.viewer.accountKey, url, check))
  return yield* (yield* ServiceTrials).run({
    check: plain,
    degradedAfterMs,
    expect: expect ?? [],
    inverted,
    timeoutMs: Math.min(timeoutSeconds, TRIAL_SECONDS) * MS
  })
})

export const tryNewService = Effect.fn("tryNewService")(function* (caller: Caller, input: CreateMonitor<"service">) {
  return yield* run(caller, yield* draft(caller, input))
})

/**
 * Checks a service once with changed settings, without storing them. The stored secrets of the service are only sent to
 * the address for which they were entered.
 */
export const tryChangedService = Effect.fn("tryChangedService")(function* (
  caller: Caller,
  id: string,
  input: UpdateMonitor<"service">
) {
  const right = yield* writable(caller, id)
  const services = yield* Services
  const { check, degradedAfterMs, expect, hostname, inverted, timeoutSeconds, url } = yield* found(
    yield* services.find(caller.viewer, id)
  )
  const patch = patchOf(input)
  const shown = patch.check ?? check
  if (shown === null) return yield* new BadRequest({ message: messages.serviceRequired })
  // The check in the form that the caller can see. Each `***` in it stands for a stored secret.
  const tried = { degradedAfterMs, expect, hostname, inverted, timeoutSeconds, url, ...patch, check: shown }
  const fault = checkChangedOptions(tried, caller) ?? patchedFault(right, patch)
  if (fault !== null) return yield* Effect.fail(fault)
  yield* checkSettings(tried)
  const [target] = yield* services.targets(caller.viewer, [id])
  const stored = yield* found(target ?? null)
  return yield* run(caller, yield* seal(caller, tried, stored, stored))
})
