import type { ContentFaultFacts, DomainSettings } from "@mon/model"
import { isFlag, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"

/** The result of the check of a response's content, as it is stored. */
export interface RecordedContent {
  /** Null: nothing is wrong. */
  readonly fault: ContentFaultFacts | null
  /** The new memory of the engine, in its own form. Absent: nothing new. */
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
