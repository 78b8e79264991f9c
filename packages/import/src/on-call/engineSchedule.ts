import type { OnCallLayer, OnCallOverride, OnCallSchedule } from "@mon/on-call"
import type { ImportedLayer, ImportedOverride, ImportedSchedule } from "./ImportedOnCall.ts"

const layerOf = ({ from, timezone, until, ...layer }: ImportedLayer): OnCallLayer => ({
  ...layer,
  ...(from == null ? {} : { from: Date.parse(from) }),
  ...(until == null ? {} : { until: Date.parse(until) }),
  ...(timezone == null ? {} : { zone: timezone })
})

const overrideOf = ({ end, people, replaces, start }: ImportedOverride): OnCallOverride => ({
  start: Date.parse(start),
  end: Date.parse(end),
  people,
  ...(replaces == null ? {} : { replaces })
})

/** Converts an imported schedule to a schedule of `@mon/on-call`. */
export const engineSchedule = ({ layers, mode, overrides = [], timezone }: ImportedSchedule): OnCallSchedule => ({
  zone: timezone,
  mode,
  layers: layers.map(layerOf),
  overrides: overrides.map(overrideOf)
})
