import { guard } from "@mon/bundled/callbacks"
import { aFunction, anAbortSignal, argumentsOf, milliseconds, optional, optionsOf } from "@mon/bundled/arguments"
import { checkerKind, checkOptionFields } from "./argumentKinds.ts"
import type { Checker } from "./Checker.ts"
import { classifyByMx, type MxAnswer } from "./classifyByMx.ts"
import { DisposableCheckError } from "./DisposableCheckError.ts"
import {
  DEFAULT_TIMEOUT_MS,
  needsLookup,
  notQueried,
  type OnlineOptions,
  type OnlineVerdict,
  tooSlow
} from "./OnlineVerdict.ts"

/**
 * The dependencies of an online check: the offline checker, and a function that looks up the mail hosts of a domain.
 */
export interface OnlineCheckParts {
  /** The offline checker, such as `checker()` of this package. */
  readonly checker: Pick<Checker, "check">
  /**
   * Looks up the MX records of a domain in lower-case ASCII. The function should end the lookup when `signal` aborts.
   */
  readonly resolveMx: (domain: string, signal: AbortSignal) => Promise<MxAnswer>
}

/** The options of one online check. */
export interface OnlineCheckOptions extends OnlineOptions {
  /** A signal that ends the check. The Promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Checks an address or a domain. If the table does not contain the domain, looks up its mail hosts. */
export type CheckOnline = (input: string, options?: OnlineCheckOptions) => Promise<OnlineVerdict>

const acceptParts = /* @__PURE__ */ argumentsOf("createOnlineCheck", () => ({
  parts: optionsOf<OnlineCheckParts>({ checker: checkerKind(), resolveMx: aFunction })
}))

// Only the options are checked here, because input that is not a string gets a verdict.
const acceptOptions = /* @__PURE__ */ argumentsOf("checkOnline", () => ({
  options: optional(
    optionsOf<OnlineCheckOptions>({
      ...checkOptionFields(),
      timeoutMs: optional(milliseconds()),
      signal: optional(anAbortSignal)
    })
  )
}))

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const lookUp = async (
  resolveMx: OnlineCheckParts["resolveMx"],
  domain: string,
  signal: AbortSignal
): Promise<MxAnswer> => {
  try {
    return await resolveMx(domain, signal)
  } catch (cause) {
    throw new DisposableCheckError({ reason: "LookupFailed", domain, message: messageOf(cause), cause })
  }
}

/**
 * Creates an online check from a checker and a resolver, for runtimes without `node:dns`. The check rejects with a
 * {@link DisposableCheckError} if the lookup fails (`LookupFailed`) or takes too long (`LookupTimeout`).
 *
 * @example
 * const resolveMx = async () => ({ status: "ok", hosts: [{ exchange: "mail.mailinator.com", preference: 1 }] })
 * const { verdict: found } = await createOnlineCheck({ checker: checker(), resolveMx })("bob@new.example")
 * found.valid && found.class // => "disposable"
 */
export const createOnlineCheck = (parts: OnlineCheckParts): CheckOnline => {
  acceptParts(parts)
  const { checker, resolveMx } = parts
  return async (input, options) => {
    acceptOptions(options)
    const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, ...strictness } = options ?? {}
    signal?.throwIfAborted()
    const verdict = checker.check(input, strictness)
    if (!needsLookup(verdict)) return notQueried(verdict)
    const { domain } = verdict
    const lookup = new AbortController()
    const safely = guard((error) => lookup.abort(error))
    const ended = new Promise<never>((_, reject) => {
      const onAbort = guard(reject)(() => reject(lookup.signal.reason as Error))
      lookup.signal.addEventListener("abort", onAbort, { once: true })
    })
    const onTime = safely(() =>
      lookup.abort(new DisposableCheckError({ reason: "LookupTimeout", domain, message: tooSlow(timeoutMs) }))
    )
    const timer = setTimeout(onTime, timeoutMs)
    const forward = safely(() => lookup.abort(signal?.reason))
    signal?.addEventListener("abort", forward, { once: true })
    try {
      const answer = await Promise.race([ended, lookUp(resolveMx, domain, lookup.signal)])
      return classifyByMx(checker, verdict, answer, strictness)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener("abort", forward)
    }
  }
}
