import { html, type Html, type HtmlPart } from "@mon/status-page"
import type { ShownSchema } from "./OpenApi.ts"

const REF = /^#\/components\/schemas\//u

const ref = ($ref: string): Html => {
  const name = $ref.replace(REF, "")
  return html`<a href="/docs/records#schema-${name}">${name}</a>`
}

const isNull = ({ type }: ShownSchema): boolean => type === "null"

const joined = (parts: ReadonlyArray<HtmlPart>, by: string): ReadonlyArray<HtmlPart> =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [by, part]))

const range = ({ maxItems, maxLength, maximum, minLength, minimum }: ShownSchema): string => {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`
  if (minimum !== undefined) return `, at least ${minimum}`
  if (maxLength !== undefined)
    return minLength === undefined ? `, at most ${maxLength} characters` : `, ${minLength} to ${maxLength} characters`
  return maxItems === undefined ? "" : `, at most ${maxItems}`
}

export const typeOf = (schema: ShownSchema): HtmlPart => {
  if (schema.$ref !== undefined) return ref(schema.$ref)
  if (schema.enum !== undefined)
    return joined(
      schema.enum.map((value) => html`<code>${JSON.stringify(value)}</code>`),
      " or "
    )
  if (schema.anyOf !== undefined) {
    const some = schema.anyOf.filter((one) => !isNull(one)).map(typeOf)
    return joined(some.length < schema.anyOf.length ? [...some, "null"] : some, " or ")
  }
  if (schema.items !== undefined) return ["list of ", typeOf(schema.items), range(schema)]
  const [first] = schema.allOf ?? []
  if (schema.type === undefined && first !== undefined) return typeOf(first)
  const name = typeof schema.type === "string" ? schema.type : (schema.type ?? ["any"]).join(" or ")
  return `${name === "string" ? "text" : name}${range(schema)}`
}

/** Renders a text from the OpenAPI document. Text between backticks becomes code. */
export const richText = (text: string): ReadonlyArray<HtmlPart> =>
  text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))

const example = ({ examples = [] }: ShownSchema): HtmlPart =>
  examples.length === 0 ? null : html`<span class="under">Example: <code>${JSON.stringify(examples[0])}</code></span>`

export const fieldTable = (caption: string, { properties = {}, required = [] }: ShownSchema): Html =>
  html`<table>
    <caption class="hidden">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(properties).map(
        ([name, schema]) =>
          html`<tr>
            <th scope="row">
              <code>${name}</code>${required.includes(name) ? null : html`<span class="under">optional</span>`}
            </th>
            <td data-label="Type">${typeOf(schema)}</td>
            <td data-label="Meaning">${richText(schema.description ?? "")}${example(schema)}</td>
          </tr>`
      )}
    </tbody>
  </table>`
