import { BadRequest, messages } from "@mon/api-contract"
import { type StoredEvent, Timelines } from "@mon/core-store"
import { type Language, type TimelineEvent, timelineEventKinds, timelineEventLimits } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { shownDiagnosis } from "../diagnoses/shownDiagnosis.ts"
import { languageFor } from "../languageFor.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

interface Wanted {
  readonly limit?: number
  readonly before?: string
  /** The wanted kinds of events, separated by commas. */
  readonly kind?: string
}

/**
 * Returns an event in the form of a response. If it is a confirmed incident, adds the likely cause, unless no cause is
 * likely enough.
 */
const shown = ({ diagnosisFacts, ...event }: StoredEvent, language: Language): TimelineEvent => {
  const diagnosis = diagnosisFacts === null ? null : shownDiagnosis(diagnosisFacts, language)
  const [cause] = diagnosis?.result === "known" ? diagnosis.causes : []
  return cause === undefined ? event : { ...event, code: cause.class, text: cause.title }
}

export const domainEvents = Effect.fn("domainEvents")(function* (
  caller: Caller,
  id: string,
  { before, kind, limit = timelineEventLimits.page.default }: Wanted
) {
  const wanted = kind?.split(",")
  const kinds = wanted === undefined ? undefined : timelineEventKinds.filter((one) => wanted.includes(one))
  const result = yield* domainMonitors.found(
    yield* (yield* Timelines).events(caller.viewer, id, { before, kinds, limit })
  )
  if (result._tag === "NoCursor") return yield* new BadRequest({ message: messages.timelineBefore })
  const language = languageFor(caller, result.language)
  return result.events.map((event) => shown(event, language))
})
