import type { ConfigDocument, ObjectFields } from "@mon/api-contract/config-file"
import {
  canonicalTimeZone,
  isAddressTarget,
  type OnCallSchedule,
  type RouteStep,
  type RouteTarget,
  routeTargetKey,
  routeTargetOfKey,
  type StepHours
} from "@mon/model"
import { sorted } from "./Names.ts"

type Entry = NonNullable<ConfigDocument["onCallSchedules"]>[string]
type Layer = Entry["layers"][number]

const instant = (time: string | null): string | null =>
  time === null ? null : new Date(Date.parse(time)).toISOString()

const zone = (name: string): string => canonicalTimeZone(name) ?? name

/** Returns the fields of a layer that differ from their defaults, so that a file contains only these. */
const layerFields = (layer: Layer, person: (named: string) => string) => {
  const { active = null, counts = "all", from = null, joinsPrevious = false, timezone = null, until = null } = layer
  const name = layer.name?.trim() ?? ""
  return {
    ...(name === "" ? {} : { name }),
    groups: layer.groups.map((group) => [...new Set(group.map(person))]),
    handOff: layer.handOff,
    ...(active === null ? {} : { active }),
    ...(counts === "all" ? {} : { counts }),
    ...(from === null ? {} : { from: instant(from) }),
    ...(until === null ? {} : { until: instant(until) }),
    ...(joinsPrevious ? { joinsPrevious } : {}),
    ...(timezone === null ? {} : { timezone: zone(timezone) })
  }
}

/** Returns a schedule of a file in the form that is compared with the account. People are email addresses. */
export const onCallFields = (entry: Entry): ObjectFields => ({
  name: entry.name.trim(),
  timezone: zone(entry.timezone),
  mode: entry.mode ?? "layered",
  layers: entry.layers.map((layer) =>
    layerFields(layer, (named) => (isAddressTarget(named) ? named.trim().toLowerCase() : named))
  )
})

/** `addresses`: the email addresses of people by the id of their membership. */
export const storedOnCallFields = (
  { layers, mode, name, timezone }: OnCallSchedule,
  addresses: ReadonlyMap<string, string>
): ObjectFields => ({
  name,
  timezone,
  mode,
  layers: layers.map((layer) => layerFields(layer, (id) => addresses.get(id) ?? id))
})

/** Returns the fields of a step of a route, without hours if it is sent at any time. */
export const stepFields = ({
  afterMinutes,
  hours = null,
  targets
}: Pick<RouteStep, "afterMinutes"> & {
  readonly hours?: StepHours | null
  readonly targets: ReadonlyArray<RouteTarget>
}) => ({
  afterMinutes,
  targets: sorted(targets.map(routeTargetKey)).map(routeTargetOfKey),
  ...(hours === null ? {} : { hours: { ...hours, timezone: zone(hours.timezone) } })
})
