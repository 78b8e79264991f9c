import type { ContentFaultFacts, DomainSettings } from "@mon/model"
import { isFlag, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"

/** What the content of a response says, to be stored. */
export interface RecordedContent {
  /** Null: nothing is wrong. */
  readonly fault: ContentFaultFacts | null
  /** What was learned, as the engine writes it. Absent: nothing new. */
  readonly memory?: unknown
}

const isContentFault = isObjectOf<ContentFaultFacts>({
  code: isText,
  family: isNullOr(isText),
  line: isNullOr(isText),
  certain: isFlag
})

/** The stored fault of a monitor; null while its content is not judged, or if another release wrote it. */
export const readContentFault = (stored: unknown, mode: DomainSettings["contentFaults"]): ContentFaultFacts | null =>
  mode !== "off" && isContentFault(stored) ? stored : null
