import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import type { PlanLimits } from "./Plan.ts"

const { record, text, value } = described

/** An option of a monitor that has no effect at the moment, for example after a downgrade. */
export const StoppedOption = record("StoppedOption", "An option of a monitor that has no effect at the moment.", {
  option: value(
    Schema.Literals(["request", "check", "expect", "dnsWatch", "dkimSelectors", "render"]),
    "Name of the option. While `request` or `check` is stopped, the monitor is not checked.",
    "dnsWatch"
  ),
  reason: value(
    Schema.Literals(["plan_limit", "host_not_proven", "not_allowed"]),
    "`plan_limit`: the plan does not allow it. `host_not_proven`: the TXT record that proves the host has been missing for 7 days. `not_allowed`: the operator does not allow checks like this one.",
    "plan_limit"
  ),
  message: text(
    "The stopped option and the reason, in one or two sentences.",
    "Your plan allows 5 DNS watches; this one is stopped."
  )
})
export interface StoppedOption extends Schema.Schema.Type<typeof StoppedOption> {}

/** What a service lacks if the operator requires a proof of its host. */
export const MissingProof = Schema.Union([
  Schema.Struct({
    cause: Schema.Literal("record"),
    /** The name of the TXT record, for example `_mon.db.example.com`. */
    name: Schema.String,
    /** The text of the TXT record. */
    value: Schema.String
  }),
  /** No record can prove the host of the service: the type, the address or the port is not allowed. */
  Schema.Struct({ cause: Schema.Literals(["udp", "address", "port"]) })
])
export type MissingProof = Schema.Schema.Type<typeof MissingProof>

type Limits = Pick<PlanLimits, "dkimSelectors" | "dnsWatches" | "expectations" | "pageRendering" | "requestMethods">

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const stopped = (option: StoppedOption["option"], message: string): StoppedOption => ({
  option,
  reason: "plan_limit",
  message
})

/**
 * Returns a message about the entries of a list that are stopped because they are beyond the limit; null if there are
 * none. They are the last entries, which are the newest.
 */
const stoppedEntries = (
  option: "expect" | "dkimSelectors",
  { length }: ReadonlyArray<unknown>,
  limit: number,
  one: string
): StoppedOption | null => {
  const beyond = length - limit
  if (beyond <= 0) return null
  const which = beyond === 1 ? "the last one is" : `the last ${beyond} are`
  return stopped(option, `Your plan allows ${counted(limit, one)}; ${which} stopped.`)
}

/**
 * The method and host of a monitor's request, and whether the ownership proof of the host has been missing for too
 * long.
 */
export interface LimitedRequest {
  readonly method: string | undefined
  readonly hostname: string
  readonly isUnproven: boolean
}

/**
 * Returns the reason why a request must not be sent, or null if it may be sent.
 *
 * @example
 * ```ts
 * stoppedRequest({ method: "POST", hostname: "api.example.com", isUnproven: false }, planTable.free)?.message
 * // => "Your plan allows requests with GET, HEAD; checks with POST are stopped."
 * ```
 */
export const stoppedRequest = (
  { hostname, isUnproven, method = "GET" }: LimitedRequest,
  { requestMethods }: Limits
): StoppedOption | null => {
  if (!requestMethods.includes(method))
    return stopped(
      "request",
      `Your plan allows requests with ${requestMethods.join(", ")}; checks with ${method} are stopped.`
    )
  return isUnproven
    ? {
        option: "request",
        reason: "host_not_proven",
        message: `The TXT record of _mon.${hostname} has been missing for 7 days; checks with ${method} are stopped. Publish it again, or choose another method.`
      }
    : null
}

const notAllowed: Readonly<Record<Exclude<MissingProof["cause"], "record">, string>> = {
  udp: "The operator does not allow services of the type udp; the checks of this service are stopped. Choose the type of the protocol.",
  address:
    "The operator requires a proof of the host, which only a name can have; the checks of this service are stopped. Choose a name.",
  port: "The operator does not allow this port; the checks of this service are stopped. Choose the usual port of the type, or a port above 1023."
}

/**
 * Returns the reason why a service must not be checked. `missing`: what it lacks. Null if that is not known.
 *
 * @example
 * ```ts
 * stoppedCheck({ cause: "record", name: "_mon.db.example.com", value: "mon-proof=a1 ports=4000" }).message
 * // => 'The TXT record of _mon.db.example.com with the text "mon-proof=a1 ports=4000" has been missing for 7 days; the checks of this service are stopped. Publish it again.'
 * ```
 */
export const stoppedCheck = (missing: MissingProof | null): StoppedOption => {
  if (missing !== null && missing.cause !== "record")
    return { option: "check", reason: "not_allowed", message: notAllowed[missing.cause] }
  const lacking = missing === null ? "that proves the host" : `of ${missing.name} with the text "${missing.value}"`
  return {
    option: "check",
    reason: "host_not_proven",
    message: `The TXT record ${lacking} has been missing for 7 days; the checks of this service are stopped. Publish it again.`
  }
}

/** The options of a monitor that a plan can limit. */
export interface LimitedOptions extends LimitedRequest {
  readonly expect: ReadonlyArray<unknown>
  readonly dkimSelectors: ReadonlyArray<string>
  readonly render: boolean
  /** The number of older DNS watches in the account. Null: the DNS records of the monitor are not watched. */
  readonly olderDnsWatches: number | null
  /** The reason why a service must not be checked. Null, the default: it may be checked. */
  readonly stoppedCheck?: StoppedOption | null
}

/**
 * Returns the options of a monitor that have no effect, because the plan does not allow them or the proof of the host
 * is missing. They are not deleted, so they work again on a plan that allows them, or after the proof is back.
 */
export const stoppedOptions = (options: LimitedOptions, limits: Limits): ReadonlyArray<StoppedOption> => {
  const { dkimSelectors, expect, olderDnsWatches, render } = options
  const { dnsWatches, pageRendering } = limits
  return [
    stoppedRequest(options, limits),
    options.stoppedCheck ?? null,
    stoppedEntries("expect", expect, limits.expectations, "expectation"),
    olderDnsWatches !== null && olderDnsWatches >= dnsWatches
      ? stopped("dnsWatch", `Your plan allows ${counted(dnsWatches, "DNS watch", "DNS watches")}; this one is stopped.`)
      : null,
    stoppedEntries("dkimSelectors", dkimSelectors, limits.dkimSelectors, "DKIM selector"),
    render && !pageRendering
      ? stopped("render", "Your plan does not include render; the page's scripts do not run.")
      : null
  ].filter((one) => one !== null)
}
