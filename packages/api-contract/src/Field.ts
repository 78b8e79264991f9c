import * as Schema from "effect/Schema"

interface Documentation<A> {
  readonly about: string
  readonly example: A
}

/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
const EMAIL_LENGTH = 254
const EMAIL = /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/u
const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/iu

/** PostgreSQL's text holds no NUL, and UTF-8 no lone surrogate. */
const storable = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** A text of 1 to `maximum` characters that the database can hold. */
export const text = (field: string, maximum: number, { about, example }: Documentation<string>) => {
  const message = `${field} must be a text of 1 to ${maximum} characters.`
  return Schema.String.annotate({
    message,
    description: `${about} 1 to ${maximum} characters.`,
    examples: [example]
  }).check(
    Schema.isMinLength(1, { message }),
    Schema.isMaxLength(maximum, { message }),
    Schema.makeFilter((value) => (storable(value) && value.trim() !== "") || message)
  )
}

interface Range {
  readonly minimum: number
  readonly maximum: number
}

/** A whole number of seconds within a range. */
export const seconds = (field: string, { minimum, maximum }: Range, { about, example }: Documentation<number>) => {
  const message = `${field} must be a whole number of seconds between ${minimum} and ${maximum}.`
  return Schema.Number.annotate({ message, description: `${about} Seconds.`, examples: [example] }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum, maximum }, { message })
  )
}

/** A whole number of milliseconds within a range. */
export const milliseconds = (field: string, { minimum, maximum }: Range, { about, example }: Documentation<number>) => {
  const message = `${field} must be a whole number of milliseconds between ${minimum} and ${maximum}.`
  return Schema.Number.annotate({ message, description: `${about} Milliseconds.`, examples: [example] }).check(
    Schema.isInt({ message }),
    Schema.isBetween({ minimum, maximum }, { message })
  )
}

/** True or false. */
export const flag = (field: string, { about, example }: Documentation<boolean>) =>
  Schema.Boolean.annotate({ message: `${field} must be true or false.`, description: about, examples: [example] })

/** A hex colour such as `#6B7280` or `#fff`. */
export const color = (field: string, { about, example }: Documentation<string>) => {
  const message = `${field} must be a hex colour such as ${example}.`
  return Schema.String.annotate({ message, description: about, examples: [example] }).check(
    Schema.isPattern(COLOR, { message })
  )
}

/** A list of at most `maximum` e-mail addresses. */
export const emails = (field: string, maximum: number, { about, example }: Documentation<ReadonlyArray<string>>) => {
  const message = `${field} must be a list of at most ${maximum} e-mail addresses.`
  const address = Schema.String.annotate({ message }).check(
    Schema.makeFilter((value) => (value.length <= EMAIL_LENGTH && EMAIL.test(value) && storable(value)) || message)
  )
  return Schema.Array(address)
    .annotate({ message, description: `${about} At most ${maximum}.`, examples: [example] })
    .check(Schema.isMaxLength(maximum, { message }))
}

/** A list of ids of which 1 to `maximum` differ. */
export const ids = (
  field: string,
  noun: string,
  maximum: number,
  { about, example }: Documentation<ReadonlyArray<string>>
) => {
  const message = `${field} is required (array of 1 to ${maximum} ${noun} ids)`
  return Schema.Array(Schema.String.annotate({ message }))
    .annotate({
      message,
      description: `${about} 1 to ${maximum} different ones.`,
      examples: [example]
    })
    .check(
      Schema.makeFilter((list) => {
        const different = new Set(list).size
        return (different >= 1 && different <= maximum) || message
      })
    )
    .pipe(Schema.annotateKey({ messageMissingKey: message }))
}
