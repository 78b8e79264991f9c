import { domainFields, type MonitorFields, type SettingsOf, urlFields } from "@mon/model"
import type { MonitorKind } from "./MonitorCodes.ts"

/** The columns of settable fields in a row. */
export type ColumnsOf<Fields extends MonitorFields> = {
  readonly [Name in keyof Fields as Fields[Name]["column"]]: Fields[Name]["output"]["Type"]
}

/** Parts of statements about the settable fields of a kind of monitor. `m` is the monitor, `p` a record of values. */
interface FieldColumns {
  /** The columns by name. */
  readonly names: string
  /** The columns of `m`. */
  readonly selected: string
  /** The column definitions of `jsonb_to_record` for values by field. */
  readonly record: string
  /** The fields of `p`, in the order of `names`. */
  readonly values: string
  /** Sets each column to the value of `p`; a null means "unchanged". */
  readonly assignments: string
  /** Whether `p` has a value that is copied to the schedule. */
  readonly changesSchedule: string
}

const columnsOf = (fields: MonitorFields): FieldColumns => {
  const entries = Object.entries(fields)
  return {
    names: entries.map(([, { column }]) => column).join(", "),
    selected: entries.map(([, { column }]) => `m.${column}`).join(", "),
    record: entries.map(([name, { type }]) => `"${name}" ${type}`).join(", "),
    values: entries.map(([name]) => `p."${name}"`).join(", "),
    assignments: entries.map(([name, { column }]) => `${column} = coalesce(p."${name}", m.${column})`).join(", "),
    changesSchedule: entries
      .filter(([, { inSchedule }]) => inSchedule === true)
      .map(([name]) => `p."${name}" is not null`)
      .join(" or ")
  }
}

export const monitorColumns: Readonly<Record<MonitorKind, FieldColumns>> = {
  domain: columnsOf(domainFields),
  url: columnsOf(urlFields)
}

/** Reads the settable fields of a row. */
export const settingsReader = <Fields extends MonitorFields>(fields: Fields) => {
  const entries = Object.entries(fields).map(([name, { column }]) => [name, column] as const)
  return (row: ColumnsOf<Fields>): SettingsOf<Fields> => {
    const columns: Readonly<Record<string, unknown>> = row
    const settings: Record<string, unknown> = {}
    for (const [name, column] of entries) settings[name] = columns[column]
    return settings as SettingsOf<Fields>
  }
}
