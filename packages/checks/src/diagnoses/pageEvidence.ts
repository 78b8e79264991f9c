import type { DiagnosisFacts } from "@mon/diagnosis"
import type { FetchedContent } from "../urls/examineResponse.ts"
import type { ExaminedPage } from "../urls/pageJobs.ts"
import { type EvidenceStamp, incidentEvidence } from "./incidentEvidence.ts"

/** As much of a page as a probe keeps of a failed answer. */
const PAGE_BYTES = 65_536

/** The page as the browser showed it; null without a browser. */
const renderedText = ({ shot }: FetchedContent<ExaminedPage>): string | null =>
  shot?.status === "taken" ? (shot.html?.slice(0, PAGE_BYTES) ?? null) : null

const servedText = ({ result: { answer } }: FetchedContent<ExaminedPage>): string =>
  new TextDecoder().decode(answer?.body.subarray(0, PAGE_BYTES))

/**
 * Returns the evidence of a failed check of a page about its cause, as plain JSON. Null: the check did not fail, or its
 * failure has no cause at the site, such as a filter that selects nothing.
 */
export const pageEvidence = (fetched: FetchedContent<ExaminedPage>, stamp: EvidenceStamp): DiagnosisFacts | null => {
  const { examined, obstacle, result } = fetched
  if (obstacle !== null) return null
  const rendered = renderedText(fetched)
  if (result.verdict === "down") {
    // A browser opens only pages that were served well, so the answer is the one that it got.
    return incidentEvidence(
      rendered === null ? result : { ...result, failedAnswer: { headers: {}, text: rendered } },
      stamp
    )
  }
  if (examined?.reading.state !== "blocked") return null
  const failedAnswer = { headers: {}, text: rendered ?? servedText(fetched) }
  const facts = incidentEvidence({ ...result, verdict: "down", failedAnswer }, stamp)
  if (facts === null) return null
  // The server answered, so neither its certificate nor its addresses have to do with the page that it showed instead.
  const { addresses: _, certificate: __, ...rest } = facts
  return rest
}
