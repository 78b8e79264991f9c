import {
  byKind,
  field,
  inputOf,
  monitorFields,
  monitorKinds,
  monitorLimits,
  newMonitorSecrets,
  newMonitorTexts,
  type MonitorField,
  type MonitorFields,
  type MonitorKind
} from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"

const idList = (name: string, noun: string, maximum: number) => {
  const message = `${name} is required (array of 1 to ${maximum} ${noun} ids)`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({
      message,
      description: `Ids of 1 to ${maximum} different ${noun} monitors.`,
      examples: [["01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"]]
    })
    .check(
      Schema.makeFilter((list) => {
        const different = new Set(list).size
        if (different > maximum) return `${name} must contain at most ${maximum} different ids.`
        return different >= 1 || message
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}

const updatesOf = <const Fields extends Schema.Struct.Fields>(fields: Fields, noun: string) => {
  const message = `updates is required (object of ${noun} fields)`
  const emptyMessage = `updates must hold at least one of: ${Object.keys(fields).join(", ")}.`
  return Schema.Struct(fields)
    .annotate({ message, description: "The fields to change in each monitor. At least one field is required." })
    .check(Schema.makeFilter((updates) => Object.keys(updates).length > 0 || emptyMessage))
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}

const CONFIRMATION = "DELETE"

/**
 * The confirmation of a bulk delete. A Literal would turn the struct into a member of a discriminated union and hide
 * the message.
 */
const confirmation = Schema.String.annotate({
  message: messages.confirmation,
  description: "Exactly `DELETE`.",
  examples: [CONFIRMATION]
})
  .check(Schema.makeFilter((value) => value === CONFIRMATION || messages.confirmation))
  .pipe(Schema.annotateKey({ messageMissingKey: messages.confirmation }))

const urlInput = (description: string, example: string) =>
  Schema.String.annotate({ message: messages.urlRequired, description, examples: [example] })
    .check(
      Schema.makeFilter((value) => value.trim() !== "" || messages.urlRequired),
      Schema.isMaxCodePoints(monitorLimits.urlLength, {
        message: `url must be a string of at most ${monitorLimits.urlLength} characters.`
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.urlRequired }))

/** Returns `timeout`, an alias of `timeoutSeconds` that is accepted only in requests. */
const timeoutAlias = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  field.seconds("timeout", {
    about: "Alias of timeoutSeconds. If both are present, Mon uses timeoutSeconds.",
    example: 30,
    minimum,
    maximum
  }).input

export const capital = <const Text extends string>(text: Text) =>
  (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>

const named = (identifier: string, description: string) => ({ identifier, title: identifier, description })

type Timeout = Parameters<typeof timeoutAlias>[0]

type Alias<Fields> = Fields extends { readonly timeoutSeconds: Timeout } ? "timeout" : never

type Settable<Fields extends MonitorFields> = {
  readonly [Name in keyof Fields]: Schema.optionalKey<Fields[Name]["input"]>
} & { readonly [Name in Alias<Fields>]: Schema.optionalKey<ReturnType<typeof timeoutAlias>> }

/** The settings that a new monitor must have. */
type Needed<Fields extends MonitorFields> = {
  readonly [
    Name in keyof Fields as Fields[Name] extends { readonly isNeeded: true } ? Name : never
  ]: Fields[Name]["input"]
}

/** The names of the fields of a new monitor that are not settings: its URL, if it has one. */
type Address<Kind extends MonitorKind> = (typeof newMonitorTexts)[Kind]["url"] extends null ? never : "url"

type Secrets<Kind extends MonitorKind, All = (typeof newMonitorSecrets)[Kind]> = {
  readonly [Name in keyof All]: Schema.optionalKey<Schema.String>
}

type Ids<Kind extends MonitorKind> = { readonly [Name in `${Kind}Ids`]: ReturnType<typeof idList> }

interface Bodies<Kind extends MonitorKind> {
  /** The service sets the defaults of absent fields. */
  readonly Create: Schema.Struct<
    { readonly [Name in Address<Kind>]: Schema.String } & Omit<
      Settable<(typeof monitorFields)[Kind]>,
      keyof Needed<(typeof monitorFields)[Kind]>
    > &
      Needed<(typeof monitorFields)[Kind]> &
      Secrets<Kind>
  >
  /** Only the fields that the body contains change. */
  readonly Update: Schema.Struct<Settable<(typeof monitorFields)[Kind]>>
  readonly BulkUpdate: Schema.Struct<
    Ids<Kind> & { readonly updates: Schema.Struct<Settable<(typeof monitorFields)[Kind]>> }
  >
  readonly BulkDelete: Schema.Struct<Ids<Kind> & { readonly confirmation: typeof confirmation }>
}

/**
 * Returns the fields in the order in which they are checked: the name, the check interval, the timeout, then all other
 * fields.
 */
const settableOf = (fields: MonitorFields & { readonly timeoutSeconds?: Timeout & MonitorField }) => {
  const { checkInterval, name, timeoutSeconds, ...others } = fields
  const first = Object.entries({ name, checkInterval, timeoutSeconds }).flatMap(([key, each]) =>
    each === undefined ? [] : [[key, each.input] as const]
  )
  const alias = timeoutSeconds === undefined ? {} : { timeout: timeoutAlias(timeoutSeconds) }
  const inputs = { ...Object.fromEntries<Schema.Top>(first), ...alias, ...Struct.map(others, inputOf) }
  return Struct.map(inputs, Schema.optionalKey) as Schema.Struct.Fields
}

const bodiesOf = (kind: MonitorKind) => {
  const { noun, nouns, plural, short } = monitorKinds[kind]
  const { about, url } = newMonitorTexts[kind]
  const settable = settableOf(monitorFields[kind])
  const ids = { [`${kind}Ids`]: idList(`${kind}Ids`, short, monitorLimits.bulkIds) }
  const address = url === null ? {} : { url: urlInput(url.about, url.example) }
  const needed = Object.fromEntries(
    Object.entries<MonitorField>(monitorFields[kind]).flatMap(([name, { input, isNeeded }]) =>
      isNeeded === true ? [[name, input.pipe(Schema.annotateKey({ messageMissingKey: `${name} is required.` }))]] : []
    )
  )
  const secrets = Object.fromEntries(
    Object.entries(newMonitorSecrets[kind]).map(([name, { input }]) => [name, Schema.optionalKey(input)])
  )
  return {
    Create: Schema.Struct({ ...address, ...settable, ...needed, ...secrets }).annotate(
      named(`Create${capital(kind)}`, about)
    ),
    Update: Schema.Struct(settable).annotate(
      named(`Update${capital(kind)}`, "The fields to change. Fields that are absent stay unchanged.")
    ),
    BulkUpdate: Schema.Struct({ ...ids, updates: updatesOf(settable, noun) }).annotate(
      named(`BulkUpdate${capital(plural)}`, `A change to apply to several ${nouns}.`)
    ),
    BulkDelete: Schema.Struct({ ...ids, confirmation }).annotate(
      named(`BulkDelete${capital(plural)}`, `The ${nouns} to delete.`)
    )
  }
}

/** The bodies of the requests that create, change and delete monitors, for each kind. */
export const monitorInputs = byKind<unknown>(bodiesOf) as {
  readonly [Kind in MonitorKind]: Bodies<Kind>
}

/** The body of a request that creates a monitor. The service sets the defaults of absent fields. */
export type CreateMonitor<Kind extends MonitorKind> = (typeof monitorInputs)[Kind]["Create"]["Type"]

/** The body of a request that changes a monitor. Only the fields that it contains change. */
export type UpdateMonitor<Kind extends MonitorKind> = (typeof monitorInputs)[Kind]["Update"]["Type"]
