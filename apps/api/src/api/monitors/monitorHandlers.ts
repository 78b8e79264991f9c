import type { MonitorKind } from "@mon/model"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { ok } from "../ApiHandler.ts"
import type { OptionInput } from "./checkOptions.ts"
import type { DependencyInput } from "./dependencies.ts"
import type { Draft, RawBody } from "./MonitorRules.ts"
import type { monitorsOf } from "./monitorsOf.ts"

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

type Ids<Kind extends MonitorKind> = { readonly [Name in `${Kind}Ids`]: ReadonlyArray<string> }

const isBody = (value: unknown): value is RawBody => typeof value === "object" && value !== null

/** The handlers of the endpoints that every kind of monitor has. */
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
      Effect.map(calls.list(caller, query), ({ items, pagination }) => ({ ...ok(items), pagination })),
    get: ({ caller, params }: To) => Effect.map(calls.get(caller, params.id), ok),
    create: {
      check: calls.checkNew,
      prepare: ({ caller, payload }: { readonly caller: Caller; readonly payload: Input }) =>
        Effect.map(calls.create(caller, payload), Effect.map(ok))
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
