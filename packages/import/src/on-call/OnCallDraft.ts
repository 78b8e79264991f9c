import { scheduleFault } from "@mon/on-call"
import { Group } from "../document/Group.ts"
import { plainText, shortened } from "../document/plainText.ts"
import { engineSchedule } from "./engineSchedule.ts"
import {
  type ImportedLayer,
  type ImportedOnCall,
  type ImportedOverride,
  type ImportedRoute,
  type ImportedSchedule,
  type OnCallGroupKind,
  type OnCallSource,
  type RenderedSchedule
} from "./ImportedOnCall.ts"
import { onCallImportLimits as limits } from "./onCallLimits.ts"
import { People } from "./People.ts"
import { reportOfGroups } from "./reportOfGroups.ts"
import { isoOf } from "./zoneTime.ts"

export type OnCallGroup = Group<OnCallGroupKind>

const hasEnded = (until: string | null | undefined, now: number): boolean => until != null && Date.parse(until) <= now

/** What is found in an export. */
export class OnCallDraft {
  readonly source: OnCallSource
  readonly people = new People()
  readonly now: number
  readonly #groups: Array<OnCallGroup> = []
  readonly #names = new Map<string, string>()
  readonly #taken = { schedule: new Set<string>(), route: new Set<string>() }
  readonly #schedules: Array<ImportedSchedule> = []
  readonly #routes: Array<ImportedRoute> = []
  readonly #rendered: Array<RenderedSchedule> = []

  constructor(source: OnCallSource, now: number) {
    this.source = source
    this.now = now
  }

  group(kind: OnCallGroupKind, id: string, name: string): OnCallGroup {
    const group = new Group(kind, id, name)
    this.#groups.push(group)
    return group
  }

  /** Returns a name that no other object of its kind has, and that is short enough. */
  nameFor(kind: "schedule" | "route", id: string, name: string): string {
    const wanted = shortened(plainText(name), limits.name) || shortened(plainText(id), limits.name) || kind
    let found = wanted
    for (let number = 2; this.#taken[kind].has(found.toLowerCase()); number++)
      found = `${shortened(wanted, limits.name - String(number).length - 3)} (${number})`
    this.#taken[kind].add(found.toLowerCase())
    if (kind === "schedule") this.#names.set(id, found)
    return found
  }

  /** Returns the name of an imported schedule, by its id in the source. */
  scheduleName(id: string): string | undefined {
    return this.#names.get(id)
  }

  /** Adds a schedule, or records the reason why Mon does not accept it. */
  addSchedule(group: OnCallGroup, id: string, schedule: ImportedSchedule): void {
    const layers = this.#fittingLayers(group, schedule.layers)
    const overrides = this.#fittingOverrides(group, schedule.overrides ?? [])
    const fitting = { ...schedule, layers, ...(overrides.length === 0 ? {} : { overrides }) }
    const fault = scheduleFault(engineSchedule(fitting))
    const reason = fault === null ? null : `Mon rejects it: ${fault.path} ${fault.problem}.`
    if (reason !== null) {
      this.#names.delete(id)
      return group.skip(reason)
    }
    group.path = schedule.name
    this.#schedules.push(fitting)
  }

  #fittingLayers(group: OnCallGroup, layers: ReadonlyArray<ImportedLayer>): ReadonlyArray<ImportedLayer> {
    const small = layers.filter(({ active, groups, name }, index) => {
      const fits =
        groups.length <= limits.groups &&
        groups.every((one) => one.length <= limits.people) &&
        (active?.length ?? 0) <= limits.active
      if (!fits)
        group.leftOut(
          `(layer ${name ?? index + 1})`,
          `A layer has at most ${limits.groups} groups of ${limits.people} people, and ${limits.active} active intervals.`
        )
      return fits
    })
    if (small.length <= limits.layers) return small
    const current = small.filter(({ until }) => !hasEnded(until, this.now))
    group.leftOut(
      "(ended layers)",
      `A schedule has at most ${limits.layers} layers. ${small.length - Math.min(current.length, limits.layers)} are left out, first those that have ended.`
    )
    return current.slice(-limits.layers)
  }

  #fittingOverrides(group: OnCallGroup, overrides: ReadonlyArray<ImportedOverride>): ReadonlyArray<ImportedOverride> {
    const fitting = overrides.map((one) =>
      one.people.length <= limits.people ? one : { ...one, people: one.people.slice(0, limits.people) }
    )
    if (overrides.some(({ people }) => people.length > limits.people))
      group.leftOut("(overrides)", `An override has at most ${limits.people} people. The others are left out.`)
    if (fitting.length <= limits.overrides) return fitting
    const current = fitting.filter(({ end }) => !hasEnded(end, this.now)).slice(0, limits.overrides)
    group.leftOut(
      "(overrides)",
      `A schedule has at most ${limits.overrides} overrides. ${fitting.length - current.length} are left out, first those that have ended.`
    )
    return current
  }

  addRoute(group: OnCallGroup, route: ImportedRoute): void {
    if (route.steps.length === 0) return group.skip("It notifies nobody whom Mon can notify.")
    group.path = route.name
    this.#routes.push(route)
  }

  /** Adds the shifts that the source displays for a schedule. Their range is from the first start to the last end. */
  addRendered(
    id: string,
    shifts: ReadonlyArray<{ readonly start: number; readonly end: number; readonly person: string }>
  ) {
    const schedule = this.#names.get(id)
    if (schedule === undefined || shifts.length === 0) return
    this.#rendered.push({
      schedule,
      from: isoOf(shifts.reduce((first, { start }) => Math.min(first, start), Infinity)),
      to: isoOf(shifts.reduce((last, { end }) => Math.max(last, end), 0)),
      shifts: shifts.map(({ end, person, start }) => ({ start: isoOf(start), end: isoOf(end), person }))
    })
  }

  finish(): ImportedOnCall {
    return {
      ok: true,
      schedules: this.#schedules,
      routes: this.#routes,
      people: this.people.all,
      rendered: this.#rendered,
      report: reportOfGroups(
        this.source,
        this.#groups.map((group) => group.report),
        this.people.unknown
      )
    }
  }
}
