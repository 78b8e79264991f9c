import { type ConfigDocument, ofMonitorSections } from "@mon/api-contract/config-file"
import { type PlanName, planTable } from "@mon/model"
import { Group } from "../document/Group.ts"
import { type Key, keyOf } from "../document/keyOf.ts"
import { type Draft, settleDocument } from "../document/settleDocument.ts"
import type { ReportGroup } from "../ImportReport.ts"
import type { ImportedOnCall, ImportedTarget, OnCallGroupKind, OnCallReport } from "./ImportedOnCall.ts"
import { reportOfGroups } from "./reportOfGroups.ts"

type Imported = Extract<ImportedOnCall, { readonly ok: true }>

/** Options of a configuration file with on-call schedules. */
export interface OnCallDocumentOptions {
  /** The project of the configuration file. Default: the name of the tool. */
  readonly project?: string
  /** The plan whose limits the file must fit. Default: agency, which has the highest limits. */
  readonly plan?: PlanName
}

/** A configuration file with on-call schedules and its report, or a message about the reason why there is none. */
export type OnCallDocument =
  | { readonly ok: true; readonly document: ConfigDocument; readonly report: OnCallReport }
  | { readonly ok: false; readonly message: string }

const PREFIX = { pagerduty: "pagerduty", opsgenie: "opsgenie", "grafana-oncall": "grafana" } as const

const NO_OVERRIDES = "A configuration file has no overrides. Add them to the schedule afterwards."
const EVERY_ALERT =
  "The route is for alerts about all monitors that no earlier route matches. Choose monitors or tags in the file."

const isOverride = (to: string | null): boolean => to !== null && /^overrides(?![A-Za-z])/u.test(to)

/** Makes the lines of an object again, without overrides. */
const groupOf = ({ id, kind, lines, name, reason, unset }: ReportGroup<OnCallGroupKind>): Group<OnCallGroupKind> => {
  const group = new Group(kind, id, name)
  const places = lines.flatMap(({ to }) => to ?? [])
  const isOnlyOverrides = kind === "override" || (places.length > 0 && places.every(isOverride))
  if (reason !== null || isOnlyOverrides) {
    group.skip(reason ?? NO_OVERRIDES)
    return group
  }
  for (const { field, note, outcome, to } of lines) {
    if (isOverride(to)) group.leftOut(field, NO_OVERRIDES)
    else if (outcome === "carried" && to !== null) group.carried(field, to)
    else if (outcome === "changed") group.changed(field, to, note ?? "")
    else group.leftOut(field, note ?? "")
  }
  for (const field of unset) group.unset(field)
  return group
}

type Kind = "schedule" | "route"
const SECTIONS = { schedule: "onCallSchedules", route: "routes" } as const

/** Gives each object a key, as many as the plan allows, and puts its path into the report. */
const placed = <Named extends { readonly name: string }>(
  kind: Kind,
  objects: ReadonlyArray<Named>,
  { limit, prefix }: { readonly limit: number; readonly prefix: string },
  findGroup: (kind: Kind, name: string) => Group<OnCallGroupKind> | undefined
) => {
  const taken = new Set<string>()
  const keys = new Map<string, Key>()
  const groups = new Map<string, Group<OnCallGroupKind>>()
  for (const { name } of objects) {
    const group = findGroup(kind, name)
    if (keys.size >= limit) {
      group?.skip(`The plan allows ${limit} ${kind === "schedule" ? "on-call schedules" : "routes"}.`)
      continue
    }
    const key = keyOf(prefix, name, taken)
    keys.set(name, key)
    if (group === undefined) continue
    group.path = `${SECTIONS[kind]}.${key}`
    groups.set(group.path, group)
  }
  return { keys, groups }
}

const emptyDraft = (): Draft => ({
  tags: {},
  ...ofMonitorSections(() => ({})),
  channels: {},
  onCallSchedules: {},
  routes: {},
  maintenanceWindows: {},
  statusPages: {},
  scheduledReports: {}
})

/**
 * Returns imported schedules and routes as a configuration file. The report of the result is about this file, so it
 * also names what a file cannot contain.
 */
export const onCallDocument = (
  { report, routes, schedules }: Imported,
  { plan = "agency", project }: OnCallDocumentOptions
): OnCallDocument => {
  const found = report.groups.map((group) => ({ was: group, group: groupOf(group) }))
  const findGroup = (kind: Kind, name: string) =>
    found.find(({ was }) => was.kind === kind && was.path === name && was.reason === null)?.group
  const prefix = PREFIX[report.source]
  const limits = planTable[plan]
  const ofSchedules = placed("schedule", schedules, { limit: limits.onCallSchedules, prefix }, findGroup)
  const ofRoutes = placed("route", routes, { limit: limits.routes, prefix }, findGroup)
  for (const { group, was } of found) {
    if (group.isSkipped || was.path === null || group.path !== null) continue
    const key = ofSchedules.keys.get(was.path)
    const route = was.kind === "step" ? ofRoutes.keys.get(was.path) : undefined
    if (was.kind === "person") group.path = was.path
    else if (route !== undefined) group.path = `${SECTIONS.route}.${route}`
    else if (key !== undefined) group.path = `${SECTIONS.schedule}.${key}`
  }
  const targetOf = (target: ImportedTarget): unknown =>
    typeof target === "string"
      ? target
      : {
          schedule: ofSchedules.keys.get(target.schedule) ?? keyOf(prefix, target.schedule, new Set()),
          who: target.who
        }
  const draft = emptyDraft()
  for (const { overrides: _overrides, ...schedule } of schedules) {
    const key = ofSchedules.keys.get(schedule.name)
    if (key !== undefined) draft.onCallSchedules[key] = schedule
  }
  for (const { steps, ...route } of routes) {
    const key = ofRoutes.keys.get(route.name)
    if (key === undefined) continue
    draft.routes[key] = { ...route, steps: steps.map((step) => ({ ...step, targets: step.targets.map(targetOf) })) }
    ofRoutes.groups.get(`routes.${key}`)?.changed("", null, EVERY_ALERT)
  }
  const settled = settleDocument(project ?? report.source, draft, new Map([...ofSchedules.groups, ...ofRoutes.groups]))
  if (!settled.ok) return settled
  return {
    ok: true,
    document: settled.document,
    report: reportOfGroups(
      report.source,
      found.map(({ group }) => group.report),
      report.unknownPeople
    )
  }
}
