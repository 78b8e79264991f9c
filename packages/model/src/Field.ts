import * as Schema from "effect/Schema"
import { described } from "./Described.ts"
import type { Part } from "./Part.ts"
import { CONTROL, isBlank, storable } from "./storableText.ts"

/** The texts about a field. `rule` is for callers who set the field, so it appears only in the schema of requests. */
interface About<A> {
  readonly about: string
  readonly rule?: string
  readonly example: A
  /** The value in a new record if the request does not set the field. Absent if the service calculates the value. */
  readonly default?: A
}

interface Longest {
  readonly maximum: number
}

interface Range extends Longest {
  readonly minimum: number
}

/**
 * The maximum length of an email address. RFC 5321 section 4.5.3.1.3 allows a path of 256 octets, two of which are the
 * angle brackets.
 */
const EMAIL_LENGTH = 254
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u
/** The pattern of DKIM selectors: DNS labels (RFC 6376 section 3.1), at most 100 characters. */
const SELECTOR =
  /^(?=.{1,100}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/iu
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu

/**
 * Returns whether a text has invisible characters that change how other text is shown: line breaks, other control
 * characters, tags, and characters that reverse the direction of the text after them. Such characters could forge lines
 * of an email.
 *
 * @example
 * ```ts
 * hasControlCharacters("Shop\nUP") // => true
 * hasControlCharacters("Büro 🏢") // => false
 * ```
 */
export const hasControlCharacters = (text: string): boolean => CONTROL.test(text)

/**
 * Returns whether a text is a visible name: it has at least one visible character, and no
 * {@link hasControlCharacters | control characters}.
 *
 * @example
 * ```ts
 * isVisibleName("\u200b") // => false
 * isVisibleName("\u{1f469}\u200d\u{1f4bb}") // => true
 * ```
 */
export const isVisibleName = (text: string): boolean =>
  !isBlank(text) && text.isWellFormed() && !hasControlCharacters(text)

/** The error message for a field with control characters. */
export const controlCharactersMessage = (name: string): string =>
  `${name} must not contain line breaks, control characters or characters that change the direction of text.`

const sentences = (...parts: ReadonlyArray<string | undefined>): string =>
  parts.filter((part) => part !== undefined).join(" ")

const text = <const Options extends About<string> & Longest>(name: string, options: Options) => {
  const { about, example, maximum, rule } = options
  const message = `${name} must be a string of 1 to ${maximum} characters.`
  return {
    ...options,
    type: "text" as const,
    output: described.text(about, example),
    input: Schema.String.annotate({
      message,
      description: sentences(about, `1 to ${maximum} characters, no line breaks or other control characters.`, rule),
      examples: [example]
    }).check(
      Schema.isMinLength(1, { message }),
      Schema.isMaxCodePoints(maximum, { message }),
      Schema.makeFilter((value) => (storable(value) && !isBlank(value)) || message),
      Schema.makeFilter((value) => !hasControlCharacters(value) || controlCharactersMessage(name))
    )
  }
}

const duration =
  (unit: "seconds" | "milliseconds", sentence: string) =>
  <const Options extends About<number> & Range>(name: string, options: Options) => {
    const { about, example, maximum, minimum, rule } = options
    const message = `${name} must be a whole number of ${unit} between ${minimum} and ${maximum}.`
    return {
      ...options,
      type: "int" as const,
      output: described.count(sentences(about, sentence), example),
      input: Schema.Number.annotate({
        message,
        description: sentences(about, sentence, rule),
        examples: [example]
      }).check(Schema.isInt({ message }), Schema.isBetween({ minimum, maximum }, { message }))
    }
  }

const flag = <const Options extends About<boolean>>(name: string, options: Options) => {
  const { about, example, rule } = options
  return {
    ...options,
    type: "boolean" as const,
    output: described.flag(about, example),
    input: Schema.Boolean.annotate({
      message: `${name} must be true or false.`,
      description: sentences(about, rule),
      examples: [example]
    })
  }
}

const word = <const Words extends ReadonlyArray<string>, const Options extends About<Words[number]>>(
  name: string,
  words: Words,
  options: Options
) => {
  const { about, example, rule } = options
  return {
    ...options,
    words,
    type: "text" as const,
    output: described.value(Schema.Literals(words), about, example),
    input: Schema.Literals(words).annotate({
      message: `${name} must be one of ${words.join(", ")}.`,
      description: sentences(about, rule),
      examples: [example]
    })
  }
}

const color = <const Options extends About<string>>(name: string, options: Options) => {
  const { about, example, rule } = options
  const message = `${name} must be a hex colour such as ${example}.`
  return {
    ...options,
    type: "text" as const,
    output: described.text(about, example),
    input: Schema.String.annotate({ message, description: sentences(about, rule), examples: [example] }).check(
      Schema.isPattern(COLOR, { message })
    )
  }
}

const emails = <const Options extends About<ReadonlyArray<string>> & Longest>(name: string, options: Options) => {
  const { about, example, maximum, rule } = options
  const message = `${name} must be a list of at most ${maximum} e-mail addresses.`
  const entryMessage = `${name} must contain only e-mail addresses.`
  const address = Schema.String.annotate({ message: entryMessage }).check(
    Schema.makeFilter(
      (value) => (value.length <= EMAIL_LENGTH && EMAIL.test(value) && storable(value)) || entryMessage
    ),
    Schema.makeFilter((value) => !hasControlCharacters(value) || controlCharactersMessage(name))
  )
  return {
    ...options,
    type: "text[]" as const,
    output: described.texts(about, example),
    input: Schema.Array(address)
      .annotate({ message, description: sentences(about, `At most ${maximum}.`, rule), examples: [example] })
      .check(Schema.isMaxLength(maximum, { message }))
  }
}

const dkimSelectors = <const Options extends About<ReadonlyArray<string>> & Longest>(
  name: string,
  options: Options
) => {
  const { about, example, maximum, rule } = options
  const message = `${name} must be a list of at most ${maximum} DKIM selectors.`
  const entryMessage = `${name} must contain only DKIM selectors such as ${example[0] ?? "s1"}.`
  const selector = Schema.String.annotate({ message: entryMessage }).check(
    Schema.isPattern(SELECTOR, { message: entryMessage })
  )
  return {
    ...options,
    type: "text[]" as const,
    output: described.texts(about, example),
    input: Schema.Array(selector)
      .annotate({ message, description: sentences(about, `At most ${maximum}.`, rule), examples: [example] })
      .check(Schema.isMaxLength(maximum, { message }))
  }
}

/** Declares a list of monitor ids. The store, not the schema, checks whether the ids are monitors of the account. */
const monitors = <const Options extends About<ReadonlyArray<string>> & Longest>(name: string, options: Options) => {
  const { about, example, maximum, rule } = options
  const message = `${name} must be a list of at most ${maximum} different monitor ids.`
  return {
    ...options,
    type: "text[]" as const,
    control: "monitors" as const,
    output: described.texts(about, example),
    input: Schema.Array(Schema.String.annotate({ message }))
      .annotate({ message, description: sentences(about, `At most ${maximum}.`, rule), examples: [example] })
      .check(
        Schema.isMaxLength(maximum, { message }),
        Schema.makeFilter((ids) => new Set(ids).size === ids.length || message)
      )
  }
}

const milliseconds = duration("milliseconds", "Milliseconds.")

/** Declares a duration that may be absent: null removes it. */
const durationOrNull =
  (unit: "seconds" | "milliseconds", sentence: string) =>
  <
    const Options extends Omit<About<number>, "default"> &
      Range & { readonly default: number | null; readonly null: string }
  >(
    name: string,
    options: Options
  ) => {
    const { about, example, maximum, minimum, rule } = options
    const message = `${name} must be null or a whole number of ${unit} between ${minimum} and ${maximum}.`
    const description = sentences(about, `${sentence} Null: ${options.null}.`)
    return {
      ...options,
      isNullable: true as const,
      type: "int" as const,
      output: described.countOrNull(description, example),
      input: Schema.NullOr(
        Schema.Number.annotate({ message }).check(
          Schema.isInt({ message }),
          Schema.isBetween({ minimum, maximum }, { message })
        )
      ).annotate({ message, description: sentences(description, rule), examples: [example] })
    }
  }

/**
 * Declares a text that may be absent: null removes it. `takes` is the end of the error message for a text that does not
 * match.
 */
const textOrNull = <
  const Options extends Omit<About<string>, "default"> &
    Longest & { readonly default: null; readonly pattern: RegExp; readonly takes: string }
>(
  name: string,
  options: Options
) => {
  const { about, example, maximum, pattern, rule, takes } = options
  const message = `${name} must be null or ${takes}.`
  return {
    ...options,
    isNullable: true as const,
    type: "text" as const,
    output: described.textOrNull(about, example),
    input: Schema.NullOr(
      Schema.String.annotate({ message }).check(
        Schema.isMaxCodePoints(maximum, { message }),
        Schema.isPattern(pattern, { message })
      )
    ).annotate({ message, description: sentences(about, rule), examples: [example] })
  }
}

/**
 * Declares a secret of a new monitor. It is not in requests that change the monitor, and not in records. `takes` is the
 * end of the error message for a text that does not match.
 */
const secret = (
  name: string,
  {
    about,
    example,
    pattern,
    takes
  }: Omit<About<string>, "default"> & { readonly pattern: RegExp; readonly takes: string }
) => {
  const message = `${name} must be ${takes}.`
  return {
    pattern,
    message,
    input: Schema.String.annotate({ message, description: about, examples: [example] }).check(
      Schema.isPattern(pattern, { message })
    )
  }
}

/**
 * Declares an object or a list made of parts. A change replaces the whole value. Null in a request restores the
 * default, and null in the column means the default.
 */
const value = <
  Input extends Schema.Top,
  Output extends Schema.Top,
  const Options extends {
    readonly about: string
    readonly rule?: string
    readonly example: Output["Type"]
    readonly default: Output["Type"] | null
  }
>(
  name: string,
  part: Part<Input, Output>,
  options: Options
) => {
  const { about, example, rule } = options
  const message = `${name} must be null or ${part.form.kind === "list" ? "a list" : "an object"}.`
  const isNull = options.default === null
  const output = isNull ? Schema.NullOr(part.output) : part.output
  return {
    ...options,
    isNullable: true as const,
    type: "jsonb" as const,
    form: part.form,
    output: output.annotate({ description: about, examples: [example] }) as unknown as Options["default"] extends null
      ? Schema.NullOr<Output>
      : Output,
    input: Schema.NullOr(part.input).annotate({
      message,
      description: sentences(about, isNull ? "Null: none." : "Null: the default.", rule),
      examples: [example]
    })
  }
}

/**
 * Declares an object made of parts that every monitor has. A change replaces the whole value. In a record, null means
 * that this version of Mon cannot read the stored value.
 */
const needed = <
  Input extends Schema.Top,
  Output extends Schema.Top,
  const Options extends { readonly about: string; readonly rule?: string; readonly example: Output["Type"] }
>(
  part: Part<Input, Output>,
  options: Options
) => {
  const { about, example, rule } = options
  const description = sentences(about, rule)
  return {
    ...options,
    isNeeded: true as const,
    default: null,
    type: "jsonb" as const,
    form: part.form,
    output: Schema.NullOr(part.output).annotate({
      description: sentences(about, "Null if another version of Mon stored it in a form that this one cannot read."),
      examples: [example]
    }) as Schema.NullOr<Output>,
    input: part.input.annotate({ description, examples: [example] }) as Input
  }
}

/**
 * Functions that declare fields that a caller can set. Each field is declared only once. `input` is the schema for
 * requests, with limits and error messages. `output` is the schema for records. It has no limits, because limits may
 * change while stored values stay the same. `type` is the type of the column.
 *
 * @example
 * ```ts
 * const { input, output } = field.flag("active", { about: "Whether it is used.", example: true })
 * ```
 */
export const field = {
  /**
   * A text of 1 to `maximum` characters (Unicode code points) that the database can store, without control characters.
   */
  text,
  /** A text that matches a pattern, or null. */
  textOrNull,
  /** A secret of a new monitor. */
  secret,
  /** A whole number of seconds within a range. */
  seconds: duration("seconds", "Seconds."),
  /** A whole number of milliseconds within a range. */
  milliseconds,
  /** A whole number of milliseconds within a range, or null. */
  millisecondsOrNull: durationOrNull("milliseconds", "Milliseconds."),
  /** A whole number of seconds within a range, or null. */
  secondsOrNull: durationOrNull("seconds", "Seconds."),
  /** True or false. */
  flag,
  /** One of a few words. */
  word,
  /** A hex colour such as `#6B7280` or `#fff`. */
  color,
  /** A list of at most `maximum` email addresses. */
  emails,
  /** A list of at most `maximum` DKIM selectors. */
  dkimSelectors,
  /** A list of at most `maximum` ids of monitors of the account. */
  monitors,
  /** An object or a list, described by `part`. */
  value,
  /** An object, described by `part`, that every monitor has. */
  needed
} as const
