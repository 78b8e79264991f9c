import { messages } from "@mon/api-contract"
import { ofMonitorSections, type Section, sections } from "@mon/api-contract/config-file"
import { monitorKinds, scheduledReportLimits, tagLimits } from "@mon/model"
import type { Caller } from "../../auth/Caller.ts"
import { monitorsByKind } from "../monitors/byKind.ts"
import type { OwnedObject } from "./accountState.ts"
import type { Refused } from "./compareFile.ts"
import type { ConfigFile } from "./readFile.ts"

interface Limit {
  readonly objects: number
  readonly message: string
}

/** Returns the plan's limit for each section, with the message of the API call that creates one object. */
const limitsOf = ({ limits }: Caller): Readonly<Record<Section, Limit>> => ({
  ...ofMonitorSections((kind) => {
    const objects = limits[monitorKinds[kind].plan.count]
    return { objects, message: monitorsByKind[kind].refusalOf("LimitReached", objects).message }
  }),
  tags: { objects: tagLimits.tags, message: messages.tagLimit(tagLimits.tags) },
  channels: { objects: limits.channels, message: messages.channelLimit(limits.channels, limits.title) },
  onCallSchedules: {
    objects: limits.onCallSchedules,
    message: messages.onCallLimit(limits.onCallSchedules, limits.title)
  },
  routes: { objects: limits.routes, message: messages.routeLimit(limits.routes, limits.title) },
  maintenanceWindows: {
    objects: limits.maintenanceWindows,
    message: messages.maintenanceLimit(limits.maintenanceWindows, limits.title)
  },
  statusPages: { objects: limits.statusPages, message: messages.statusPageLimit(limits.statusPages, limits.title) },
  scheduledReports: {
    objects: scheduledReportLimits.reports,
    message: messages.scheduledReportLimit(scheduledReportLimits.reports)
  }
})

/**
 * The number of objects beyond a limit at which the whole file is refused. If fewer objects are beyond the limit, each
 * of them is refused separately.
 */
const SURPLUS = 100

/**
 * Refuses a file with far more objects than the plan allows, before these objects cause DNS lookups and SQL statements.
 * Allows as many objects as the account already has, which can exceed the plan after a downgrade.
 */
export const surplusOf = (
  caller: Caller,
  file: ConfigFile,
  stored: ReadonlyArray<OwnedObject>
): ReadonlyArray<Refused> => {
  const limits = limitsOf(caller)
  return sections.flatMap((section) => {
    const { message, objects } = limits[section]
    const keys = file.objects.flatMap((object) => (object.section === section ? [object.key] : []))
    const allowed = Math.max(objects, stored.filter((one) => one.section === section).length)
    const key = keys.length > allowed + SURPLUS ? keys[allowed] : undefined
    return key === undefined ? [] : [{ section, key, error: new Error(message) }]
  })
}
