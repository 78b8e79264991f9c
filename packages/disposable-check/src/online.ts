import { guard } from "@mon/bundled/callbacks"
import dns from "node:dns"
import type { MxAnswer } from "./classifyByMx.ts"
import { type CheckOnline, createOnlineCheck } from "./createOnlineCheck.ts"
import { checkDisposable } from "./index.ts"

export type { MxAnswer, MxHost, MxVerdict } from "./classifyByMx.ts"
export type { CheckOnline, OnlineCheckOptions } from "./createOnlineCheck.ts"
export {
  DisposableCheckError,
  type DisposableCheckErrorFields,
  type DisposableCheckErrorReason
} from "./DisposableCheckError.ts"
export type { OnlineOptions, OnlineVerdict } from "./OnlineVerdict.ts"
export type { CheckOptions, InvalidReason, InvalidVerdict, MailClass, Tier, ValidVerdict, Verdict } from "./Verdict.ts"

const codeOf = (cause: unknown): unknown => (cause instanceof Error ? Reflect.get(cause, "code") : undefined)

const resolveMx = async (domain: string, signal: AbortSignal): Promise<MxAnswer> => {
  // Each check uses a new resolver, because a resolver can be cancelled only as a whole. The new resolver uses the DNS
  // servers that the process has set by that time.
  const resolver = new dns.promises.Resolver()
  resolver.setServers(dns.getServers())
  const cancel = guard(() => {})(() => resolver.cancel())
  signal.addEventListener("abort", cancel, { once: true })
  try {
    const hosts = await resolver.resolveMx(domain)
    return { status: "ok", hosts: hosts.map(({ exchange, priority }) => ({ exchange, preference: priority })) }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === "ENOTFOUND") return { status: "nxdomain" }
    if (code === "ENODATA") return { status: "nodata" }
    throw cause
  }
}

/**
 * Checks an address or a domain against the table of this package. If no rule applies to the domain, queries this
 * machine's resolvers for its mail hosts. Rejects with a {@link DisposableCheckError} if the lookup fails
 * (`LookupFailed`) or takes too long (`LookupTimeout`). If the signal aborts, rejects with the signal's reason.
 *
 * @example
 * const { mail } = await checkOnline("bob@mailinator.com", { timeoutMs: 2_000 })
 * mail // => "not_queried"
 */
export const checkOnline: CheckOnline = createOnlineCheck({ checker: { check: checkDisposable }, resolveMx })
