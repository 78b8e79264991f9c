import {
  byKind,
  type ContentFaultFacts,
  type DomainSettings,
  hasSealed,
  mapSealed,
  type MonitorField,
  type MonitorFields,
  monitorFields,
  SEALED,
  type SettingsOf,
  unsafeMethods
} from "@mon/model"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { isFlag, isNullOr, isObjectOf, isText } from "../../sql/JsonGuard.ts"

/** The column that stores all fields that have no column of their own. */
const SHARED = "settings"

/** JSON columns are not decoded. */
export type ColumnsOf<Fields extends MonitorFields> = {
  readonly [
    Name in keyof Fields as Fields[Name] extends { readonly column: infer Column extends string }
      ? Column
      : typeof SHARED
  ]: Fields[Name] extends { readonly column: string; readonly type: infer Type }
    ? Type extends "jsonb"
      ? unknown
      : Fields[Name]["output"]["Type"]
    : unknown
}

/**
 * The parts of statements about the settable fields of a kind of monitor. `m` is the monitor, and `p` is a record with
 * the values of a request.
 */
interface FieldColumns {
  readonly names: string
  /** SQL for the columns of `m`. */
  readonly selected: string
  /** The column definitions of `jsonb_to_record`, for a JSON object with the values by field. */
  readonly record: string
  /** The values from `p`, in the order of `names`. */
  readonly values: string
  /**
   * The assignments that set each column to its value in `p`. Null means "unchanged". A column that may be null changes
   * if `p.given`, the JSON of the change, contains its field.
   */
  readonly assignments: string
  /** SQL for whether `p` has a value on which the schedule or a running check depends. */
  readonly changesSchedule: string
  /** SQL for whether `p` has a value that checks use but the schedule does not store. */
  readonly changesChecks: string
}

const isGiven = (name: string, { isNullable }: MonitorField): string =>
  isNullable === true ? `p.given ? '${name}'` : `p."${name}" is not null`

const assignment = (name: string, field: MonitorField): string =>
  `${field.column} = ` +
  (field.isNullable === true
    ? `case when ${isGiven(name, field)} then p."${name}" else m.${field.column} end`
    : `coalesce(p."${name}", m.${field.column})`)

const sharedParts = (names: ReadonlyArray<string>) =>
  names.map((name) => `case when p.given ? '${name}' then jsonb_build_object('${name}', p."${name}") else '{}' end`)

export const columnsOf = (fields: MonitorFields): FieldColumns => {
  const all = Object.entries(fields).map(([name, field]): [string, MonitorField] =>
    field.column === undefined ? [name, { ...field, type: "jsonb", isNullable: true }] : [name, field]
  )
  const entries = all.filter(([, { column }]) => column !== undefined)
  const shared = all.filter(([, { column }]) => column === undefined).map(([name]) => name)
  const scheduled = all.filter(([, { inSchedule }]) => inSchedule === true)
  const withShared = (parts: ReadonlyArray<string>, part: () => string): string =>
    (shared.length === 0 ? parts : [...parts, part()]).join(", ")
  return {
    names: withShared(
      entries.map(([, { column }]) => `${column}`),
      () => SHARED
    ),
    selected: withShared(
      entries.map(([, { column }]) => `m.${column}`),
      () => `m.${SHARED}`
    ),
    record: all.map(([name, { type }]) => `"${name}" ${type}`).join(", "),
    values: withShared(
      entries.map(([name]) => `p."${name}"`),
      () => `jsonb_build_object(${shared.map((name) => `'${name}', p."${name}"`).join(", ")})`
    ),
    assignments: withShared(
      entries.map(([name, field]) => assignment(name, field)),
      () => `${SHARED} = coalesce(m.${SHARED}, '{}') || ${sharedParts(shared).join(" || ")}`
    ),
    changesSchedule: scheduled.map(([name, field]) => isGiven(name, field)).join(" or "),
    changesChecks: scheduled
      .filter(([, { isNullable }]) => isNullable === true)
      .map(([name, field]) => isGiven(name, field))
      .join(" or ")
  }
}

export const monitorColumns = byKind((kind) => columnsOf(monitorFields[kind]))

/** SQL for whether the requests of a monitor may change something on the server, because their method is unsafe. */
export const isUnsafe = (monitor: string): string =>
  `coalesce(${monitor}.request ->> 'method' in (${unsafeMethods.map((method) => `'${method}'`).join(", ")}), false)`

const HAS_UNSAFE_METHOD = unsafeMethods.map((method) => `@.method == "${method}"`).join(" || ")

/** A path to the HTTP steps of a service that may change something. With a body, the default method is POST. */
const UNSAFE_STEP = `$.check.steps[*] ? (${HAS_UNSAFE_METHOD} || exists(@.body) || exists(@.form))`

/** SQL for whether a failed check of a monitor is repeated at most once, because a check may change something. */
export const repeatsOnce = (monitor: string): string =>
  `(${isUnsafe(monitor)} or coalesce(${monitor}.settings #>> '{check,type}' = 'mailRoundTrip'
    or jsonb_path_exists(${monitor}.settings, '${UNSAFE_STEP}'), false))`

type Read = (column: unknown) => unknown

/**
 * Returns a function that decodes a column and hides sealed texts. A value that another release stored in a different
 * form becomes the default. Null becomes the default too, unless null is a valid value of the field.
 */
const readerOf = (field: MonitorField): Read => {
  const { column: own, form } = field
  if (form === undefined && own !== undefined) return (column) => column
  const decode = Schema.decodeUnknownOption(field.output as Schema.Codec<unknown>)
  const shown =
    form !== undefined && hasSealed(form)
      ? (value: unknown) => mapSealed(form, value, () => SEALED)
      : (value: unknown) => value
  // Null is a valid value of a number or a text that may be absent. Such a null means, for example, that there is no
  // limit.
  const isValue = form === undefined && field.isNullable === true
  return (column) =>
    column === undefined || (column === null && !isValue)
      ? field.default
      : shown(Option.getOrElse(decode(column), () => field.default))
}

export const settingsReader = <Fields extends MonitorFields>(fields: Fields) => {
  const entries = Object.entries(fields).map(([name, field]) => [name, field.column, readerOf(field)] as const)
  return (row: ColumnsOf<Fields>): SettingsOf<Fields> => {
    const columns: Readonly<Record<string, unknown>> = row
    const shared = new Map(Object.entries(columns[SHARED] ?? {}))
    const settings: Record<string, unknown> = {}
    for (const [name, column, read] of entries)
      settings[name] = read(column === undefined ? shared.get(name) : columns[column])
    return settings as SettingsOf<Fields>
  }
}

/** The order in which PostgreSQL stores the keys of a JSON object: by length, then by bytes. */
const byStoredOrder = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  Buffer.byteLength(one) - Buffer.byteLength(other) || Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Returns a JSON value with its keys in the order in which PostgreSQL stores them. */
const asStored = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(asStored)
  const entries = Object.entries(value).map(([key, part]) => [key, asStored(part)] as const)
  return Object.fromEntries(entries.sort(byStoredOrder))
}

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text)
  return typeof value === "object" && value !== null ? { ...value } : {}
}

/** Returns the columns of a new monitor, in the form in which a {@link settingsReader} reads them. `settings`: JSON. */
export const newColumns = (fields: MonitorFields, settings: string): Readonly<Record<string, unknown>> => {
  const values = new Map(Object.entries(parseObject(settings)))
  const columns: Array<readonly [string, unknown]> = []
  const shared: Array<readonly [string, unknown]> = []
  for (const [name, { column }] of Object.entries<MonitorField>(fields)) {
    const value = asStored(values.get(name) ?? null)
    if (column === undefined) shared.push([name, value])
    else columns.push([column, value])
  }
  return { ...Object.fromEntries(columns), [SHARED]: Object.fromEntries(shared) }
}

/** The stored result of checking the content of a response. */
export interface RecordedContent {
  /** Null if there is no fault. */
  readonly fault: ContentFaultFacts | null
  /**
   * The new memory of the engine that checks contents, in the engine's own form. If absent, the stored memory stays
   * unchanged.
   */
  readonly memory?: unknown
}

const isContentFault = isObjectOf<ContentFaultFacts>({
  code: isText,
  family: isNullOr(isText),
  line: isNullOr(isText),
  certain: isFlag
})

/**
 * Returns null if the content of the monitor is not judged, or if another release stored the fault in a different form.
 */
export const readContentFault = (stored: unknown, mode: DomainSettings["contentFaults"]): ContentFaultFacts | null =>
  mode !== "off" && isContentFault(stored) ? stored : null
