import type { DialResult } from "@mon/public-net"
import type { Failure } from "../Outcome.ts"

type FailedDial = Extract<DialResult, { readonly ok: false }>

const HEARD: ReadonlySet<string> = new Set(["connect_refused", "connect_reset"])

/** The resolver errors that are caused on the probe's side and not by the name. */
const LOCAL_FAULTS: ReadonlySet<string> = new Set(["Network"])

const fault = (message: string): Failure => ({ outcome: "prober_fault", message })

/** Returns whether the server responded, even with a refusal. */
export const isHeard = ({ code }: FailedDial): boolean => HEARD.has(code)

/** Returns the total duration of the connection attempts, in microseconds. Null if there were no attempts. */
export const timeTried = ({ attempts }: FailedDial): number | null =>
  attempts.length === 0
    ? null
    : attempts.reduce((longest, attempt) => Math.max(longest, attempt.startedUs + attempt.durationUs), 0)

export const dialFailure = async (
  { code, message, dnsReason }: Pick<FailedDial, "code" | "dnsReason" | "message">,
  resolverAnswers: () => Promise<boolean>
): Promise<Failure> => {
  if (code === "local_fault") return fault(message)
  if (code === "aborted") return fault("The check was aborted.")
  if (code !== "dns_failed") return { outcome: code, message }
  if (LOCAL_FAULTS.has(dnsReason ?? "")) return fault("This machine's DNS server cannot be reached.")
  if (dnsReason === "BadName") return { outcome: "dns_nxdomain", message: "The host name is not valid in DNS." }
  if (!(await resolverAnswers())) return fault("This machine's DNS server does not respond.")
  return dnsReason === "Timeout"
    ? { outcome: "dns_timeout", message: "The name servers did not respond in time." }
    : { outcome: "dns_servfail", message: `The name servers failed (${dnsReason ?? "unknown reason"}).` }
}
