import * as Schema from "effect/Schema"

/** A text of a report. */
export const text = (description: string, example: string) =>
  Schema.String.annotate({ description, examples: [example] })

/** A text, or null. */
export const textOrNull = (description: string, example: string | null) =>
  Schema.NullOr(Schema.String).annotate({ description, examples: [example] })

/** A whole number. */
export const count = (description: string, example: number) => Schema.Int.annotate({ description, examples: [example] })

/** A whole number, or null. */
export const countOrNull = (description: string, example: number | null) =>
  Schema.NullOr(Schema.Int).annotate({ description, examples: [example] })

/** True or false. */
export const flag = (description: string, example: boolean) =>
  Schema.Boolean.annotate({ description, examples: [example] })

/** True, false, or null for what the DNS does not tell. */
export const flagOrNull = (description: string, example: boolean | null) =>
  Schema.NullOr(Schema.Boolean).annotate({ description, examples: [example] })

/** One of some words. */
export const word = <const Words extends ReadonlyArray<string>>(words: Words, description: string) =>
  Schema.Literals(words).annotate({ description })

/** One of some words, or null. */
export const wordOrNull = <const Words extends ReadonlyArray<string>>(words: Words, description: string) =>
  Schema.NullOr(Schema.Literals(words)).annotate({ description })

/** A list of parts. */
export const list = <Item extends Schema.Top>(item: Item, description: string) =>
  Schema.Array(item).annotate({ description })

/** A list of texts. */
export const texts = (description: string, example: ReadonlyArray<string>) =>
  Schema.Array(Schema.String).annotate({ description, examples: [example] })

/** A part, or null. */
export const orNull = <Part extends Schema.Top>(part: Part, description: string) =>
  Schema.NullOr(part).annotate({ description })

/** A struct with a name in the OpenAPI document. */
export const part = <const Fields extends Schema.Struct.Fields>(title: string, description: string, fields: Fields) =>
  Schema.Struct(fields).annotate({ identifier: title, title, description })
