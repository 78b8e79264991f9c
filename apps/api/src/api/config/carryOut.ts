import {
  type ConfigPlan,
  fieldValue,
  isMonitorSection,
  isSameValue,
  type ObjectFields,
  type Section,
  sections
} from "@mon/api-contract/config-file"
import { ConfigFiles } from "@mon/core-store"
import { Effect } from "effect"
import { type OwnedObject, readAccount } from "./accountState.ts"
import type { ApplyContext, Work } from "./ApplyContext.ts"
import type { PartIds } from "./AccountObject.ts"
import {
  createMonitors,
  lacksParents,
  linkMonitor,
  pauseMonitor,
  removeMonitor,
  tagMonitors,
  updateMonitor
} from "./changeMonitors.ts"
import {
  createOther,
  orderRoutes,
  type OtherSection,
  removeOther,
  untagReport,
  updateOther,
  withoutOnCall
} from "./changeOthers.ts"
import { keysOf, namesOf } from "./Names.ts"

const isOther = (section: Section): section is OtherSection => !isMonitorSection(section)

/** Deletes objects, starting with those that no other object refers to. */
const removeAll = Effect.fnUntraced(function* (context: ApplyContext, deletions: ConfigPlan["delete"]) {
  for (const section of sections.toReversed()) {
    for (const { id, key } of deletions.filter((one) => one.section === section)) {
      const work: Work = isMonitorSection(section)
        ? removeMonitor(context, section, id)
        : removeOther(context, section, id)
      yield* context.attempt(section, key, context.audited(section, "remove", id, work))
    }
  }
})

const changesField = (plan: ConfigPlan, field: string) =>
  plan.update.filter(
    ({ changes, section }) => isMonitorSection(section) && changes.some((change) => change.field === field)
  )

const hasTags = (context: ApplyContext, { key, section }: Placed): boolean => {
  const value = context.wish(section, key)?.fields["tags"]
  return Array.isArray(value) && value.length > 0
}

interface Placed {
  readonly section: Section
  readonly key: string
}

const monitorsOf = (places: ReadonlyArray<Placed>) =>
  places.flatMap(({ key, section }) => (isMonitorSection(section) ? [{ section, key }] : []))

const changeMonitors = Effect.fnUntraced(function* (context: ApplyContext, plan: ConfigPlan) {
  const made = plan.create.filter(({ section }) => isMonitorSection(section))
  yield* createMonitors(context, made)
  const changedLinks = monitorsOf(changesField(plan, "dependsOn"))
  // The old dependencies of all changed monitors are removed first. Otherwise, old and new dependencies together could
  // form a circle.
  for (const { key, section } of changedLinks) yield* linkMonitor(context, section, key, true)
  for (const update of plan.update) if (isMonitorSection(update.section)) yield* updateMonitor(context, update)
  yield* tagMonitors(
    context,
    monitorsOf([...made.filter((one) => hasTags(context, one)), ...changesField(plan, "tags")])
  )
  const unlinked = monitorsOf(made.filter((one) => lacksParents(context, one.key)))
  for (const { key, section } of [...unlinked, ...changedLinks]) yield* linkMonitor(context, section, key, false)
  const paused = made.filter(({ key, section }) => context.wish(section, key)?.fields["paused"] === true)
  for (const { key, section } of monitorsOf([...paused, ...changesField(plan, "paused")]))
    yield* pauseMonitor(context, section, key)
})

const changeSection = Effect.fnUntraced(function* (context: ApplyContext, plan: ConfigPlan, section: OtherSection) {
  for (const one of plan.update.filter((update) => update.section === section)) {
    const changed = one.changes.map(({ field }) => field)
    yield* updateOther(context, section, one.key, one.id, changed)
  }
  for (const { key } of plan.create.filter((creation) => creation.section === section))
    yield* createOther(context, section, key)
})

/** Makes all changes of a plan in the caller's transaction. */
export const carryOut = Effect.fn("carryOut")(function* (context: ApplyContext) {
  const { plan } = context.comparison
  // Deleting a tag deletes its reports. A report that gets another tag is therefore removed from its old tag first.
  for (const { changes, id, section } of plan.update)
    if (section === "scheduledReports" && changes.some(({ field }) => field === "tag")) yield* untagReport(context, id)
  // A schedule that a route uses cannot be deleted.
  if (plan.delete.some(({ section }) => section === "onCallSchedules"))
    for (const { changes, id, section } of plan.update)
      if (section === "routes" && changes.some(({ field }) => field === "steps")) yield* withoutOnCall(context, id)
  yield* removeAll(context, plan.delete)
  yield* changeSection(context, plan, "tags")
  yield* changeMonitors(context, plan)
  for (const section of sections.filter(isOther)) if (section !== "tags") yield* changeSection(context, plan, section)
  if (plan.routeOrder !== null) yield* orderRoutes(context, plan.routeOrder.to)
})

const storedDifferently = (fields: ObjectFields, current: ObjectFields): ObjectFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => {
      const stored = fieldValue(current, field)
      return isSameValue(stored, value) ? [] : [[field, stored ?? null]]
    })
  )

/** Returns the ids by the keys of a list. The ids must be in the order of the list. */
const byKey = (list: unknown, ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const keys = Array.isArray(list) ? list.map((part: { readonly key: string }) => part.key) : []
  const inOrder = Object.values(ids)
  return Object.fromEntries(keys.flatMap((key, index) => (inOrder[index] === undefined ? [] : [[key, inOrder[index]]])))
}

/**
 * Returns the ids of a page's groups and components by their keys in the file. The account stores groups and components
 * in the order of the file.
 */
const partsOf = (fields: ObjectFields, { parts, section }: OwnedObject): PartIds => {
  if (section !== "statusPages") return parts
  return {
    groups: byKey(fields["groups"], parts.groups),
    components: byKey(fields["components"], parts.components)
  }
}

/** Returns a database row for each object of the file, with the fields that the account stores in another form. */
const keyRows = Effect.fnUntraced(function* ({ caller, comparison, idOf }: ApplyContext) {
  const { project, wishes } = comparison
  const objects: ReadonlyArray<OwnedObject> = yield* readAccount(caller)
  const byId = new Map(objects.map((object) => [`${object.section} ${object.id}`, object]))
  const found = wishes.flatMap(({ fields, object: { key, section } }) => {
    const object = byId.get(`${section} ${idOf(section, key)}`)
    return object === undefined ? [] : [{ fields, object, key, section }]
  })
  const matches = found.map(({ key, object, section }) => ({
    wanted: { section, key, identity: "", fields: {} },
    stored: { ...object, fields: {}, applied: null }
  }))
  const names = namesOf(keysOf(project, objects, matches))
  return found.map(({ fields, key, object, section }) => {
    const stored = storedDifferently(fields, object.fields(names))
    const applied = { fields, stored }
    return { section, key, target: object.id, applied, parts: partsOf(fields, object) }
  })
})

/** Stores which objects the file contains. Must run after all changes. */
export const noteOwners = Effect.fn("noteOwners")(function* (context: ApplyContext) {
  const { caller, comparison } = context
  const files = yield* ConfigFiles
  const note = Effect.flatMap(keyRows(context), (rows) => files.replaceKeys(caller.viewer, comparison.project, rows))
  // The keys of a page's new groups and components are known only after the first run.
  if (comparison.wishes.some(({ object }) => object.section === "statusPages")) yield* note
  yield* note
})
