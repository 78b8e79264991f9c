import type { DnsErrorReason } from "../DnsError.ts"
import type { ServerFault } from "../udp/DnsQuery.ts"

export class ExchangeFault extends Error implements ServerFault {
  override readonly name = "ExchangeFault"
  readonly reason: DnsErrorReason
  readonly detail: string
  /** Whether the connection ended before the answer. If so, another connection may succeed. */
  readonly lost: boolean

  constructor(reason: DnsErrorReason, detail: string, { lost = false }: { readonly lost?: boolean } = {}) {
    super(detail)
    this.reason = reason
    this.detail = detail
    this.lost = lost
  }
}

export const lostConnection = (error?: unknown): ExchangeFault => {
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "ECONNRESET"
  return new ExchangeFault("Network", code, { lost: true })
}

/**
 * Returns whether this package's own code threw the error, which then says nothing about the server. Errors of the
 * operating system are recognised by their code.
 */
export const isOwnError = (error: unknown): boolean =>
  !(error instanceof ExchangeFault) && error instanceof Error && !("code" in error) && error.name !== "AbortError"

/**
 * Converts the error of an exchange to a fault. An error of the system describes the path to the server. An error of
 * this package's own code is stored in `thrown`.
 */
export const faultOf = (error: unknown): ServerFault & { readonly thrown?: unknown } => {
  if (error instanceof ExchangeFault) return { reason: error.reason, detail: error.detail }
  const detail = error instanceof Error ? error.message : String(error)
  return { reason: "Network", detail, ...(isOwnError(error) ? { thrown: error } : {}) }
}
