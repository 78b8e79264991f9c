import * as Schema from "effect/Schema"

const exampleId = "01981f6e-2a7b-7c31-9d1e-5a3f0c2b4d6e"
const exampleTime = "2026-11-21T08:15:00.000Z"

const value = <S extends Schema.Top>(schema: S, description: string, example: S["Type"]) =>
  schema.annotate({ description, examples: [example] })

const text = (description: string, example: string) => value(Schema.String, description, example)

const textOrNull = (description: string, example: string | null) =>
  value(Schema.NullOr(Schema.String), description, example)

const count = (description: string, example: number) => value(Schema.Int, description, example)

const countOrNull = (description: string, example: number | null) =>
  value(Schema.NullOr(Schema.Int), description, example)

const number = (description: string, example: number) => value(Schema.Finite, description, example)

const numberOrNull = (description: string, example: number | null) =>
  value(Schema.NullOr(Schema.Finite), description, example)

const flag = (description: string, example: boolean) => value(Schema.Boolean, description, example)

const flagOrNull = (description: string, example: boolean | null) =>
  value(Schema.NullOr(Schema.Boolean), description, example)

const word = <const Words extends ReadonlyArray<string>>(words: Words, description: string) =>
  Schema.Literals(words).annotate({ description })

const wordOrNull = <const Words extends ReadonlyArray<string>>(words: Words, description: string) =>
  Schema.NullOr(Schema.Literals(words)).annotate({ description })

const texts = (description: string, example: ReadonlyArray<string>) =>
  value(Schema.Array(Schema.String), description, example)

const list = <Item extends Schema.Top>(item: Item, description: string) => Schema.Array(item).annotate({ description })

const orNull = <Part extends Schema.Top>(part: Part, description: string) =>
  Schema.NullOr(part).annotate({ description })

const record = <const Fields extends Schema.Struct.Fields>(title: string, description: string, fields: Fields) =>
  Schema.Struct(fields).annotate({ identifier: title, title, description })

/**
 * Functions that make a schema with its description and example for the OpenAPI document. `record` makes a struct that
 * has its own name in the document. `value` describes any schema. `count` is a whole number, and `number` is a finite
 * number.
 *
 * @example
 * ```ts
 * const { count, record, text } = described
 * record("Host", "A mail host.", { name: text("Host name.", "mx.example.com"), port: count("TCP port.", 25) })
 * ```
 */
export const described = {
  value,
  text,
  textOrNull,
  texts,
  id: (description: string) => text(description, exampleId),
  idOrNull: (description: string) => textOrNull(description, exampleId),
  time: (description: string, example = exampleTime) => text(description, example),
  timeOrNull: (description: string, example = exampleTime) => textOrNull(description, example),
  count,
  countOrNull,
  number,
  numberOrNull,
  flag,
  flagOrNull,
  word,
  wordOrNull,
  list,
  orNull,
  record
} as const
