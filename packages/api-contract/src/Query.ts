import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaTransformation from "effect/SchemaTransformation"

const DIGITS = /^\d+$/u
/** The largest allowed number. JavaScript cannot represent every larger whole number exactly. */
const LARGEST = Number.MAX_SAFE_INTEGER

/**
 * The range of a whole number in a query string. The schema decodes a text, so the range is not visible in it. The
 * OpenAPI document takes the range from this annotation.
 */
export interface NumberRange {
  readonly minimum: number
  readonly maximum?: number
  readonly default: number
}

const annotation = "@mon/api-contract/NumberRange"

export const numberRange = SchemaAST.resolveAt<NumberRange & { readonly description: string }>(annotation)

export const wholeNumber = (name: string, range: NumberRange, about: string) => {
  const { minimum, maximum } = range
  const message =
    maximum === undefined
      ? `${name} must be a whole number of at least ${minimum}.`
      : `${name} must be a whole number between ${minimum} and ${maximum}.`
  const tooLarge = maximum === undefined ? `${name} must be at most ${LARGEST}.` : message
  const within = Schema.Number.annotate({ message }).check(
    Schema.isGreaterThanOrEqualTo(minimum, { message }),
    Schema.isLessThanOrEqualTo(maximum ?? LARGEST, { message: tooLarge })
  )
  return Schema.optionalKey(
    Schema.String.annotate({ message })
      .check(Schema.isPattern(DIGITS, { message }))
      .pipe(Schema.decodeTo(within, SchemaTransformation.transform({ decode: Number, encode: String })))
      .annotate({ [annotation]: { ...range, description: about } })
  )
}

const switchAnnotation = "@mon/api-contract/Switch"

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

export const switchOf = SchemaAST.resolveAt<{ readonly description: string; readonly default: boolean }>(
  switchAnnotation
)

export const undoPause = trueOrFalse(
  "undo",
  "Whether to undo the pause, so that incidents and states continue as if the monitor had never been paused. A pause of more than 10 minutes is not undone: the monitor is resumed as usual.",
  false
)
