import type { MonitorRecord } from "@mon/model"
import type { ComponentType } from "react"
import type { GeneralKind } from "../api/generalKinds.ts"
import { heartbeatParts } from "../heartbeats/heartbeatParts.ts"
import { serviceParts } from "../services/serviceParts.ts"
import type { WordTable } from "../words/WordTable.ts"

/** The labels and hints of the fields of one kind. They replace the labels and hints that all kinds share. */
interface FieldWords {
  readonly labels: WordTable
  readonly hints: WordTable
  readonly groups?: WordTable<ReadonlyArray<readonly [label: string, names: ReadonlyArray<string>]>>
}

type Values = Readonly<Record<string, unknown>>

type Part<Item> = ComponentType<{ readonly record: Item }>

/** The parts that one kind adds to the screens of all kinds. */
export interface OwnParts<Item> {
  /** A further action beside the ones that all monitors have. */
  readonly Action?: Part<Item>
  /** The end of the status line beside the monitor's name. */
  readonly Standing: Part<Item>
  /** The large cards of the overview. */
  readonly Overview: Part<Item>
  /** The small cards of the overview, above the incidents. */
  readonly Side: Part<Item>
  /** Further tabs, with the API call of each tab as a path below the monitor. */
  readonly tabs: ReadonlyArray<{
    readonly name: string
    readonly label: { readonly en: string; readonly de: string }
    readonly call: string
    readonly Part: Part<Item>
  }>
  readonly fieldWords: { readonly en: FieldWords; readonly de: FieldWords }
  /** Returns values with which the form of a new monitor begins, besides the defaults, from the search of the URL. */
  readonly firstValues?: (search: string) => Values
  /** The part above the form of a new monitor, which proposes values. */
  readonly Start?: ComponentType<{ readonly onValues: (values: Values) => void }>
  /** The part beside the form, which checks a monitor once with the values of the form. The id of a new one is null. */
  readonly Trial?: ComponentType<{
    readonly id: string | null
    readonly values: Values
    /** The values that differ from the stored values, or from the defaults. */
    readonly changes: Values
    readonly onProblem: (problem: string | null) => void
  }>
}

const Nothing = () => null
const noLabels: WordTable = { __proto__: null as never }
const noWords: FieldWords = { labels: noLabels, hints: noLabels }
const noParts: OwnParts<never> = {
  Standing: Nothing,
  Overview: Nothing,
  Side: Nothing,
  tabs: [],
  fieldWords: { en: noWords, de: noWords }
}

const parts: { readonly [Kind in GeneralKind]?: OwnParts<MonitorRecord<Kind>> } = {
  heartbeat: heartbeatParts,
  service: serviceParts
}

export const ownParts = <Kind extends GeneralKind>(kind: Kind): OwnParts<MonitorRecord<Kind>> =>
  parts[kind] ?? (noParts as OwnParts<MonitorRecord<Kind>>)
