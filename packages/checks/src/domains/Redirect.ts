import type { RedirectFacts } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const MAX_URL = 2_048

/** The redirects of a check that got a final response; null when it says nothing about redirects. */
export const redirectFacts = (check: CheckResult): RedirectFacts | null =>
  check.outcome !== "ok" && check.outcome !== "http_status"
    ? null
    : {
        detected: check.hops.length > 1,
        finalUrl: storable(check.finalUrl, MAX_URL),
        kind: check.redirect?.kind ?? null,
        hops: check.hops.map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode }))
      }
