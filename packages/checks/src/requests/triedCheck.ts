import type { DomainTrial } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { expectationFacts } from "../diagnoses/incidentEvidence.ts"
import { storable } from "../StoredText.ts"
import { isSlow, recordedContent } from "./checkFacts.ts"
import type { CheckedTarget } from "./sealedRequest.ts"
import { isSecretRequest } from "./performCheck.ts"

const MAX_URL = 2_048
const MAX_TYPE = 200

const milliseconds = (us: number | null): number | null => (us === null ? null : us / 1_000)

/**
 * Converts a check of a domain or a page to the result for a person who is about to save the monitor. Leaves out the
 * outcome code.
 */
export const triedCheck = (
  check: CheckResult,
  { degradedAfterMs, request }: Pick<CheckedTarget, "degradedAfterMs" | "request">
): Omit<DomainTrial, "error" | "excerpt" | "status"> => {
  const { answer, timings } = check
  return {
    slow: isSlow(check, degradedAfterMs),
    statusCode: check.statusCode,
    responseTimeMs: milliseconds(check.totalUs),
    timings: {
      dnsMs: milliseconds(timings.dnsUs),
      connectMs: milliseconds(timings.connectUs),
      tlsMs: milliseconds(timings.tlsUs),
      waitMs: milliseconds(timings.waitUs),
      downloadMs: milliseconds(timings.downloadUs)
    },
    finalUrl: storable(check.finalUrl, MAX_URL),
    expectations: expectationFacts(check, isSecretRequest(request)).map(({ actual, expected, holds }) => ({
      expected,
      holds,
      found: actual
    })),
    certificateProblems: check.certificate?.problems ?? [],
    contentFault: recordedContent(check, { isSecret: isSecretRequest(request), contentMemory: null })?.fault ?? null,
    contentType: answer?.contentType == null ? null : storable(answer.contentType, MAX_TYPE)
  }
}
