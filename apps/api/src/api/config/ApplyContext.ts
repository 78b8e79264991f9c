import { type ApiError, errorStatus } from "@mon/api-contract"
import { keySpaceOf, ofMonitorSections, type Section } from "@mon/api-contract/config-file"
import { monitorKinds } from "@mon/model"
import type { StoreError } from "@mon/core-store"
import { inTransaction } from "@mon/core-store"
import { Effect, Result } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { actorOf, change } from "../../http/change.ts"
import type { HandlerServices } from "../ApiHandler.ts"
import type { Comparison, Refused, Wish } from "./compareFile.ts"
import type { References } from "./payloads.ts"
import { referencesOf } from "./payloads.ts"

/** A single call as part of a larger change. */
export type Work = Effect.Effect<void, ApiError | StoreError, HandlerServices>

type Verb = "create" | "update" | "remove" | "pause" | "resume" | "setTags"

/** The names of the groups of single calls, by section. */
export const groups: Readonly<Record<Section, string>> = {
  tags: "tags",
  ...ofMonitorSections((kind) => monitorKinds[kind].plural),
  channels: "channels",
  routes: "routes",
  maintenanceWindows: "maintenance",
  statusPages: "statusPages",
  scheduledReports: "scheduledReports"
}

/** The reason why a transaction ends: a refusal of the first change that cannot be made. */
export class RefusedChange {
  readonly _tag = "RefusedChange"
  readonly refused: Refused

  constructor(refused: Refused) {
    this.refused = refused
  }
}

/** The state that the changes of a file share while they are made. */
export class ApplyContext {
  readonly caller: Caller
  readonly comparison: Comparison
  /** Ids of monitors, tags, channels and the others by section and key, of this and of other projects. */
  readonly #ids = new Map<string, string>()
  /** The objects that could not be made. Objects that refer to them are not tried. */
  readonly #missing = new Set<string>()
  readonly refused: Array<Refused> = []
  /** Whether all refusals are collected and nothing stays. Otherwise the first refusal ends the work. */
  readonly isTrial: boolean
  readonly #referred: ReadonlySet<string>
  readonly wishes: ReadonlyMap<string, Wish>

  constructor(caller: Caller, comparison: Comparison, isTrial: boolean) {
    this.caller = caller
    this.comparison = comparison
    this.isTrial = isTrial
    for (const { id, section } of comparison.objects) {
      const key = comparison.keys.get(id)
      if (key !== undefined) this.#ids.set(`${keySpaceOf(section)} ${key}`, id)
    }
    this.wishes = new Map(comparison.wishes.map((wish) => [`${wish.object.section} ${wish.object.key}`, wish]))
    this.#referred = new Set(
      comparison.wishes.flatMap(({ object }) =>
        referencesOf(object).map(([section, key]) => `${keySpaceOf(section)} ${key}`)
      )
    )
  }

  /** The wish of an object of the file. */
  wish(section: Section, key: string): Wish | undefined {
    return this.wishes.get(`${section} ${key}`)
  }

  /** Notes what an object of the file has become. */
  made(section: Section, key: string, id: string): void {
    this.#ids.set(`${keySpaceOf(section)} ${key}`, id)
  }

  /** The id of an object by its key; of an unknown one the key. */
  readonly idOf = (section: Section, key: string): string => this.#ids.get(`${keySpaceOf(section)} ${key}`) ?? key

  /** The references of the file as ids. */
  readonly references: References = {
    monitors: (keys) => keys.map((key) => this.idOf("domains", key)),
    tags: (keys) => keys.map((key) => this.idOf("tags", key)),
    channel: (key) => this.idOf("channels", key)
  }

  /** Whether something in the file refers to an object. */
  isReferred(section: Section, key: string): boolean {
    return this.#referred.has(`${keySpaceOf(section)} ${key}`)
  }

  /** Whether everything that an object refers to is there. */
  isReady({ object }: Wish): boolean {
    return referencesOf(object).every(([section, key]) => !this.#missing.has(`${keySpaceOf(section)} ${key}`))
  }

  /** Notes a refusal, or ends the work with it. */
  refuse(section: Section, key: string, error: Error): Effect.Effect<null, RefusedChange> {
    this.#missing.add(`${keySpaceOf(section)} ${key}`)
    const refused = { section, key, error }
    if (!this.isTrial) return Effect.fail(new RefusedChange(refused))
    this.refused.push(refused)
    return Effect.succeed(null)
  }

  /** Runs a change as the change of a single call: its spans and log lines name who makes it. */
  audited<A, E, R>(section: Section, verb: Verb, target: string | null, work: Effect.Effect<A, E, R>) {
    const { principal, via } = this.caller
    return change(
      {
        actor: actorOf(via, principal),
        accountId: principal.accountId,
        action: `${groups[section]}.${verb}`,
        target
      },
      work
    )
  }

  /** Makes a change of an object, or undoes it and notes why it is refused. Null: it is refused. */
  attempt<A, E extends Error, R>(section: Section, key: string, work: Effect.Effect<A, E, R>) {
    return this.judge(section, key, inTransaction("applyConfig", work))
  }

  /** The same for what writes nothing that must be undone. */
  judge<A, E extends Error, R>(section: Section, key: string, work: Effect.Effect<A, E, R>) {
    return Effect.flatMap(Effect.result(work), (result): Effect.Effect<A | null, E | RefusedChange> => {
      if (Result.isSuccess(result)) return Effect.succeed(result.success)
      const error = result.failure
      const status = errorStatus(error)
      return status === null || status >= 500 ? Effect.fail(error) : this.refuse(section, key, error)
    })
  }
}
