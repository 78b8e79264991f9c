import type { RedirectFacts } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const MAX_URL = 2_048

/** The outcomes of checks that got a final response. */
const ANSWERED: ReadonlySet<string> = new Set(["ok", "http_status", "expectation_failed", "content_fault"])

/**
 * The redirects of a check that got a final response. Null for other checks, because they say nothing about redirects.
 */
export const redirectFacts = (check: CheckResult): RedirectFacts | null =>
  !ANSWERED.has(check.outcome)
    ? null
    : {
        detected: check.hops.length > 1,
        finalUrl: storable(check.finalUrl, MAX_URL),
        kind: check.redirect?.kind ?? null,
        hops: check.hops.map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode }))
      }
