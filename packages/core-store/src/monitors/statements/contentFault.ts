import type { ContentFaultFacts, DomainSettings } from "@mon/model"
import { isFlag, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"

/** The result of the check of a response's content, in its stored form. */
export interface RecordedContent {
  /** The fault. Null: there is none. */
  readonly fault: ContentFaultFacts | null
  /** The new memory of the engine, in the form of the engine. Absent: it stays unchanged. */
  readonly memory?: unknown
}

const isContentFault = isObjectOf<ContentFaultFacts>({
  code: isText,
  family: isNullOr(isText),
  line: isNullOr(isText),
  certain: isFlag
})

/** Reads the stored fault of a monitor. Null if its content is not judged, or if another release wrote it. */
export const readContentFault = (stored: unknown, mode: DomainSettings["contentFaults"]): ContentFaultFacts | null =>
  mode !== "off" && isContentFault(stored) ? stored : null
