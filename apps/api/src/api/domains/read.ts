import { DnsWatches, Incidents, Locations, Timelines } from "@mon/core-store"
import { domainLimits, type Incident, type LocationAdvisory, type TimelineRange } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { imageUrlOrNull } from "../../http/imageEndpoint.ts"
import { shownDiagnosis } from "../diagnoses/shownDiagnosis.ts"
import { languageFor } from "../languageFor.ts"
import { domainMonitors } from "../monitors/domainMonitors.ts"

const { found } = domainMonitors

export const domainHistory = Effect.fnUntraced(function* (
  { viewer }: Caller,
  id: string,
  hours: number = domainLimits.historyHours.default
) {
  return yield* found(yield* (yield* Incidents).history(viewer, id, hours, domainLimits.historyRecords))
})

export const domainTimeline = Effect.fnUntraced(function* (
  { viewer }: Caller,
  id: string,
  range: TimelineRange = "24h"
) {
  return yield* found(yield* (yield* Timelines).read(viewer, id, range))
})

export const domainIncidents = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* showIncidents(
    yield* found(yield* (yield* Incidents).ofDomain(viewer, id, domainLimits.incidentsListed))
  )
})

/** Returns incidents in the form of a response: with signed screenshot URLs instead of hashes. */
export const showIncidents = (incidents: ReadonlyArray<Incident>) =>
  Effect.forEach(incidents, (incident) =>
    Effect.map(
      Effect.all([imageUrlOrNull(incident.triggerScreenshotUrl), imageUrlOrNull(incident.resolutionScreenshotUrl)]),
      ([triggerScreenshotUrl, resolutionScreenshotUrl]) => ({
        ...incident,
        triggerScreenshotUrl,
        resolutionScreenshotUrl
      })
    )
  )

/** Returns the problems of a domain that only a minority of the locations detects. */
export const domainAdvisories = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const advisories = yield* found(yield* (yield* Locations).advisories(caller.viewer, id))
  return advisories.map(({ diagnosisFacts, language, ...advisory }): LocationAdvisory => ({
    ...advisory,
    diagnosis: shownDiagnosis(diagnosisFacts, languageFor(caller, language))
  }))
})

export const domainDns = Effect.fnUntraced(function* ({ viewer }: Caller, id: string) {
  return yield* found(yield* (yield* DnsWatches).find(viewer, id))
})
