import { BadRequest, messages } from "@mon/api-contract"
import {
  fieldValue,
  isMonitorSection,
  isSealedHash,
  kindOfSection,
  type MonitorSection,
  monitorSections,
  type PlannedCreation,
  type PlannedUpdate
} from "@mon/api-contract/config-file"
import { type CreatedMonitor, type MonitorToCreate, randomBytes, Tags } from "@mon/core-store"
import { mapSealed, SEALED, sealedField, uuidv7 } from "@mon/model"
import { Clock, Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type CreateMonitor, monitorsByKind, type NewMonitor, type UpdateMonitor } from "../monitors/byKind.ts"
import type { domainMonitors } from "../monitors/domainMonitors.ts"
import { refusesAny } from "../PublicAddresses.ts"
import type { ApplyContext, Work } from "./ApplyContext.ts"
import type { Wish } from "./compareFile.ts"
import type { MonitorObject } from "./payloads.ts"

type Done = Effect.Effect<unknown, Effect.Error<Work>, Effect.Services<Work>>

/** The operations on one kind of monitor. This module ignores their results. */
interface Calls extends Pick<typeof domainMonitors, "checkChanged" | "checkNew" | "limitOf" | "refusalOf"> {
  readonly countsOthers: (input: CreateMonitor) => Effect.Effect<boolean, never, Effect.Services<Work>>
  readonly draft: (
    caller: Caller,
    input: CreateMonitor
  ) => Effect.Effect<NewMonitor, Effect.Error<Work>, Effect.Services<Work>>
  /** This is a method so that TypeScript accepts the narrower type that `draft` of each kind returns. */
  createAll(
    caller: Caller,
    monitors: ReadonlyArray<MonitorToCreate<NewMonitor>>
  ): Effect.Effect<ReadonlyArray<CreatedMonitor>, Effect.Error<Work>, Effect.Services<Work>>
  /** This is a method for the same reason. */
  hostsOf(monitor: NewMonitor): ReadonlyArray<string>
  readonly update: (caller: Caller, id: string, change: UpdateMonitor) => Done
  readonly pause: (caller: Caller, id: string) => Done
  readonly resume: (caller: Caller, id: string) => Done
  readonly remove: (caller: Caller, id: string) => Done
}

const callsOf = (section: MonitorSection): Calls => monitorsByKind[kindOfSection(section)]

type MonitorWish = Wish & { readonly object: MonitorObject }

const isMonitor = (wish: Wish | undefined): wish is MonitorWish =>
  wish !== undefined && isMonitorSection(wish.object.section)

/**
 * Returns the fields of a request that creates the monitor. Leaves out fields that separate calls set. `***` stands for
 * a secret that stays unchanged.
 */
const inputOf = ({ object, stored }: MonitorWish): CreateMonitor => {
  const { dependsOn: _parents, paused: _paused, tags: _tags, ...entry } = object.entry
  const sealed = sealedField[kindOfSection(object.section)]
  const value = sealed === null ? undefined : fieldValue(entry, sealed.name)
  if (sealed === null || value === undefined) return entry as CreateMonitor
  const kept = mapSealed(sealed.form, value, (text) => (stored !== null && isSealedHash(text) ? SEALED : text))
  return { ...entry, [sealed.name]: kept } as CreateMonitor
}

interface Draft {
  readonly wish: MonitorWish
  readonly monitor: MonitorToCreate<NewMonitor>
}

const unchecked = (fault: BadRequest | null) => (fault === null ? Effect.void : Effect.fail(fault))

const refusePrivate = Effect.fnUntraced(function* (hostnames: ReadonlyArray<string>) {
  if (yield* refusesAny(hostnames.filter((hostname) => hostname !== "")))
    return yield* new BadRequest({ message: messages.urlNotPublic })
})

/**
 * Returns whether later changes of a plan need the row of a new monitor: because other objects refer to it, or because
 * it will be paused. Creating and undoing rows takes most of the time that a plan needs.
 */
const needsRow = (context: ApplyContext, { object: { entry, key, section } }: MonitorWish): boolean =>
  context.isReferred(section, key) || entry.paused === true

/**
 * Prepares a monitor with its id and its parents. Leaves out the parents if they form a circle: the separate call that
 * sets them later reports the circle.
 */
const drafted = Effect.fnUntraced(function* <Monitor extends { readonly hostname: string }, E extends Error, R>(
  context: ApplyContext,
  wish: MonitorWish,
  draft: Effect.Effect<Monitor, E, R>,
  {
    countsRows,
    hostsOf
  }: { readonly countsRows: boolean; readonly hostsOf: (monitor: Monitor) => ReadonlyArray<string> }
) {
  const { key, section } = wish.object
  const monitor = yield* context.judge(
    section,
    key,
    Effect.tap(draft, (made) => refusePrivate(hostsOf(made)))
  )
  if (monitor === null) return null
  const dependsOn = isInCircle(context, wish) ? [] : context.references.monitors(wish.object.entry.dependsOn ?? [])
  return {
    wish,
    monitor: {
      ...monitor,
      dependsOn: [...new Set(dependsOn)],
      id: context.idOf(section, key),
      isTrial: context.isTrial && !countsRows && !needsRow(context, wish)
    }
  }
})

const createOf = Effect.fnUntraced(function* (
  context: ApplyContext,
  section: MonitorSection,
  wishes: ReadonlyArray<MonitorWish>
) {
  const { caller } = context
  const kind = callsOf(section)
  const write = Effect.fnUntraced(function* (drafts: ReadonlyArray<Draft>) {
    const monitors = drafts.map(({ monitor }) => monitor)
    const created = yield* context.audited(section, "create", null, kind.createAll(caller, monitors))
    for (const [index, { wish }] of drafts.entries()) {
      const result = created[index] ?? "Created"
      if (result !== "Created")
        yield* context.refuse(section, wish.object.key, kind.refusalOf(result, kind.limitOf(caller)))
    }
  })
  const counts = yield* Effect.forEach(wishes, (wish) => kind.countsOthers(inputOf(wish)))
  const countsRows = counts.includes(true)
  let drafts: Array<Draft> = []
  for (const [index, wish] of wishes.entries()) {
    const input = inputOf(wish)
    // A limit that counts other monitors can only be checked after their rows exist.
    if (counts[index] === true) {
      yield* write(drafts)
      drafts = []
    }
    const checked = Effect.andThen(unchecked(kind.checkNew({ ...input }, caller)), kind.draft(caller, input))
    const draft = yield* drafted(context, wish, checked, { countsRows, hostsOf: (each) => kind.hostsOf(each) })
    if (draft !== null) drafts.push(draft)
  }
  yield* write(drafts)
})

/** Creates monitors with their parents, except for monitors that depend on each other in a circle. */
export const createMonitors = Effect.fn("createMonitors")(function* (
  context: ApplyContext,
  creations: ReadonlyArray<PlannedCreation>
) {
  const wishes = creations.map(({ key, section }) => context.wish(section, key)).filter(isMonitor)
  const now = yield* Clock.currentTimeMillis
  for (const { object } of wishes) context.made(object.section, object.key, uuidv7(now, yield* randomBytes(10)))
  const bySection = Map.groupBy(wishes, ({ object }) => object.section)
  for (const section of monitorSections) {
    const ofSection = bySection.get(section)
    if (ofSection !== undefined) yield* createOf(context, section, ofSection)
  }
})

/** Finds a monitor in the file by its key. A key is unique among the monitors of all sections. */
const monitorWish = (context: ApplyContext, key: string): Wish | undefined => {
  for (const section of monitorSections) {
    const wish = context.wish(section, key)
    if (wish !== undefined) return wish
  }
  return undefined
}

const parentsOf = (context: ApplyContext, key: string): ReadonlyArray<string> => {
  const wish = monitorWish(context, key)
  return isMonitor(wish) ? (wish.object.entry.dependsOn ?? []) : []
}

/** Returns whether a monitor of the file depends on itself. The call that sets its parents reports this as an error. */
const isInCircle = (context: ApplyContext, { object: { entry, key } }: MonitorWish): boolean => {
  const seen = new Set<string>()
  const waiting = [...(entry.dependsOn ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === key) return true
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...parentsOf(context, next))
  }
  return false
}

/** The fields that are set with separate calls. */
const OWN_CALLS: ReadonlySet<string> = new Set(["tags", "dependsOn", "paused"])

/** Changes all fields of a monitor that PATCH accepts, except its parents. */
export const updateMonitor = Effect.fnUntraced(function* (
  context: ApplyContext,
  { changes, id, key, section }: PlannedUpdate
) {
  const wish = context.wish(section, key)
  if (!isMonitor(wish)) return
  const { caller } = context
  const input = { ...inputOf(wish) }
  const fields = changes.map(({ field }) => field).filter((field) => !OWN_CALLS.has(field))
  if (fields.length === 0) return
  const patch = Object.fromEntries(
    fields.map((field) => [field, fieldValue(input, field) ?? fieldValue(wish.fields, field)])
  )
  const { checkChanged, update: change } = callsOf(wish.object.section)
  const update: Work = Effect.asVoid(
    Effect.andThen(unchecked(checkChanged(patch)), change(caller, id, patch as UpdateMonitor))
  )
  yield* context.attempt(wish.object.section, key, context.audited(section, "update", id, update))
})

export const tagMonitors = Effect.fn("tagMonitors")(function* (
  context: ApplyContext,
  monitors: ReadonlyArray<{ readonly section: MonitorSection; readonly key: string }>
) {
  const wanted = monitors.flatMap(({ key, section }) => {
    const wish = context.wish(section, key)
    if (!isMonitor(wish) || !context.isReady(wish)) return []
    const id = context.idOf(section, key)
    return id === key ? [] : [{ id, tagIds: context.references.tags(wish.object.entry.tags ?? []) }]
  })
  if (wanted.length === 0) return
  yield* context.audited("domains", "setTags", null, (yield* Tags).assignEach(context.caller.viewer, wanted))
})

export const lacksParents = (context: ApplyContext, key: string): boolean => {
  const wish = monitorWish(context, key)
  return isMonitor(wish) && isInCircle(context, wish)
}

/**
 * Sets the parents of a monitor. If `clear` is true, removes them instead, so that the old parents cannot form a circle
 * with the new ones.
 */
export const linkMonitor = Effect.fnUntraced(function* (
  context: ApplyContext,
  section: MonitorSection,
  key: string,
  clear: boolean
) {
  const wish = context.wish(section, key)
  const id = context.idOf(section, key)
  if (!isMonitor(wish) || id === key || !context.isReady(wish)) return
  const patch = { dependsOn: clear ? [] : [...context.references.monitors(wish.object.entry.dependsOn ?? [])] }
  const update: Work = Effect.asVoid(callsOf(section).update(context.caller, id, patch))
  yield* context.attempt(section, key, context.audited(section, "update", id, update))
})

export const pauseMonitor = Effect.fnUntraced(function* (context: ApplyContext, section: MonitorSection, key: string) {
  const wish = context.wish(section, key)
  const id = context.idOf(section, key)
  if (!isMonitor(wish) || id === key) return
  const { caller } = context
  const isPaused = wish.object.entry.paused === true
  const { pause, resume } = callsOf(section)
  const work: Work = Effect.asVoid(isPaused ? pause(caller, id) : resume(caller, id))
  yield* context.attempt(section, key, context.audited(section, isPaused ? "pause" : "resume", id, work))
})

export const removeMonitor = ({ caller }: ApplyContext, section: MonitorSection, id: string) =>
  Effect.asVoid(callsOf(section).remove(caller, id))
