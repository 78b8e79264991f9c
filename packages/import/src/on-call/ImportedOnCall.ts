import type { ActiveHours, HandOff } from "@mon/on-call"
import type { KindCount, ReportGroup } from "../ImportReport.ts"

/** A rotation in the form in which the API of Mon accepts it. A person is an email address, or a name without one. */
export interface ImportedLayer {
  readonly name?: string
  readonly groups: ReadonlyArray<ReadonlyArray<string>>
  readonly handOff: HandOff
  readonly active?: ReadonlyArray<ActiveHours>
  readonly counts?: "all" | "active"
  /** ISO 8601 in UTC. Null: from the first turn on. */
  readonly from?: string | null
  /** ISO 8601 in UTC. Null: without an end. */
  readonly until?: string | null
  readonly joinsPrevious?: boolean
  /** The IANA time zone of the layer. Null: the zone of the schedule. */
  readonly timezone?: string | null
}

/** A range in which other people are on call, in the form in which the API of Mon accepts it. */
export interface ImportedOverride {
  /** ISO 8601 in UTC. */
  readonly start: string
  /** ISO 8601 in UTC. */
  readonly end: string
  readonly people: ReadonlyArray<string>
  readonly replaces?: string | null
  readonly note?: string | null
}

/** An on-call schedule in the form in which the API of Mon accepts it. */
export interface ImportedSchedule {
  readonly name: string
  readonly timezone: string
  readonly mode: "layered" | "together"
  readonly layers: ReadonlyArray<ImportedLayer>
  readonly overrides?: ReadonlyArray<ImportedOverride>
}

/** A target of a step: email, webhooks, whatsapp, an email address, or the people of a schedule with this name. */
export type ImportedTarget = string | { readonly schedule: string; readonly who: "now" | "next" | "everyone" }

/** The hours in which a step is sent. Outside of them, the step is left out. */
export interface ImportedHours {
  /** Local time, such as 08:00. */
  readonly start: string
  /** Local time. If it is not later than the start, it is on the next day. */
  readonly end: string
  /** The days on which the hours start. 1 is Monday, 7 is Sunday. */
  readonly days: ReadonlyArray<number>
  readonly timezone: string
}

/** A step of a route. */
export interface ImportedStep {
  /** Minutes since the alert began. */
  readonly afterMinutes: number
  readonly targets: ReadonlyArray<ImportedTarget>
  readonly hours?: ImportedHours
}

/** A route in the form in which the API of Mon accepts it. Its targets name schedules by their names. */
export interface ImportedRoute {
  readonly name: string
  readonly steps: ReadonlyArray<ImportedStep>
  /** Further rounds: their number, the first step of each (from 1), and the minutes before each. */
  readonly repeat?: { readonly rounds: number; readonly fromStep: number; readonly waitMinutes: number }
}

/** A person in the source. */
export interface ImportedPerson {
  /** The email address, or the name if the source has no address. Schedules and routes contain this text. */
  readonly person: string
  readonly name: string
  readonly email: string | null
}

/** A shift as the source displays it. */
export interface RenderedShift {
  /** ISO 8601 in UTC. */
  readonly start: string
  /** ISO 8601 in UTC. */
  readonly end: string
  /** The person, as in the imported schedule. */
  readonly person: string
}

/** The shifts of a schedule, as the source displays them in a range. */
export interface RenderedSchedule {
  /** The name of the imported schedule. */
  readonly schedule: string
  /** ISO 8601 in UTC. */
  readonly from: string
  /** ISO 8601 in UTC. */
  readonly to: string
  readonly shifts: ReadonlyArray<RenderedShift>
}

export const onCallGroupKinds = [
  "file",
  "schedule",
  "shift",
  "override",
  "route",
  "step",
  "person",
  "rule",
  "team"
] as const
/** The kind of object of an export that a group of lines is about. */
export type OnCallGroupKind = (typeof onCallGroupKinds)[number]

/** The report of an import: the outcome of every object and field that was read. */
export interface OnCallReport {
  readonly source: OnCallSource
  readonly counts: ReadonlyArray<KindCount<OnCallGroupKind>>
  readonly fields: { readonly carried: number; readonly changed: number; readonly leftOut: number }
  /** The people in schedules and routes whose address is unknown. Add them to the account, or replace them. */
  readonly unknownPeople: ReadonlyArray<string>
  readonly groups: ReadonlyArray<ReportGroup<OnCallGroupKind>>
}

/** The tools whose on-call schedules can be imported. */
export const onCallSources = ["pagerduty", "opsgenie", "grafana-oncall"] as const
/** The name of a tool whose on-call schedules can be imported. */
export type OnCallSource = (typeof onCallSources)[number]

/** The result of an import, or a message about the reason why the import failed. */
export type ImportedOnCall =
  | {
      readonly ok: true
      readonly schedules: ReadonlyArray<ImportedSchedule>
      readonly routes: ReadonlyArray<ImportedRoute>
      readonly people: ReadonlyArray<ImportedPerson>
      /** The shifts that the export contains, for {@link compareShifts}. */
      readonly rendered: ReadonlyArray<RenderedSchedule>
      readonly report: OnCallReport
    }
  | { readonly ok: false; readonly message: string }
