import type {
  UpdateChannel,
  UpdateMaintenanceWindow,
  UpdateOnCallSchedule,
  UpdateRoute,
  UpdateScheduledReport,
  UpdateStatusPage,
  UpdateTag
} from "@mon/api-contract"
import {
  isSealedHash,
  mapChannelSecrets,
  type MonitorSection,
  monitorSections,
  type Section
} from "@mon/api-contract/config-file"
import { AlertRoutes } from "@mon/core-store"
import { fieldsByKind, monitorKinds, SEALED } from "@mon/model"
import { Effect } from "effect"
import { createChannel } from "../channels/create.ts"
import { removeChannel, updateChannel } from "../channels/handlers.ts"
import { createWindow, mayWrite, removeWindow, updateWindow } from "../maintenance/handlers.ts"
import { createOnCallSchedule, removeOnCallSchedule, updateOnCallSchedule } from "../onCall/handlers.ts"
import { createRoute, removeRoute, updateRoute } from "../routes/handlers.ts"
import { prepareCreation, removePage, updatePage } from "../statusPages/pageHandlers.ts"
import { createReport, removeReport, updateReport } from "../scheduledReports/handlers.ts"
import { createTag, removeTag, updateTag } from "../tags/handlers.ts"
import type { ApplyContext, Work } from "./ApplyContext.ts"
import type { Wish } from "./compareFile.ts"
import { fallbackOf, type FileObject, layoutOf, stepsOf } from "./payloads.ts"

/** The sections whose objects are changed with one call for all fields. */
export type OtherSection = Exclude<Section, MonitorSection>
type ObjectOf<S extends Section> = Extract<FileObject, { readonly section: S }>

const defined = <A extends object>(input: A): A =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as A

const routeInput = ({ references }: ApplyContext, { entry }: ObjectOf<"routes">) => {
  const { fallback: _fallback, monitors = [], steps: _steps, tags = [], ...rest } = entry
  const steps = stepsOf(entry, references)
  const fallback = fallbackOf(entry, references)
  return defined({ ...rest, steps, fallback, monitorIds: references.monitors(monitors), tagIds: references.tags(tags) })
}

/** Returns the request body for a maintenance window, with its monitors grouped by kind. */
const windowInput = (context: ApplyContext, { entry }: ObjectOf<"maintenanceWindows">) => {
  const { monitors = [], tags = [], ...rest } = entry
  const sectionOf = (key: string): string => {
    const id = context.idOf("domains", key)
    const known = context.comparison.objects.find((object) => object.id === id)
    return known?.section ?? monitorSections.find((section) => context.wish(section, key) !== undefined) ?? "domains"
  }
  const bySection = Map.groupBy(monitors, sectionOf)
  return defined({
    ...rest,
    ...fieldsByKind("Ids", (kind) => [...context.references.monitors(bySection.get(monitorKinds[kind].plural) ?? [])]),
    tagIds: [...context.references.tags(tags)]
  })
}

const pageInput = ({ references }: ApplyContext, { object, stored }: Wish & { object: ObjectOf<"statusPages"> }) => {
  const { components: _components, groups: _groups, ...rest } = object.entry
  return defined({ ...rest, ...layoutOf(object.entry, stored?.parts ?? { groups: {}, components: {} }, references) })
}

/** Returns the request body for a scheduled report. The API refers to the report's tag by name. */
const reportInput = (context: ApplyContext, { entry }: ObjectOf<"scheduledReports">) => {
  const { tag = null, ...rest } = entry
  if (tag === null) return defined({ ...rest, tag })
  const id = context.idOf("tags", tag)
  const stored = context.comparison.objects.find((object) => object.section === "tags" && object.id === id)
  const wanted = context.wish("tags", tag)?.fields["name"]
  return defined({ ...rest, tag: typeof wanted === "string" ? wanted : (stored?.name ?? tag) })
}

const ofSection = <S extends Section>(wish: Wish, section: S): wish is Wish & { readonly object: ObjectOf<S> } =>
  wish.object.section === section

const creationOf = Effect.fnUntraced(function* (context: ApplyContext, wish: Wish) {
  const { caller } = context
  if (ofSection(wish, "tags")) {
    const { sortOrder, ...input } = wish.object.entry
    const { id } = yield* createTag(caller, input)
    if (sortOrder !== undefined) yield* updateTag(caller, id, { sortOrder })
    return id
  }
  if (ofSection(wish, "channels")) {
    const { isActive, ...input } = wish.object.entry
    const { id } = yield* Effect.flatten(createChannel(caller, input))
    if (isActive === false) yield* updateChannel(caller, id, { isActive })
    return id
  }
  if (ofSection(wish, "onCallSchedules")) return (yield* createOnCallSchedule(caller, wish.object.entry)).id
  if (ofSection(wish, "routes")) return (yield* createRoute(caller, routeInput(context, wish.object))).id
  if (ofSection(wish, "maintenanceWindows")) {
    yield* mayWrite(caller)
    return (yield* createWindow(caller, windowInput(context, wish.object))).id
  }
  if (ofSection(wish, "statusPages"))
    return (yield* Effect.flatten(prepareCreation(caller, pageInput(context, wish)))).data.id
  if (ofSection(wish, "scheduledReports"))
    return (yield* Effect.flatten(createReport(caller, reportInput(context, wish.object)))).data.id
  return yield* Effect.die(new Error("Monitors have their own calls."))
})

export const createOther = Effect.fnUntraced(function* (context: ApplyContext, section: OtherSection, key: string) {
  const wish = context.wish(section, key)
  if (wish === undefined || !context.isReady(wish)) return
  const id = yield* context.attempt(section, key, context.audited(section, "create", null, creationOf(context, wish)))
  if (id !== null) context.made(section, key, id)
})

const pick = <A extends object>(input: A, fields: ReadonlyArray<string>): Partial<A> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields.includes(name))) as Partial<A>

/** The request fields that must be sent if a field of the file changes, by the name of the file's field. */
const requestFields: ReadonlyMap<string, ReadonlyArray<string>> = new Map<string, ReadonlyArray<string>>([
  ["monitors", ["monitorIds", "tagIds", "scope", "domainIds", "urlIds", "heartbeatIds", "serviceIds"]],
  ["tags", ["monitorIds", "tagIds", "scope"]],
  ["scope", ["monitorIds", "tagIds", "scope"]],
  ["groups", ["groups", "components"]],
  ["components", ["groups", "components"]]
])

const settingsInput = ({ object, stored }: Wish & { object: ObjectOf<"channels"> }) => {
  const { kind, settings } = object.entry
  const kept = mapChannelSecrets({ kind, settings }, (text) => (stored !== null && isSealedHash(text) ? SEALED : text))
  return kept as { readonly settings: Readonly<Record<string, string>> }
}

const updateOf = Effect.fnUntraced(function* (
  context: ApplyContext,
  wish: Wish,
  id: string,
  changed: ReadonlyArray<string>
) {
  const { caller } = context
  const fields = changed.flatMap((field) => requestFields.get(field) ?? [field])
  if (ofSection(wish, "tags")) yield* updateTag(caller, id, pick(wish.fields, fields) as UpdateTag)
  else if (ofSection(wish, "channels")) {
    const input = { ...wish.fields, settings: settingsInput(wish).settings }
    yield* updateChannel(caller, id, pick(input, fields) as UpdateChannel)
  } else if (ofSection(wish, "onCallSchedules")) {
    yield* updateOnCallSchedule(caller, id, pick(wish.fields, fields) as UpdateOnCallSchedule)
  } else if (ofSection(wish, "routes")) {
    const input = { ...wish.fields, ...routeInput(context, wish.object), scope: wish.fields["scope"] }
    yield* updateRoute(caller, id, pick(input, fields) as UpdateRoute)
  } else if (ofSection(wish, "maintenanceWindows")) {
    const input = { ...wish.fields, ...windowInput(context, wish.object) }
    yield* updateWindow(caller, id, pick(input, fields) as UpdateMaintenanceWindow)
  } else if (ofSection(wish, "statusPages")) {
    const input = { ...wish.fields, ...pageInput(context, wish) }
    yield* updatePage(caller, id, pick(input, fields) as UpdateStatusPage)
  } else if (ofSection(wish, "scheduledReports")) {
    const input = { ...wish.fields, ...reportInput(context, wish.object) }
    yield* updateReport(caller, id, pick(input, fields) as UpdateScheduledReport)
  }
})

export const updateOther = Effect.fnUntraced(function* (
  context: ApplyContext,
  section: OtherSection,
  key: string,
  id: string,
  changed: ReadonlyArray<string>
) {
  const wish = context.wish(section, key)
  if (wish === undefined || !context.isReady(wish)) return
  yield* context.attempt(section, key, context.audited(section, "update", id, updateOf(context, wish, id, changed)))
})

/** Removes the tag of a scheduled report. The same transaction then sets the tag that the file contains. */
export const untagReport = ({ caller }: ApplyContext, id: string): Work =>
  Effect.asVoid(updateReport(caller, id, { tag: null }))

/** Removes the on-call targets of a route. The same transaction then sets the steps that the file contains. */
export const withoutOnCall = ({ caller }: ApplyContext, id: string): Work =>
  Effect.flatMap(AlertRoutes, (routes) => routes.withoutOnCall(caller.viewer, id))

export const removeOther = ({ caller }: ApplyContext, section: OtherSection, id: string): Work => {
  switch (section) {
    case "tags":
      return Effect.asVoid(removeTag(caller, id))
    case "channels":
      return Effect.asVoid(removeChannel(caller, id))
    case "onCallSchedules":
      return Effect.asVoid(removeOnCallSchedule(caller, id))
    case "routes":
      return Effect.asVoid(removeRoute(caller, id))
    case "maintenanceWindows":
      return Effect.asVoid(removeWindow(caller, id))
    case "statusPages":
      return Effect.asVoid(removePage(caller, id))
    case "scheduledReports":
      return Effect.asVoid(removeReport(caller, id))
  }
}

/**
 * Sorts the routes of the file into their order. They only exchange positions with each other, so all other routes stay
 * in place.
 */
export const orderRoutes = Effect.fnUntraced(function* (context: ApplyContext, keys: ReadonlyArray<string>) {
  const { caller } = context
  const current = (yield* (yield* AlertRoutes).list(caller.viewer)).map(({ id }) => id)
  const ours = keys.map((key) => context.idOf("routes", key)).filter((id) => current.includes(id))
  const isOurs = new Set(ours)
  let next = 0
  const wanted = current.map((id) => (isOurs.has(id) ? (ours[next++] ?? id) : id))
  for (const [position, id] of wanted.entries()) {
    if (current[position] === id) continue
    current.splice(current.indexOf(id), 1)
    current.splice(position, 0, id)
    yield* context.audited("routes", "update", id, updateRoute(caller, id, { position }))
  }
})
