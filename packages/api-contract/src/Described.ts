import * as Schema from "effect/Schema"

/** What the OpenAPI document says of a field: a sentence with the unit, an example, and a described schema in its place. */
interface About<S extends Schema.Top> {
  readonly about: string
  readonly example?: S["Type"]
  readonly as?: Schema.Codec<S["Type"], S["Encoded"]>
}

/** A description for each field of a record; a field without one does not compile. */
export type Abouts<Fields extends Schema.Struct.Fields> = {
  readonly [K in keyof Fields]: Fields[K] extends Schema.Top ? About<Fields[K]> : never
}

/** The model says number; JSON has no NaN and no infinity, and most numbers are whole. */
export const finite = Schema.Finite
export const whole = Schema.Int

/** A record of the model with a description on each field, named in the OpenAPI document. */
export const described = <Fields extends Schema.Struct.Fields>(
  record: Schema.Struct<Fields>,
  title: string,
  description: string,
  abouts: Abouts<Fields>
): Schema.Struct<Fields> => {
  const fields = Object.entries<Schema.Top>(record.fields as Schema.Struct.Fields as Record<string, Schema.Top>).map(
    ([name, field]) => {
      const about = (abouts as Record<string, About<Schema.Top>>)[name]
      return [
        name,
        (about?.as ?? field).annotate({
          description: about?.about ?? "",
          ...(about?.example === undefined ? {} : { examples: [about.example] })
        })
      ] as const
    }
  )
  return sameFields<Fields>(Object.fromEntries(fields)).annotate({ identifier: title, title, description })
}

/** Annotations and `as` (which has the field's own types) keep each field's type, so the struct is the one described. */
const sameFields = <Fields extends Schema.Struct.Fields>(fields: Record<string, Schema.Top>) =>
  Schema.Struct(fields) as unknown as Schema.Struct<Fields>
