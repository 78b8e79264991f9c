import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { PartForm } from "./PartForm.ts"

/** The limits of requests about monitors of every kind. */
export const monitorLimits = {
  /** The maximum length of a monitor's address, in characters. */
  urlLength: 2_048,
  /** The maximum number of monitors in one request. Each transaction changes `bulkChunk` of them. */
  bulkIds: 1_000,
  bulkChunk: 50,
  pageSize: { minimum: 1, maximum: 50, default: 10 }
} as const

/** A settable field of a monitor, declared with `field`, and the column that stores it. */
export interface MonitorField {
  readonly input: Schema.Top
  readonly output: Schema.Top
  readonly default?: unknown
  /** The name of the column. Absent: the field is stored in the JSON column `settings`, so it needs no migration. */
  readonly column?: string
  readonly type: "text" | "int" | "boolean" | "text[]" | "jsonb"
  /**
   * Whether the column is null while the field is not set. Null in a request that changes the monitor unsets the field.
   */
  readonly isNullable?: true
  /** Whether every new monitor must have the field. A change cannot unset it. */
  readonly isNeeded?: true
  /** The form of a value that consists of parts. Only columns of type jsonb have such values. */
  readonly form?: PartForm
  /**
   * The control with which people choose the value: a list of monitors, or a schedule of a job. Absent: they enter the
   * value.
   */
  readonly control?: "monitors" | "schedule"
  /** The allowed values, if only these are possible. */
  readonly words?: ReadonlyArray<string>
  /**
   * Whether the schedule has a copy of the field for its checks. If true, a change of the field ends the lease of a
   * running check.
   */
  readonly inSchedule?: boolean
}

/** The settable fields of a kind of monitor, by name. */
export type MonitorFields = Readonly<Record<string, MonitorField>>

/** The values of all fields of a kind of monitor. */
export type SettingsOf<Fields extends MonitorFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["output"]["Type"]
}

/** The values of all fields in requests. Null stands for the default of a value that consists of parts. */
export type InputsOf<Fields extends MonitorFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["input"]["Type"]
}

/** The values of the fields that have a default. */
export type DefaultsOf<Fields extends MonitorFields> = {
  readonly [
    Name in keyof Fields as Fields[Name] extends { readonly default: unknown } ? Name : never
  ]: Fields[Name]["output"]["Type"]
}

interface InputOf extends Struct.Lambda {
  (field: MonitorField): Schema.Top
  readonly "~lambda.out": this["~lambda.in"] extends { readonly input: infer Input } ? Input : never
}

interface OutputOf extends Struct.Lambda {
  (field: MonitorField): Schema.Top
  readonly "~lambda.out": this["~lambda.in"] extends { readonly output: infer Output } ? Output : never
}

/** Selects the schema for requests: `Struct.map(domainFields, inputOf)` returns the schemas of request bodies. */
export const inputOf = Struct.lambda<InputOf>((field) => field.input)

/** Selects the schema for records: `Struct.map(domainFields, outputOf)` returns the schemas of records. */
export const outputOf = Struct.lambda<OutputOf>((field) => field.output)

/** Returns the defaults of fields. Leaves out fields without a default. */
export const defaultsOf = <Fields extends MonitorFields>(fields: Fields): DefaultsOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => ("default" in field ? [[name, field.default]] : []))
  ) as DefaultsOf<Fields>
