import { guard } from "@mon/bundled/callbacks"
import { anAbortSignal, argumentsOf, aString } from "@mon/bundled/arguments"
import type { AddressAnswer, ResolveAddresses } from "./Dial.ts"
import { Resolver } from "node:dns/promises"

const accept = /* @__PURE__ */ argumentsOf("systemResolver", () => ({ hostname: aString, signal: anAbortSignal }))

const QUERY_MS = 3_000
const TRIES = 2

const codeOf = (reason: unknown): string =>
  typeof reason === "object" && reason !== null && "code" in reason && typeof reason.code === "string"
    ? reason.code
    : "Unknown"

const conclude = (results: ReadonlyArray<PromiseSettledResult<ReadonlyArray<string>>>): AddressAnswer => {
  const addresses = results.flatMap((one) => (one.status === "fulfilled" ? one.value : []))
  if (addresses.length > 0) return { status: "ok", addresses }
  const codes = results.flatMap((one) => (one.status === "rejected" ? [codeOf(one.reason)] : []))
  const failure = codes.find((code) => code !== "ENOTFOUND" && code !== "ENODATA")
  if (failure !== undefined) return { status: "failed", reason: failure }
  return { status: codes.includes("ENOTFOUND") ? "nxdomain" : "nodata" }
}

/**
 * Queries the system's name servers for IPv4 and IPv6 addresses, with a timeout of 3 seconds and 2 tries for each
 * family. Does not read the system's hosts file, so that untrusted URLs cannot use local names.
 */
export const systemResolver: ResolveAddresses = async (hostname, signal) => {
  accept(hostname, signal)
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES })
  const cancel = guard(() => {})(() => resolver.cancel())
  signal.addEventListener("abort", cancel, { once: true })
  try {
    return conclude(await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]))
  } finally {
    signal.removeEventListener("abort", cancel)
  }
}
