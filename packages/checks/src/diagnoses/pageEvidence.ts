import type { DiagnosisFacts } from "@mon/diagnosis"
import type { FetchedContent } from "../pages/examineResponse.ts"
import type { ExaminedPage } from "../pages/pageJobs.ts"
import { type EvidenceStamp, incidentEvidence } from "./incidentEvidence.ts"

/** The longest page in the evidence, in bytes. The probe stores at most this much of a failed response. */
const PAGE_BYTES = 65_536

/** The text of the page in the browser. Null if no browser was used. */
const renderedText = ({ shot }: FetchedContent<ExaminedPage>): string | null =>
  shot?.status === "taken" ? (shot.html?.slice(0, PAGE_BYTES) ?? null) : null

const servedText = ({ result: { answer } }: FetchedContent<ExaminedPage>): string =>
  new TextDecoder().decode(answer?.body.subarray(0, PAGE_BYTES))

/**
 * Returns the facts of a failed check of a page for the diagnosis of its cause, as plain JSON. Null if the check did
 * not fail, or if the cause is not the site, for example a filter that selects nothing.
 */
export const pageEvidence = (fetched: FetchedContent<ExaminedPage>, stamp: EvidenceStamp): DiagnosisFacts | null => {
  const { examined, obstacle, result } = fetched
  if (obstacle !== null) return null
  const rendered = renderedText(fetched)
  if (result.verdict === "down") {
    // A browser opens a page only if the first response had no problem, so this is also the response that the browser
    // got.
    return incidentEvidence(
      rendered === null ? result : { ...result, failedAnswer: { headers: {}, text: rendered } },
      stamp
    )
  }
  if (examined?.reading.state !== "blocked") return null
  const failedAnswer = { headers: {}, text: rendered ?? servedText(fetched) }
  const facts = incidentEvidence({ ...result, verdict: "down", failedAnswer }, stamp)
  if (facts === null) return null
  // The server responded, so neither its certificate nor its addresses are the cause of the wrong page.
  const { addresses: _, certificate: __, ...rest } = facts
  return rest
}
