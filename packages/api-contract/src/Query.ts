import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** More digits than any page, limit or window has. */
const DIGITS = /^\d{1,9}$/u
const LARGEST = 999_999_999

/** The range of a whole number in a query string: the schema hides it behind a text, the OpenAPI document shows it. */
export interface NumberRange {
  readonly minimum: number
  readonly maximum?: number
  readonly default: number
}

const annotation = "@mon/api-contract/NumberRange"

/** The range of a query parameter that {@link wholeNumber} made, and what it says. */
export const numberRange = SchemaAST.resolveAt<NumberRange & { readonly description: string }>(annotation)

/** A whole number in a query string, optional. */
export const wholeNumber = (name: string, range: NumberRange, about: string) => {
  const { minimum, maximum } = range
  const message =
    maximum === undefined
      ? `${name} must be a whole number of at least ${minimum}.`
      : `${name} must be a whole number between ${minimum} and ${maximum}.`
  const within = Schema.Number.annotate({ message }).check(
    Schema.isBetween({ minimum, maximum: maximum ?? LARGEST }, { message })
  )
  return Schema.optionalKey(
    Schema.String.annotate({ message })
      .check(Schema.isPattern(DIGITS, { message }))
      .pipe(Schema.decodeTo(within, SchemaTransformation.transform({ decode: Number, encode: String })))
      .annotate({ [annotation]: { ...range, description: about } })
  )
}

const switchAnnotation = "@mon/api-contract/Switch"

/** `true` or `false` in a query string, optional. */
export const trueOrFalse = (name: string, about: string, fallback: boolean) => {
  const message = `${name} must be true or false.`
  return Schema.optionalKey(
    Schema.Literals(["true", "false"])
      .annotate({ message })
      .pipe(
        Schema.decodeTo(
          Schema.Boolean,
          SchemaTransformation.transform({
            decode: (text) => text === "true",
            encode: (value) => (value ? ("true" as const) : ("false" as const))
          })
        )
      )
      .annotate({ [switchAnnotation]: { description: about, default: fallback } })
  )
}

/** What a query parameter that {@link trueOrFalse} made says. */
export const switchOf = SchemaAST.resolveAt<{ readonly description: string; readonly default: boolean }>(
  switchAnnotation
)
