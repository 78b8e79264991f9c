import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import { nameOfChoice, type PartForm, tagOf } from "./PartForm.ts"
import { CONTROL, storable } from "./storableText.ts"

/**
 * A part of a structured value: its schemas, and its form as plain data. Error messages begin with "must", because the
 * decoder of requests puts the path of the part before them: "request.headers must have at most 20 entries."
 */
export interface Part<Input extends Schema.Top = Schema.Top, Output extends Schema.Top = Input> {
  readonly input: Input
  readonly output: Output
  readonly form: PartForm
  readonly isOptional?: boolean
}

/**
 * A rule that the type of a value does not express. It returns true for a valid value, otherwise a sentence that begins
 * with "must".
 */
type Rule<A> = (value: A) => true | string

/**
 * Returns a rule that refuses control characters and characters that PostgreSQL cannot store. Long texts may contain
 * line breaks and tabs.
 */
const cleanText = (isLong: boolean): Rule<string> => {
  const allowed = /[\t\n\r]/gu
  return (value) =>
    (storable(value) && !CONTROL.test(isLong ? value.replaceAll(allowed, "") : value)) ||
    `must not contain ${isLong ? "" : "line breaks, "}control characters or characters that change the direction of text.`
}

const text = (options: {
  readonly about: string
  readonly example: string
  readonly maximum: number
  readonly minimum?: number
  readonly isLong?: boolean
  readonly isSealed?: boolean
  readonly rule?: Rule<string>
}) => {
  const { about, example, isLong = false, isSealed = false, maximum, minimum = 1, rule = () => true } = options
  const message = `must be a string of ${minimum} to ${maximum} characters.`
  // The example in the message has quotation marks, so that people who sent a number notice that the quotation marks
  // are missing.
  const wrongType = `${message.slice(0, -1)}, such as ${JSON.stringify(example)}.`
  const output = Schema.String.annotate({ description: about, examples: [example] })
  return {
    input: Schema.String.annotate({ message: wrongType, description: about, examples: [example] }).check(
      Schema.isMinLength(minimum, { message }),
      Schema.isMaxCodePoints(maximum, { message }),
      Schema.makeFilter(cleanText(isLong)),
      Schema.makeFilter(rule)
    ),
    output,
    form: {
      kind: "text",
      about,
      example,
      maximum,
      ...(isLong ? { isLong } : {}),
      ...(isSealed ? { isSealed } : {}),
      ...(minimum === 0 ? { mayBeEmpty: true } : {})
    }
  } as const satisfies Part
}

const number = (options: {
  readonly about: string
  readonly example: number
  readonly minimum: number
  readonly maximum: number
  readonly unit?: "seconds"
}) => {
  const { about, example, maximum, minimum, unit } = options
  const message = `must be a whole number between ${minimum} and ${maximum}.`
  return {
    input: Schema.Number.annotate({ message, description: about, examples: [example] }).check(
      Schema.isInt({ message }),
      Schema.isBetween({ minimum, maximum }, { message })
    ),
    output: Schema.Int.annotate({ description: about, examples: [example] }),
    form: { kind: "number", about, example, minimum, maximum, ...(unit === undefined ? {} : { unit }) }
  } as const satisfies Part
}

const flag = ({ about, isOnByDefault = false }: { readonly about: string; readonly isOnByDefault?: boolean }) => {
  const output = Schema.Boolean.annotate({ description: about })
  return {
    input: output.annotate({ message: "must be true or false." }),
    output,
    form: { kind: "flag", about, ...(isOnByDefault ? { isOnByDefault } : {}) }
  } as const satisfies Part
}

const word = <const Words extends ReadonlyArray<string | number>>(
  words: Words,
  { about }: { readonly about: string }
) => {
  const output = Schema.Literals(words).annotate({ description: about })
  return {
    input: output.annotate({ message: `must be one of: ${words.join(", ")}.` }),
    output,
    form: { kind: "word", about, words }
  } as const satisfies Part
}

const scalar = ({ about, maximum }: { readonly about: string; readonly maximum: number }) => {
  const message = `must be a string of at most ${maximum} characters, a number, true, false or null.`
  const output = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Null]).annotate({
    description: about
  })
  return {
    input: Schema.Union([
      Schema.String.check(Schema.isMaxCodePoints(maximum, { message })),
      Schema.Finite,
      Schema.Boolean,
      Schema.Null
    ]).annotate({ message, description: about }),
    output,
    form: { kind: "scalar", about, maximum }
  } as const satisfies Part
}

const comparable = ({ about, maximum }: { readonly about: string; readonly maximum: number }) => {
  const message = `must be a number, or a string of at most ${maximum} characters.`
  return {
    input: Schema.Union([Schema.String.check(Schema.isMaxCodePoints(maximum, { message })), Schema.Finite]).annotate({
      message,
      description: about
    }),
    output: Schema.Union([Schema.String, Schema.Finite]).annotate({ description: about }),
    form: { kind: "scalar", about, maximum }
  } as const satisfies Part
}

const list = <Input extends Schema.Top, Output extends Schema.Top>(
  item: Part<Input, Output>,
  { about, maximum }: { readonly about: string; readonly maximum: number }
) => {
  const message = `must be a list of at most ${maximum} entries.`
  return {
    input: Schema.Array(item.input)
      .annotate({ message, description: about })
      .check(Schema.isMaxLength(maximum, { message })),
    output: Schema.Array(item.output).annotate({ description: about }),
    form: { kind: "list", about, maximum, item: item.form }
  } as const satisfies Part
}

const map = <Input extends Schema.Top, Output extends Schema.Top>(
  value: Part<Input, Output>,
  options: {
    readonly about: string
    readonly maximum: number
    readonly rule?: Rule<{ readonly [name: string]: Input["Type"] }>
  }
) => {
  const { about, maximum, rule = () => true } = options
  const message = `must be an object with at most ${maximum} entries.`
  return {
    input: Schema.Record(Schema.String, value.input)
      .annotate({ message, description: about })
      .check(
        Schema.makeFilter((entries: object) => Object.keys(entries).length <= maximum || message),
        Schema.makeFilter(rule as Rule<object>)
      ),
    output: Schema.Record(Schema.String, value.output).annotate({ description: about }),
    form: { kind: "map", about, maximum, value: value.form }
  } as const satisfies Part
}

type Parts = Readonly<Record<string, Part>>

type InputsOf<Of extends Parts> = {
  readonly [Name in keyof Of]: Of[Name] extends { readonly isOptional: true }
    ? Schema.optionalKey<Of[Name]["input"]>
    : Of[Name]["input"]
}

type OutputsOf<Of extends Parts> = {
  readonly [Name in keyof Of]: Of[Name] extends { readonly isOptional: true }
    ? Schema.optionalKey<Of[Name]["output"]>
    : Of[Name]["output"]
}

/**
 * The names of a part in the OpenAPI document, for requests and for responses. A named part is described only once
 * there.
 */
const named = (name: string | undefined) => ({
  input: name === undefined ? {} : { identifier: `${name}Input`, title: `${name}Input` },
  output: name === undefined ? {} : { identifier: name, title: name }
})

const optional = <Of extends Part>(part: Of): Of & { readonly isOptional: true } => ({ ...part, isOptional: true })

const schemasOf = (parts: Parts, side: "input" | "output"): Schema.Struct.Fields =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      part.isOptional === true
        ? Schema.optionalKey(part[side])
        : part[side].pipe(Schema.annotateKey({ messageMissingKey: "must be there." }))
    ])
  )

const object = <const Of extends Parts>(
  parts: Of,
  options: {
    readonly about: string
    readonly name?: string
    readonly rule?: Rule<Schema.Struct<InputsOf<Of>>["Type"]>
  }
) => {
  const { about, name, rule = () => true } = options
  const names = Object.keys(parts)
  const message = `must be an object with: ${names.join(", ")}.`
  // Refuses unknown names. Otherwise, a misspelt name would be ignored.
  const unknown = Schema.Record(
    Schema.String.check(Schema.makeFilter((key: string) => !names.includes(key))),
    Schema.Never.annotate({ message: `is not allowed here. Allowed: ${names.join(", ")}.` })
  )
  const input = Schema.StructWithRest(Schema.Struct(schemasOf(parts, "input")), [unknown])
    .annotate({ message, description: about })
    .check(Schema.makeFilter(rule as Rule<object>))
    .annotate({ ...named(name).input, description: about })
  return {
    input: input as unknown as Schema.Struct<InputsOf<Of>>,
    output: Schema.Struct(schemasOf(parts, "output")).annotate({
      ...named(name).output,
      description: about
    }) as unknown as Schema.Struct<OutputsOf<Of>>,
    form: {
      kind: "object",
      about,
      parts: Object.entries(parts).map(([key, { form, isOptional = false }]) => ({ name: key, isOptional, form }))
    }
  } as const satisfies Part
}

const formatted = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Returns whether the caller meant a choice: the given object contains the first part of the choice, which no other
 * choice has. If the first part is a `type`, it contains the word of the choice.
 */
const isMeant = (form: PartForm, issue: SchemaIssue.Issue): boolean => {
  const first = form.kind === "object" ? form.parts[0]?.name : undefined
  const isTagged = tagOf(form) !== null
  return formatted(issue).issues.every(
    ({ message, path = [] }) => String(path[0]) !== first || (!isTagged && message !== "must be there.")
  )
}

const takesOf = (choices: ReadonlyArray<PartForm>): string => {
  const [tag = null] = choices.map(tagOf)
  const names = choices.map(nameOfChoice).join(", ")
  return tag === null ? `must be an object with one of: ${names}.` : `must have a type: ${names}.`
}

const choice = <const Choices extends ReadonlyArray<Part>>(
  choices: Choices,
  { about, name }: { readonly about: string; readonly name?: string }
) => {
  const forms = choices.map(({ form }) => form)
  const union = Schema.Union(choices.map(({ input }) => input)).annotate({
    message: takesOf(forms),
    description: about
  })
  // Reports the errors for the choice that the caller meant. Otherwise, the message would be about the first choice.
  const input = union.pipe(
    Schema.catchDecoding((issue) => {
      if (issue._tag !== "AnyOf") return Effect.fail(issue)
      const meant = issue.issues.find((one, index) => {
        const form = forms[index]
        return form !== undefined && isMeant(form, one)
      })
      return Effect.fail(meant ?? new SchemaIssue.AnyOf(issue.ast, []))
    }),
    Schema.annotate({ ...named(name).input, description: about })
  )
  return {
    input: input as unknown as Schema.Union<{ readonly [Index in keyof Choices]: Choices[Index]["input"] }>,
    output: Schema.Union(choices.map(({ output }) => output)).annotate({
      ...named(name).output,
      description: about
    }) as unknown as Schema.Union<{ readonly [Index in keyof Choices]: Choices[Index]["output"] }>,
    form: { kind: "choice", about, choices: forms }
  } as const satisfies Part
}

/**
 * Functions that describe the parts of an object or a list. `field.value` makes a settable field from these parts.
 *
 * @example
 * ```ts
 * const watched = part.object(
 *   { types: part.list(part.word(["MX", "NS"], { about: "Type." }), { about: "Types.", maximum: 2 }) },
 *   { about: "What is watched." }
 * )
 * ```
 */
export const part = {
  /** A text of `minimum` (default: 1) to `maximum` characters. A sealed text is never shown. */
  text,
  /** A whole number within a range. */
  number,
  /** True or false. */
  flag,
  /** One of several words or numbers. */
  word,
  /** A text, a number, true, false or null. */
  scalar,
  /** A number or a text. */
  comparable,
  /** A list of at most `maximum` entries of one kind. */
  list,
  /** A map of names to values. */
  map,
  /** An object. It must not contain names that are not declared. */
  object,
  /** A part that an object may leave out. */
  optional,
  /**
   * A choice between several objects. The first parts of the objects are required. They have different names, or each
   * is a `type` with one word.
   */
  choice
} as const
