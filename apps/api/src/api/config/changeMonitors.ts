import {
  BadRequest,
  type CreateDomain,
  type CreateUrl,
  messages,
  type UpdateDomain,
  type UpdateUrl
} from "@mon/api-contract"
import { fieldValue, isSealedHash, type PlannedCreation, type PlannedUpdate } from "@mon/config-file"
import {
  type CreatedMonitor,
  Domains,
  type MonitorToCreate,
  type NewDomain,
  type NewUrlMonitor,
  randomBytes,
  Tags,
  UrlMonitors
} from "@mon/core-store"
import { mapSealed, requestFields, SEALED, uuidv7 } from "@mon/model"
import { Clock, Effect } from "effect"
import { checkNewDomain, domainRefusals, draftDomain } from "../domains/create.ts"
import { pauseDomain, removeDomain, resumeDomain } from "../domains/lifecycle.ts"
import { checkDomainUpdate, updateDomain } from "../domains/update.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import { checkNewUrl, draftUrl, urlRefusals } from "../urls/create.ts"
import { pauseUrl, removeUrl, resumeUrl } from "../urls/lifecycle.ts"
import { updateUrl } from "../urls/update.ts"
import type { ApplyContext, Work } from "./ApplyContext.ts"
import type { Wish } from "./compareFile.ts"
import type { FileObject } from "./payloads.ts"

type MonitorSection = "domains" | "urls"
type MonitorObject = Extract<FileObject, { readonly section: MonitorSection }>
type MonitorWish = Wish & { readonly object: MonitorObject }

const isMonitor = (wish: Wish | undefined): wish is MonitorWish =>
  wish !== undefined && (wish.object.section === "domains" || wish.object.section === "urls")

const { form } = requestFields.request

/** The entry as a request has it: without what other calls set, and with `***` for secrets that stay. */
const inputOf = ({ object, stored }: MonitorWish): CreateDomain & CreateUrl => {
  const { dependsOn: _parents, paused: _paused, request, tags: _tags, ...input } = object.entry
  if (request === undefined) return input as CreateDomain & CreateUrl
  const kept = mapSealed(form, request, (text) => (stored !== null && isSealedHash(text) ? SEALED : text))
  return { ...input, request: kept } as CreateDomain & CreateUrl
}

interface Draft<Monitor> {
  readonly wish: MonitorWish
  readonly monitor: MonitorToCreate<Monitor>
}

const unchecked = (fault: BadRequest | null) => (fault === null ? Effect.void : Effect.fail(fault))

const refusePrivate = Effect.fnUntraced(function* (hostname: string) {
  if (yield* (yield* PublicAddresses).refuses(hostname))
    return yield* new BadRequest({ message: messages.urlNotPublic })
})

/** Notes why the account cannot have monitors. */
const settle = Effect.fnUntraced(function* (
  context: ApplyContext,
  drafts: ReadonlyArray<Draft<unknown>>,
  created: ReadonlyArray<CreatedMonitor>,
  refusals: Readonly<Record<"LimitReached" | "Duplicate", (limit: number) => Error>>,
  limit: number
) {
  for (const [index, { wish }] of drafts.entries()) {
    const result = created[index] ?? "Created"
    if (result !== "Created") yield* context.refuse(wish.object.section, wish.object.key, refusals[result](limit))
  }
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

const watchesDns = ({ object }: MonitorWish): boolean =>
  object.section === "domains" && object.entry.dnsWatch !== undefined && object.entry.dnsWatch !== null

const createDomains = Effect.fnUntraced(function* (context: ApplyContext, wishes: ReadonlyArray<MonitorWish>) {
  const { caller } = context
  const limit = caller.limits.domainMonitors
  const domains = yield* Domains
  const write = Effect.fnUntraced(function* (drafts: ReadonlyArray<Draft<NewDomain>>) {
    const monitors = drafts.map(({ monitor }) => monitor)
    const created = yield* context.audited("domains", "create", null, domains.createAll(caller.viewer, monitors, limit))
    yield* settle(context, drafts, created, domainRefusals, limit)
  })
  const countsRows = wishes.some(watchesDns)
  let drafts: Array<Draft<NewDomain>> = []
  for (const wish of wishes) {
    const input = inputOf(wish)
    // The limit of watched domains counts those that exist.
    if (watchesDns(wish)) {
      yield* write(drafts)
      drafts = []
    }
    const checked = Effect.andThen(unchecked(checkNewDomain({ ...input }, caller)), draftDomain(caller, input))
    const draft = yield* drafted(context, wish, checked, countsRows)
    if (draft !== null) drafts.push(draft)
  }
  yield* write(drafts)
})

const createUrls = Effect.fnUntraced(function* (context: ApplyContext, wishes: ReadonlyArray<MonitorWish>) {
  const { caller } = context
  const limit = caller.limits.urlMonitors
  const drafts: Array<Draft<NewUrlMonitor>> = []
  for (const wish of wishes) {
    const input = inputOf(wish)
    const checked = Effect.andThen(unchecked(checkNewUrl({ ...input })), draftUrl(caller, input))
    const draft = yield* drafted(context, wish, checked, false)
    if (draft !== null) drafts.push(draft)
  }
  const monitors = drafts.map(({ monitor }) => monitor)
  const urls = yield* UrlMonitors
  const created = yield* context.audited("urls", "create", null, urls.createAll(caller.viewer, monitors, limit))
  yield* settle(context, drafts, created, urlRefusals, limit)
})

/** Creates monitors with what they depend on, except for those that depend on each other in a circle. */
export const createMonitors = Effect.fn("createMonitors")(function* (
  context: ApplyContext,
  creations: ReadonlyArray<PlannedCreation>
) {
  const wishes = creations.map(({ key, section }) => context.wish(section, key)).filter(isMonitor)
  const now = yield* Clock.currentTimeMillis
  for (const { object } of wishes) context.made(object.section, object.key, uuidv7(now, yield* randomBytes(10)))
  const domains = wishes.filter(({ object }) => object.section === "domains")
  const urls = wishes.filter(({ object }) => object.section === "urls")
  if (domains.length > 0) yield* createDomains(context, domains)
  if (urls.length > 0) yield* createUrls(context, urls)
})

const parentsOf = (context: ApplyContext, key: string): ReadonlyArray<string> => {
  const wish = context.wish("domains", key) ?? context.wish("urls", key)
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
  const update: Work =
    section === "domains"
      ? Effect.asVoid(
          Effect.andThen(unchecked(checkDomainUpdate(patch)), updateDomain(caller, id, patch as UpdateDomain))
        )
      : Effect.asVoid(updateUrl(caller, id, patch as UpdateUrl))
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
  const wish = context.wish("domains", key) ?? context.wish("urls", key)
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
  const update: Work =
    section === "domains"
      ? Effect.asVoid(updateDomain(context.caller, id, patch))
      : Effect.asVoid(updateUrl(context.caller, id, patch))
  yield* context.attempt(section, key, context.audited(section, "update", id, update))
})

/** Pauses or resumes a monitor. */
export const pauseMonitor = Effect.fnUntraced(function* (context: ApplyContext, section: MonitorSection, key: string) {
  const wish = context.wish(section, key)
  const id = context.idOf(section, key)
  if (!isMonitor(wish) || id === key) return
  const { caller } = context
  const isPaused = wish.object.entry.paused === true
  const work: Work =
    section === "domains"
      ? Effect.asVoid(isPaused ? pauseDomain(caller, id) : resumeDomain(caller, id))
      : Effect.asVoid(isPaused ? pauseUrl(caller, id) : resumeUrl(caller, id))
  yield* context.attempt(section, key, context.audited(section, isPaused ? "pause" : "resume", id, work))
})

/** Deletes a monitor. */
export const removeMonitor = ({ caller }: ApplyContext, section: MonitorSection, id: string) =>
  section === "domains" ? Effect.asVoid(removeDomain(caller, id)) : Effect.asVoid(removeUrl(caller, id))
