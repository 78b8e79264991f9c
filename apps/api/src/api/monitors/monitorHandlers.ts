import {
  BadRequest,
  type CreateMonitor,
  Forbidden,
  messages,
  NotFound,
  pagination,
  type UpdateMonitor
} from "@mon/api-contract"
import {
  type EntryOf,
  type MonitorPatch,
  type MonitorRight,
  type MonitorToCreate,
  type NewMonitor,
  Tags
} from "@mon/core-store"
import { type MonitorKind, monitorKinds, monitorLimits, type MonitorRecord } from "@mon/model"
import { parsePublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { adminOnly, type Caller, seatsToWrite } from "../../auth/Caller.ts"
import { ok } from "../ApiHandler.ts"
import { refusesAny } from "../PublicAddresses.ts"
import {
  checkChangedOptions,
  checkNewDependencies,
  checkNewOptions,
  type DependencyInput,
  type Draft,
  type MonitorRules,
  needsTarget,
  type OptionInput,
  type RawBody,
  type Refusal,
  targetOf,
  updateWithDependencies
} from "./MonitorRules.ts"
import { bulkChanges, lockedChange } from "./bulkChanges.ts"
import { inAccount } from "./inAccount.ts"

type Calls<
  Monitor,
  Input extends OptionInput,
  Change,
  New extends Draft,
  Patch extends OptionInput & DependencyInput
> = ReturnType<typeof monitorsOf<Monitor, Input, Change, New, Patch>>

interface To {
  readonly caller: Caller
  readonly params: { readonly id: string }
}

interface NewRequest<Monitor, Input> {
  readonly caller: Caller
  readonly entryOf: EntryOf<Monitor>
  readonly payload: Input
}

type Ids<Kind extends MonitorKind> = { readonly [Name in `${Kind}Ids`]: ReadonlyArray<string> }

const isBody = (value: unknown): value is RawBody => typeof value === "object" && value !== null

export const monitorHandlers = <
  Kind extends MonitorKind,
  Monitor,
  Input extends OptionInput,
  Change,
  New extends Draft,
  Patch extends OptionInput & DependencyInput
>(
  kind: Kind,
  calls: Calls<Monitor, Input, Change, New, Patch>
) => {
  const ids = `${kind}Ids` as const
  const { checkChanged: check } = calls
  return {
    list: ({ caller, query }: { readonly caller: Caller; readonly query: Parameters<typeof calls.list>[1] }) =>
      Effect.map(calls.list(caller, query), (page) => ({ ...ok(page.items), pagination: page.pagination })),
    get: ({ caller, params }: To) => Effect.map(calls.get(caller, params.id), ok),
    create: {
      check: calls.checkNew,
      writesEntry: true,
      prepare: ({ caller, entryOf, payload }: NewRequest<Monitor, Input>) =>
        Effect.map(calls.create(caller, payload, entryOf), Effect.map(ok))
    },
    update: {
      check,
      handle: ({ caller, params, payload }: To & { readonly payload: Change }) =>
        Effect.map(calls.change(caller, params.id, payload), ok)
    },
    remove: ({ caller, params }: To) => Effect.map(calls.remove(caller, params.id), ok),
    pause: ({ caller, params }: To) => Effect.map(calls.pause(caller, params.id), ok),
    resume: ({ caller, params, query }: To & { readonly query: { readonly undo?: boolean } }) =>
      Effect.map(calls.resume(caller, params.id, query.undo), ok),
    setTags: ({ caller, params, payload }: To & { readonly payload: { readonly tagIds: ReadonlyArray<string> } }) =>
      Effect.map(calls.setTags(caller, params.id, payload.tagIds), ok),
    bulkUpdate: {
      check: ({ updates }: RawBody) => (isBody(updates) ? check(updates) : null),
      handle: ({
        caller,
        payload
      }: {
        readonly caller: Caller
        readonly payload: Ids<Kind> & { readonly updates: Change }
      }) => Effect.map(calls.bulkUpdate(caller, payload[ids], payload.updates), ok)
    },
    bulkRemove: ({ caller, payload }: { readonly caller: Caller; readonly payload: Ids<Kind> }) =>
      Effect.map(calls.bulkRemove(caller, payload[ids]), ok)
  }
}

export type MonitorHandlers<Kind extends MonitorKind> = ReturnType<
  typeof monitorHandlers<
    Kind,
    MonitorRecord<Kind>,
    CreateMonitor<Kind> & OptionInput,
    UpdateMonitor<Kind>,
    NewMonitor<Kind> & Draft,
    MonitorPatch<Kind> & OptionInput & DependencyInput
  >
>

/**
 * Replaces all tags of a monitor. Returns false if the caller can see no such monitor. Fails with 404 if a tag does not
 * belong to the account, and with 403 if the caller is a member and the change would affect who can see the monitor.
 */
const assignTags = Effect.fn("assignTags")(function* (
  { viewer }: Caller,
  kind: MonitorKind,
  id: string,
  tagIds: ReadonlyArray<string>
) {
  const result = yield* (yield* Tags).assign(viewer, kind, id, tagIds)
  if (result === "NoTag") return yield* new NotFound({ message: messages.tagNotFound })
  if (result === "SharingTag") return yield* new Forbidden({ message: messages.sharingTag })
  return result === "Assigned"
})

const refused = (message: string) => new BadRequest({ message })
const forbidden = (message: string) => new Forbidden({ message })

const unless = <E>(fault: E | null): Effect.Effect<void, E> => (fault === null ? Effect.void : Effect.fail(fault))

export const monitorsOf = <
  Monitor,
  Input extends OptionInput,
  Change,
  New extends Draft,
  Patch extends OptionInput & DependencyInput
>(
  rules: MonitorRules<Monitor, Input, Change, New, Patch>
) => {
  const { kind, messages: words, sees, store } = rules
  const hostsOf = (monitor: New) => rules.hostsOf?.(monitor) ?? [monitor.hostname]
  const limitOf = ({ limits }: Caller): number => limits[monitorKinds[kind].plan.count]

  const notFound = () => new NotFound({ message: words.notFound })

  const found = <A>(value: A | null): Effect.Effect<A, NotFound> =>
    value === null ? Effect.fail(notFound()) : Effect.succeed(value)

  /**
   * Returns the reason why a caller cannot change a monitor that it can see, or null. On a plan without team seats,
   * members can only read.
   */
  const writeRefusal = (caller: Caller, { access }: Pick<MonitorRight, "access">): string | null => {
    if (access === "owner") return null
    return access === "read" ? words.readOnly : seatsToWrite(caller)
  }

  /**
   * Returns the caller's access to a monitor. Fails with 403 if the caller cannot see any monitor of this kind, and
   * with 404 if it cannot see this one.
   */
  const rightOver = Effect.fnUntraced(function* (caller: Caller, id: string) {
    yield* sees(caller)
    const [right] = yield* (yield* store).rights(caller.viewer, [id])
    return yield* found<MonitorRight>(right ?? null)
  })

  /** Works like `rightOver`, but fails with 403 if the caller may not change the monitor. */
  const writable = Effect.fnUntraced(function* (caller: Caller, id: string) {
    const right = yield* rightOver(caller, id)
    const message = writeRefusal(caller, right)
    return message === null ? right : yield* forbidden(message)
  })

  const get = Effect.fnUntraced(function* (caller: Caller, id: string) {
    yield* sees(caller)
    return yield* found(yield* (yield* store).find(caller.viewer, id))
  })

  const list = Effect.fnUntraced(function* (
    caller: Caller,
    { limit = monitorLimits.pageSize.default, page = 1 }: { readonly page?: number; readonly limit?: number }
  ) {
    yield* sees(caller)
    const { items, total } = yield* (yield* store).list(caller.viewer, { page, limit })
    return { items, pagination: pagination(total, page, limit) }
  })

  /** Returns the error of a new monitor that is reported before any range check runs, or null. */
  const checkNew = (body: RawBody, caller: Caller): BadRequest | null => {
    if (monitorKinds[kind].address !== "url") return rules.newFault(body, caller)
    const { url } = body
    if (typeof url !== "string" || url.trim() === "") return refused(messages.urlRequired)
    return parsePublicUrl(url).ok ? rules.newFault(body, caller) : refused(messages.urlNotPublic)
  }

  const refusalOf = (refusal: Refusal, limit: number) => refused(words.refused[refusal](limit))

  /**
   * Returns a new monitor with encrypted secrets. Checks the address first, then the limits of the plan, then
   * references to other objects. The caller must check that the host is public.
   */
  const draft = Effect.fnUntraced(function* (caller: Caller, input: Input) {
    yield* adminOnly(caller)
    const target = targetOf(kind, rules.addressOf(input))
    if (target === null) return yield* refused(messages.urlNotPublic)
    const beyond = rules.planFault(input, caller)
    yield* unless(beyond === null ? checkNewOptions(input, caller) : refused(beyond))
    yield* rules.check(input)
    const surplus = yield* rules.surplus(caller, input, null)
    if (surplus !== null) return yield* refused(surplus)
    const wanted = yield* checkNewDependencies(caller, rules.draft(target, input, caller))
    return yield* rules.seal(caller, wanted, wanted, null)
  })

  /**
   * Prepares a monitor whose first check is due immediately. A host that is not public is refused only if the store
   * reports no other error. The store writes the entry of the audit log, which `entryOf` describes.
   */
  const create = Effect.fnUntraced(function* (caller: Caller, input: Input, entryOf: EntryOf<Monitor>) {
    const monitor = yield* draft(caller, input)
    const monitors = yield* store
    const limit = limitOf(caller)
    if (monitorKinds[kind].address !== null && (yield* refusesAny(hostsOf(monitor)))) {
      const verdict = yield* monitors.canCreate(caller.viewer, monitor.dedupeKey ?? monitor.url, limit)
      return yield* verdict === "ok" ? refused(words.notPublic ?? messages.urlNotPublic) : refusalOf(verdict, limit)
    }
    const work = Effect.gen(function* () {
      const created = yield* monitors.create(caller.viewer, monitor, limit, entryOf)
      return created._tag === "Created" ? created.monitor : yield* refusalOf(created._tag, limit)
    })
    if (!(yield* rules.countsOthers(input))) return work
    const surplus = Effect.flatMap(rules.surplus(caller, input, null), (message) =>
      unless(message === null ? null : refused(message))
    )
    return inAccount(caller, "createMonitor", Effect.andThen(surplus, work))
  })

  /** Creates several monitors, in a transaction that has locked the account. */
  const createAll = Effect.fnUntraced(function* (caller: Caller, monitors: ReadonlyArray<MonitorToCreate<New>>) {
    return yield* (yield* store).createAll(caller.viewer, monitors, limitOf(caller))
  })

  /** Refuses changes that the plan does not allow, and options that the engine cannot use. */
  const checkChange = Effect.fnUntraced(function* (caller: Caller, patch: Patch) {
    const beyond = rules.planFault(patch, caller)
    yield* unless(beyond === null ? checkChangedOptions(patch, caller) : forbidden(beyond))
  })

  /** Changes the given fields of a monitor. Must run in a transaction that locks the account. */
  const update = Effect.fnUntraced(function* (caller: Caller, id: string, input: Change) {
    const right = yield* writable(caller, id)
    const patch = rules.patchOf(input)
    yield* checkChange(caller, patch)
    yield* unless(rules.patchedFault(right, patch))
    yield* rules.check(patch)
    const surplus = yield* rules.surplus(caller, patch, [id])
    if (surplus !== null) return yield* forbidden(surplus)
    const monitors = yield* store
    if (Object.keys(patch).length > 0) {
      const [target] = needsTarget(patch) ? yield* monitors.targets(caller.viewer, [id]) : []
      const sealed = target === undefined ? patch : yield* rules.seal(caller, patch, target, target)
      yield* updateWithDependencies(caller, id, sealed, (each) => monitors.update(caller.viewer, [id], each))
    }
    return yield* found(yield* monitors.find(caller.viewer, id))
  })

  /**
   * Changes the given fields of a monitor. Locks the account, so that secrets that the change keeps cannot change in
   * the meantime.
   */
  const change = Effect.fnUntraced(function* (caller: Caller, id: string, input: Change) {
    const monitors = yield* store
    const targets = (ids: ReadonlyArray<string>) => monitors.targets(caller.viewer, ids)
    const patch = rules.patchOf(input)
    return yield* lockedChange(caller, { ids: [id], patch, targets }, update(caller, id, input))
  })

  const setTags = Effect.fnUntraced(function* (caller: Caller, id: string, tagIds: ReadonlyArray<string>) {
    yield* writable(caller, id)
    yield* found((yield* assignTags(caller, kind, id, tagIds)) || null)
    return yield* get(caller, id)
  })

  /** Stops the checks and the alerts of a monitor immediately. Has no effect on a monitor that is already paused. */
  const pause = Effect.fnUntraced(function* (caller: Caller, id: string) {
    yield* writable(caller, id)
    return yield* found(yield* (yield* store).pause(caller.viewer, id))
  })

  /**
   * Resumes the checks of a monitor, which then has the state `unknown`. Has no effect on a monitor that is not paused.
   * If `undoes` is true, undoes a recent pause, so that the monitor keeps its earlier state.
   */
  const resume = Effect.fnUntraced(function* (caller: Caller, id: string, undoes = false) {
    yield* writable(caller, id)
    const monitors = yield* store
    if (undoes) yield* monitors.undoPause(caller.viewer, id)
    return yield* found(yield* monitors.resume(caller.viewer, id))
  })

  /** Marks a monitor as deleted and stops its checks immediately. */
  const remove = Effect.fnUntraced(function* (caller: Caller, id: string) {
    yield* rightOver(caller, id)
    yield* adminOnly(caller)
    const [removed] = yield* (yield* store).remove(caller.viewer, [id])
    return { id: yield* found(removed ?? null), deleted: true } as const
  })

  return {
    ...bulkChanges(rules, { checkChange, writeRefusal }),
    change,
    checkChanged: rules.changeFault,
    checkNew,
    countsOthers: rules.countsOthers,
    create,
    createAll,
    draft,
    found,
    get,
    hostsOf,
    limitOf,
    newMonitor: rules.draft,
    list,
    notFound,
    pause,
    refusalOf,
    remove,
    resume,
    rightOver,
    sees,
    setTags,
    update,
    writable,
    writeRefusal
  }
}
