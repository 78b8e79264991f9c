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
import { mapSealed, requestFields, SEALED, uuidv7 } from "@mon/model"
import { Clock, Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { type CreateMonitor, monitorsByKind, type NewMonitor, type UpdateMonitor } from "../monitors/byKind.ts"
import type { domainMonitors } from "../monitors/domainMonitors.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import type { ApplyContext, Work } from "./ApplyContext.ts"
import type { Wish } from "./compareFile.ts"
import type { MonitorObject } from "./payloads.ts"

type Done = Effect.Effect<unknown, Effect.Error<Work>, Effect.Services<Work>>

/** The calls of a kind, whatever they return. */
interface Calls extends Pick<typeof domainMonitors, "checkChanged" | "checkNew" | "limitOf" | "refusalOf"> {
  readonly countsOthers: (input: CreateMonitor) => boolean
  readonly draft: (
    caller: Caller,
    input: CreateMonitor
  ) => Effect.Effect<NewMonitor, Effect.Error<Work>, Effect.Services<Work>>
  /** A method: it takes what `draft` of the same kind has made. */
  createAll(
    caller: Caller,
    monitors: ReadonlyArray<MonitorToCreate<NewMonitor>>
  ): Effect.Effect<ReadonlyArray<CreatedMonitor>, Effect.Error<Work>, Effect.Services<Work>>
  readonly update: (caller: Caller, id: string, change: UpdateMonitor) => Done
  readonly pause: (caller: Caller, id: string) => Done
  readonly resume: (caller: Caller, id: string) => Done
  readonly remove: (caller: Caller, id: string) => Done
}

const callsOf = (section: MonitorSection): Calls => monitorsByKind[kindOfSection(section)]

type MonitorWish = Wish & { readonly object: MonitorObject }

const isMonitor = (wish: Wish | undefined): wish is MonitorWish =>
  wish !== undefined && isMonitorSection(wish.object.section)

const { form } = requestFields.request

/** The entry as a request has it: without what other calls set, and with `***` for secrets that stay. */
const inputOf = ({ object, stored }: MonitorWish): CreateMonitor => {
  const { dependsOn: _parents, paused: _paused, request, tags: _tags, ...input } = object.entry
  if (request === undefined) return input as CreateMonitor
  const kept = mapSealed(form, request, (text) => (stored !== null && isSealedHash(text) ? SEALED : text))
  return { ...input, request: kept } as CreateMonitor
}

interface Draft {
  readonly wish: MonitorWish
  readonly monitor: MonitorToCreate<NewMonitor>
}

const unchecked = (fault: BadRequest | null) => (fault === null ? Effect.void : Effect.fail(fault))

const refusePrivate = Effect.fnUntraced(function* (hostname: string) {
  if (yield* (yield* PublicAddresses).refuses(hostname))
    return yield* new BadRequest({ message: messages.urlNotPublic })
})

/**
 * Whether later changes of a plan need the row of a new monitor: those of what refers to it, and its pause. Creating a
 * row and undoing it costs most of the time of a plan.
 */
const needsRow = (context: ApplyContext, { object: { entry, key, section } }: MonitorWish): boolean =>
  context.isReferred(section, key) || entry.paused === true

/** Drafts a monitor with its id and what it depends on, as far as the single call need not check that for circles. */
const drafted = Effect.fnUntraced(function* <Monitor extends { readonly hostname: string }, E extends Error, R>(
  context: ApplyContext,
  wish: MonitorWish,
  draft: Effect.Effect<Monitor, E, R>,
  countsRows: boolean
) {
  const { key, section } = wish.object
  const monitor = yield* context.judge(
    section,
    key,
    Effect.tap(draft, ({ hostname }) => refusePrivate(hostname))
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

/** Creates the monitors of one section. */
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
  const countsRows = wishes.some((wish) => kind.countsOthers(inputOf(wish)))
  let drafts: Array<Draft> = []
  for (const wish of wishes) {
    const input = inputOf(wish)
    // A limit that counts others counts those that exist.
    if (kind.countsOthers(input)) {
      yield* write(drafts)
      drafts = []
    }
    const checked = Effect.andThen(unchecked(kind.checkNew({ ...input }, caller)), kind.draft(caller, input))
    const draft = yield* drafted(context, wish, checked, countsRows)
    if (draft !== null) drafts.push(draft)
  }
  yield* write(drafts)
})

/** Creates monitors with what they depend on, except for those that depend on each other in a circle. */
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

/** Monitors of all sections share their keys. */
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

/** Whether a monitor of the file depends on itself. Its single call then says so. */
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

/** Fields that have calls of their own. */
const OWN_CALLS: ReadonlySet<string> = new Set(["tags", "dependsOn", "paused"])

/** Changes the fields of a monitor that its PATCH has, except for what it depends on. */
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

/** Replaces the tags of monitors. */
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

/** Whether a new monitor still lacks what it depends on. */
export const lacksParents = (context: ApplyContext, key: string): boolean => {
  const wish = monitorWish(context, key)
  return isMonitor(wish) && isInCircle(context, wish)
}

/** Sets what monitors depend on. `clear`: nothing, so that no circle is in the way of the new dependencies. */
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

/** Pauses or resumes a monitor. */
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

/** Deletes a monitor. */
export const removeMonitor = ({ caller }: ApplyContext, section: MonitorSection, id: string) =>
  Effect.asVoid(callsOf(section).remove(caller, id))
