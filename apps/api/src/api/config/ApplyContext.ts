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

/** The work of one API call, as a part of a larger change. */
export type Work = Effect.Effect<void, ApiError | StoreError, HandlerServices>

type Verb = "create" | "update" | "remove" | "pause" | "resume" | "setTags"

/** The API group of each section, as used in the names of actions. */
export const groups: Readonly<Record<Section, string>> = {
  tags: "tags",
  ...ofMonitorSections((kind) => monitorKinds[kind].plural),
  channels: "channels",
  onCallSchedules: "onCall",
  routes: "routes",
  maintenanceWindows: "maintenance",
  statusPages: "statusPages",
  scheduledReports: "scheduledReports"
}

/** The error that ends a transaction because a change was refused. */
export class RefusedChange {
  readonly _tag = "RefusedChange"
  readonly refused: Refused

  constructor(refused: Refused) {
    this.refused = refused
  }
}

export class ApplyContext {
  readonly caller: Caller
  readonly comparison: Comparison
  /** The ids of objects in this and other projects, by section and key. */
  readonly #ids = new Map<string, string>()
  /** The objects that could not be created. Objects that refer to them are skipped. */
  readonly #missing = new Set<string>()
  readonly refused: Array<Refused> = []
  /**
   * Whether this is a trial, which collects all refusals and undoes all changes. Otherwise, the first refusal ends the
   * work.
   */
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

  /** Returns the state that the file defines for one of its objects. */
  wish(section: Section, key: string): Wish | undefined {
    return this.wishes.get(`${section} ${key}`)
  }

  /** Stores the id of an object of the file after it was created or changed. */
  made(section: Section, key: string, id: string): void {
    this.#ids.set(`${keySpaceOf(section)} ${key}`, id)
  }

  /** Returns the id of an object by its key, or the key itself if the object is unknown. */
  readonly idOf = (section: Section, key: string): string => this.#ids.get(`${keySpaceOf(section)} ${key}`) ?? key

  readonly references: References = {
    monitors: (keys) => keys.map((key) => this.idOf("domains", key)),
    tags: (keys) => keys.map((key) => this.idOf("tags", key)),
    channel: (key) => this.idOf("channels", key),
    onCallSchedule: (key) => this.idOf("onCallSchedules", key)
  }

  isReferred(section: Section, key: string): boolean {
    return this.#referred.has(`${keySpaceOf(section)} ${key}`)
  }

  /** Returns false if the creation of an object that this one refers to was refused. */
  isReady({ object }: Wish): boolean {
    return referencesOf(object).every(([section, key]) => !this.#missing.has(`${keySpaceOf(section)} ${key}`))
  }

  /** Records a refusal. In a trial, adds it to the list; otherwise, fails with it. */
  refuse(section: Section, key: string, error: Error): Effect.Effect<null, RefusedChange> {
    this.#missing.add(`${keySpaceOf(section)} ${key}`)
    const refused = { section, key, error }
    if (!this.isTrial) return Effect.fail(new RefusedChange(refused))
    this.refused.push(refused)
    return Effect.succeed(null)
  }

  /** Runs a change as if it were a separate API call: its spans and log lines contain the actor and the action. */
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

  /**
   * Runs a change of an object in its own transaction. In a trial, a refused change is undone and listed, and the
   * result is null.
   */
  attempt<A, E extends Error, R>(section: Section, key: string, work: Effect.Effect<A, E, R>) {
    return this.judge(section, key, inTransaction("applyConfig", work))
  }

  /** Works like {@link attempt}, but without a transaction. It is meant for work that writes nothing. */
  judge<A, E extends Error, R>(section: Section, key: string, work: Effect.Effect<A, E, R>) {
    return Effect.flatMap(Effect.result(work), (result): Effect.Effect<A | null, E | RefusedChange> => {
      if (Result.isSuccess(result)) return Effect.succeed(result.success)
      const error = result.failure
      const status = errorStatus(error)
      return status === null || status >= 500 ? Effect.fail(error) : this.refuse(section, key, error)
    })
  }
}
