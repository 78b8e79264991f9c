import type { Incident } from "@mon/model"
import { Effect } from "effect"
import { imageUrl } from "../monitors/images.ts"

/** Incidents as the API shows them: the store has the hashes of their screenshots, people get addresses that expire. */
export const showIncidents = (incidents: ReadonlyArray<Incident>) =>
  Effect.forEach(incidents, (incident) =>
    Effect.map(
      Effect.all([imageUrl(incident.triggerScreenshotUrl), imageUrl(incident.resolutionScreenshotUrl)]),
      ([triggerScreenshotUrl, resolutionScreenshotUrl]) => ({
        ...incident,
        triggerScreenshotUrl,
        resolutionScreenshotUrl
      })
    )
  )
