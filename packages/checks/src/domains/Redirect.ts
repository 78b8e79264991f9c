import type { RedirectFacts } from "@mon/model"
import type { CheckResult } from "@mon/uptime-probe"
import { storable } from "../StoredText.ts"

const MAX_URL = 2_048

/** The redirects of a check that got a final response; null when it says nothing about redirects. */
export const redirectFacts = (look: CheckResult): RedirectFacts | null =>
  look.outcome !== "ok" && look.outcome !== "http_status"
    ? null
    : {
        detected: look.hops.length > 1,
        finalUrl: storable(look.finalUrl, MAX_URL),
        kind: look.redirect?.kind ?? null,
        hops: look.hops.map((hop) => ({ url: storable(hop.url, MAX_URL), statusCode: hop.statusCode }))
      }
