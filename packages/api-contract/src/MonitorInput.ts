import { field, inputOf, monitorKinds, monitorLimits, type MonitorField, type MonitorKind } from "@mon/model"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { messages } from "./Message.ts"

/** The ids of a bulk request, of which 1 to `maximum` differ. */
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

/** The change of a bulk request: at least one of the fields. */
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
 * The confirmation of a bulk delete. A Literal would make the struct a member of a discriminated union and hide the
 * message.
 */
const confirmation = Schema.String.annotate({
  message: messages.confirmation,
  description: "Exactly `DELETE`.",
  examples: [CONFIRMATION]
})
  .check(Schema.makeFilter((value) => value === CONFIRMATION || messages.confirmation))
  .pipe(Schema.annotateKey({ messageMissingKey: messages.confirmation }))

/** The URL of a new monitor. */
export const urlInput = (description: string, example: string) =>
  Schema.String.annotate({ message: messages.urlRequired, description, examples: [example] })
    .check(
      Schema.makeFilter((value) => value.trim() !== "" || messages.urlRequired),
      Schema.isMaxCodePoints(monitorLimits.urlLength, {
        message: `url must be a string of at most ${monitorLimits.urlLength} characters.`
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: messages.urlRequired }))

/** `timeout`, another name of `timeoutSeconds` that only requests have. */
const timeoutAlias = ({ maximum, minimum }: { readonly minimum: number; readonly maximum: number }) =>
  field.seconds("timeout", {
    about: "Alias of timeoutSeconds. If both are present, Mon uses timeoutSeconds.",
    example: 30,
    minimum,
    maximum
  }).input

const capital = <const Text extends string>(text: Text) =>
  (text.charAt(0).toUpperCase() + text.slice(1)) as Capitalize<Text>

const named = (identifier: string, description: string) => ({ identifier, title: identifier, description })

/** The fields of a kind of monitor, of which every kind has these. */
type TimedFields = Readonly<Record<"name" | "checkInterval" | "timeoutSeconds", MonitorField>> &
  Readonly<Record<string, MonitorField>> & { readonly timeoutSeconds: Parameters<typeof timeoutAlias>[0] }

/**
 * The bodies of the requests that create, change and delete monitors of a kind. `target` is what a new monitor has
 * beside the settable `fields`, such as its URL.
 */
export const monitorInputs = <
  const Kind extends MonitorKind,
  const Fields extends TimedFields,
  const Target extends Schema.Struct.Fields
>(
  kind: Kind,
  { about, fields, target }: { fields: Fields; target: Target; about: string }
) => {
  const { noun, nouns, plural, short } = monitorKinds[kind]
  const { checkInterval, name, timeoutSeconds, ...others } = Struct.map(fields, inputOf)
  /** In the order in which they are checked. */
  const settable = Struct.map(
    { name, checkInterval, timeoutSeconds, timeout: timeoutAlias(fields.timeoutSeconds), ...others },
    Schema.optionalKey
  )
  const ids = { [`${kind}Ids`]: idList(`${kind}Ids`, short, monitorLimits.bulkIds) } as {
    readonly [Name in `${Kind}Ids`]: ReturnType<typeof idList>
  }
  return {
    /** Defaults are applied by the service. */
    Create: Schema.Struct({ ...target, ...settable }).annotate(named(`Create${capital(kind)}`, about)),
    /** Only the fields that are there change. */
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

/** The bodies of the requests about a kind of monitor. */
export interface MonitorInputs<Create, Update, BulkUpdate, BulkDelete> {
  readonly Create: Create
  readonly Update: Update
  readonly BulkUpdate: BulkUpdate
  readonly BulkDelete: BulkDelete
}
