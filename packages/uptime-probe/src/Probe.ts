import { optional, optionsOf, anAbortSignal, argumentsOf } from "@mon/bundled/arguments"
import { checkRequest, probeFields } from "./argumentKinds.ts"
import type { CheckResult, CheckRequest } from "./CheckResult.ts"
import { makeProbeOutside, toPorts } from "./probe/ProbePorts.ts"
import type { ProbeOptions } from "./probe/ProbeOptions.ts"
import { probeUrl } from "./probeUrl.ts"

/** Checks URLs over HTTP and HTTPS. */
export interface Probe {
  /**
   * Runs one check. All failures of a server or of name resolution are part of the result. Rejects with a TypeError if
   * the request is invalid, and with the signal's reason if the signal is aborted.
   */
  readonly check: (request: CheckRequest | string, signal?: AbortSignal) => Promise<CheckResult>
}

const acceptMakeProbe = /* @__PURE__ */ argumentsOf("makeProbe", () => ({
  options: optional(optionsOf<ProbeOptions>(probeFields()))
}))
const acceptCheck = /* @__PURE__ */ argumentsOf("check", () => ({
  request: checkRequest(),
  options: optional(optionsOf<CheckOptions>({ ...probeFields(), signal: optional(anAbortSignal) }))
}))

/**
 * Makes a probe. Reuse the probe, because making one takes as long as many checks.
 *
 * @example
 * ```ts
 * const probe = makeProbe({ userAgent: "ShopBot/1.0 (+https://shop.example.com/bot)" })
 * const { outcome } = await probe.check("https://example.com")
 * ```
 */
export const makeProbe = (options: ProbeOptions = {}): Probe => {
  acceptMakeProbe(options)
  return buildProbe(options)
}

const buildProbe = (options: ProbeOptions): Probe => {
  const ports = toPorts(makeProbeOutside(options), options)
  return { check: (request, signal) => probeUrl(ports, request, signal) }
}

const made = new WeakMap<CheckOptions, Probe>()
const defaults: CheckOptions = {}

const probeFor = (options: CheckOptions): Probe => {
  const known = made.get(options) ?? buildProbe(options)
  made.set(options, known)
  return known
}

/** The options of a single check: the options of a probe, and a signal that aborts the check. */
export interface CheckOptions extends ProbeOptions {
  readonly signal?: AbortSignal
}

/**
 * Checks a URL once. Calls with the same options object share a probe. Rejects in the same cases as
 * {@link Probe.check}.
 *
 * @example
 * ```ts
 * const { verdict, timings } = await check("https://example.com")
 * ```
 */
export const check = async (request: CheckRequest | string, options: CheckOptions = defaults): Promise<CheckResult> => {
  acceptCheck(request, options)
  return probeFor(options).check(request, options.signal)
}
