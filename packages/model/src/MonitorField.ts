import type * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { PartForm } from "./PartForm.ts"

/** Limits of the requests about monitors of every kind. */
export const monitorLimits = {
  /** Characters of an address. */
  urlLength: 2_048,
  /** Monitors in one request, and those of them that are changed in one transaction. */
  bulkIds: 1_000,
  bulkChunk: 50,
  pageSize: { minimum: 1, maximum: 50, default: 10 }
} as const

/** A settable field of a monitor, made by `field`, with the column that stores it, if it has one. */
export interface MonitorField {
  readonly input: Schema.Top
  readonly output: Schema.Top
  readonly default?: unknown
  /** Absent: the field is a part of the JSON column `settings`, which the store needs no migration for. */
  readonly column?: string
  readonly type: "text" | "int" | "boolean" | "text[]" | "jsonb"
  /** The column is null where nothing is set; null in a change restores that. */
  readonly isNullable?: true
  /** The parts of a value that has some. Only columns of type jsonb have such values. */
  readonly form?: PartForm
  /** The list from which people choose the values. Default: they enter them. */
  readonly control?: "monitors"
  /** The values, if there are only these. */
  readonly words?: ReadonlyArray<string>
  /** The schedule has a copy that checks are made with: a change of it ends the lease of a running check. */
  readonly inSchedule?: boolean
}

/** The settable fields of a kind of monitor by name. */
export type MonitorFields = Readonly<Record<string, MonitorField>>

/** The values of all fields. */
export type SettingsOf<Fields extends MonitorFields> = {
  readonly [Name in keyof Fields]: Fields[Name]["output"]["Type"]
}

/** Values of all fields as requests have them: null stands for the default of a value with parts. */
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

/** `Struct.map(domainFields, inputOf)` are the schemas of request bodies. */
export const inputOf = Struct.lambda<InputOf>((field) => field.input)

/** `Struct.map(domainFields, outputOf)` are the schemas of records. */
export const outputOf = Struct.lambda<OutputOf>((field) => field.output)

/** The defaults of fields; a field without one is left out. */
export const defaultsOf = <Fields extends MonitorFields>(fields: Fields): DefaultsOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => ("default" in field ? [[name, field.default]] : []))
  ) as DefaultsOf<Fields>
