import { BadRequest, type CreateMonitor, messages, type UpdateMonitor } from "@mon/api-contract"
import { DomainTrials } from "@mon/checks"
import { Domains, type MonitorPatch, type NewMonitor } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { limitPreviewsOf } from "../limitTries.ts"
import { checkChangedOptions, sealOptions } from "../monitors/MonitorRules.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

const { draft, found, patchedFault, patchOf, writable } = domainMonitors

const MS = 1_000

type Tried = Pick<
  NewMonitor<"domain">,
  "contentFaults" | "degradedAfterMs" | "expect" | "request" | "timeoutSeconds" | "url"
>

const run = Effect.fnUntraced(function* (caller: Caller, tried: Tried) {
  const { contentFaults, degradedAfterMs, expect, request, timeoutSeconds, url } = tried
  yield* limitPreviewsOf(caller, url)
  const { accountKey } = caller.viewer
  const target = {
    accountKey,
    url,
    request,
    expect: expect ?? [],
    degradedAfterMs,
    contentFaults,
    contentMemory: null,
    timeoutMs: timeoutSeconds * MS
  }
  return yield* (yield* DomainTrials).run(target)
})

export const tryNewDomain = Effect.fn("tryNewDomain")(function* (caller: Caller, input: CreateMonitor<"domain">) {
  const domain = yield* draft(caller, input)
  if (yield* (yield* PublicAddresses).refuses(domain.hostname))
    return yield* new BadRequest({ message: messages.urlNotPublic })
  return yield* run(caller, domain)
})

/** Returns the options of a stored monitor, which apply where the request sets no option. */
const optionsOf = ({ contentFaults, degradedAfterMs, expect, request, timeoutSeconds }: Omit<Tried, "url">) => ({
  contentFaults,
  degradedAfterMs,
  expect,
  request,
  timeoutSeconds
})

/**
 * Checks a domain once with changed settings, without storing them. The domain's stored secrets are only sent to the
 * host for which they were entered, because the address of a domain cannot change.
 */
export const tryChangedDomain = Effect.fn("tryChangedDomain")(function* (
  caller: Caller,
  id: string,
  input: UpdateMonitor<"domain">
) {
  const right = yield* writable(caller, id)
  const domains = yield* Domains
  const domain = yield* found(yield* domains.find(caller.viewer, id))
  const patch: MonitorPatch<"domain"> = patchOf(input)
  // The request in the form that the caller can see. Each `***` in it stands for a stored secret.
  const tried = { ...optionsOf(domain), ...patch }
  const fault = checkChangedOptions(tried, caller) ?? patchedFault(right, patch)
  if (fault !== null) return yield* Effect.fail(fault)
  const [target] = yield* domains.targets(caller.viewer, [id])
  const { url, ...stored } = yield* found(target ?? null)
  return yield* run(caller, { ...(yield* sealOptions(caller, tried, { url, ...stored }, { url, ...stored })), url })
})
