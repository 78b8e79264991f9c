import type { MessageFacts } from "../MessageFacts.ts"

/**
 * The DMARC result. "unknown": no known result passes, but SPF was not checked or the DNS did not answer;
 * "not_applicable": the message does not have exactly one author domain.
 */
export type DmarcStatus = "pass" | "fail" | "none" | "unknown" | "not_applicable"

const mayStillPass = ({ dkim, spf }: MessageFacts): boolean =>
  spf.status === "not_checked" ||
  spf.status === "temperror" ||
  dkim.signatures.some(({ status }) => status === "temperror")

/** Returns the DMARC result. The result is never "fail" as long as an unknown SPF or DKIM result could still pass. */
export const dmarcStatus = (facts: MessageFacts): DmarcStatus => {
  const { dmarc } = facts
  if (dmarc === null) return "not_applicable"
  if (dmarc.result === "temperror") return "unknown"
  return dmarc.result === "fail" && mayStillPass(facts) ? "unknown" : dmarc.result
}
