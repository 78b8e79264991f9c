import { html, type Html, type HtmlPart } from "../page/Html.ts"
import { shownDocument, type ShownDocument, type ShownOperation, type ShownSchema } from "./OpenApi.ts"
import { fieldTable, typeOf, richText } from "./schemaHtml.ts"

const anchor = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/gu, "-")

const jsonOf = (content: ShownOperation["requestBody"]): ShownSchema | null =>
  Object.values(content?.content ?? {})[0]?.schema ?? null

const parameters = ({ parameters: all, path }: ShownOperation): Html | null =>
  all.length === 0
    ? null
    : html`<table>
        <caption class="hidden">
          Parameters of ${path}
        </caption>
        <thead>
          <tr>
            <th scope="col">Parameter</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${all.map(
            ({ description, in: location, name, required, schema }) =>
              html`<tr>
                <th scope="row">
                  <code>${name}</code><span class="under">in the ${location}${required ? "" : ", optional"}</span>
                </th>
                <td data-label="Type">${typeOf(schema)}</td>
                <td data-label="Meaning">
                  ${richText(
                    description ?? schema.description ?? ""
                  )}${schema.default === undefined ? null : html` <span class="soft">Default: ${JSON.stringify(schema.default)}</span>`}
                </td>
              </tr>`
          )}
        </tbody>
      </table>`

const body = ({ requestBody }: ShownOperation): Html | null => {
  const schema = jsonOf(requestBody)
  return schema === null ? null : html`<p>Body: ${typeOf(schema)}</p>`
}

const responseItem = (status: string, response: ShownOperation["responses"][string]): Html => {
  const schema = jsonOf(response)
  const data = schema?.properties?.["data"]
  const shown = Number(status) < 400 ? (data ?? schema) : null
  return html`<li>
    <strong>${status}</strong> ${
      shown === null || shown === undefined
        ? (response.description ?? "")
        : html`${data === undefined ? "" : html`<code>data</code>: `}${typeOf(shown)}`
    }
  </li>`
}

/** Responses that any request with a key may get. The page lists them only once. */
const common: Readonly<Record<string, string>> = {
  401: "The key is missing, mistyped, deleted or replaced.",
  429: "Too many requests per minute. Retry-After holds the seconds to wait.",
  500: "Internal error. Send us the X-Request-Id, which helps us find the cause.",
  503: "Temporarily unavailable. Try the same request again later."
}

const ownResponses = ({ responses, security }: ShownOperation): ReadonlyArray<HtmlPart> =>
  Object.entries(responses)
    .filter(([status]) => security.length === 0 || !(status in common))
    .map(([status, response]) => responseItem(status, response))

const operation = (one: ShownOperation): Html =>
  html`<article aria-labelledby="${anchor(one.operationId)}">
    <h3 id="${anchor(one.operationId)}"><span class="method">${one.method}</span> <code>${one.path}</code></h3>
    <p>
      <strong>${one.summary ?? ""}.</strong>
      ${richText(one.description ?? "")}${one.security.length === 0 ? " Requires no key." : ""}
    </p>
    ${parameters(one)}${body(one)}
    <ul class="answers">
      ${ownResponses(one)}
    </ul>
  </article>`

const group = ({ operations }: ShownDocument, { description = "", name }: ShownDocument["tags"][number]): Html =>
  html`<section aria-labelledby="${anchor(name)}">
    <h2 id="${anchor(name)}">${name}</h2>
    <p>${richText(description)}</p>
    ${operations.filter(({ tags }) => tags.includes(name)).map(operation)}
  </section>`

const schemaOf = ([name, schema]: readonly [string, ShownSchema]): Html =>
  html`<article aria-labelledby="schema-${name}">
    <h3 id="schema-${name}">${name}</h3>
    <p>${richText(schema.description ?? "")}</p>
    ${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : fieldTable(`Fields of ${name}`, schema)}
  </article>`

/** The API reference, rendered from the OpenAPI document. */
export const docsBody = (baseUrl: string): Html => {
  const document = shownDocument()
  const { info, schemas, tags } = document
  return html`<main class="docs">
    <h1>${info.title}</h1>
    <p class="lead">${richText(info.description ?? "")}</p>
    <p>Machine-readable version: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
    <nav aria-label="Sections">
      <ul class="sections">
        ${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
        <li><a href="#schemas">Records</a></li>
      </ul>
    </nav>
    <section aria-labelledby="key">
      <h2 id="key">Your key</h2>
      <p>Create a key in your <a href="/settings">settings</a> and send it with every request:</p>
      <pre tabindex="0"><code>curl -H "X-API-Key: $MON_API_KEY" ${baseUrl}/api/v1/status</code></pre>
      <p>Any request can also get one of these responses:</p>
      <ul class="answers">
        ${Object.entries(common).map(([status, meaning]) => html`<li><strong>${status}</strong> ${meaning}</li>`)}
      </ul>
    </section>
    ${tags.map((tag) => group(document, tag))}
    <section aria-labelledby="schemas">
      <h2 id="schemas">Records</h2>
      ${Object.entries(schemas)
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(schemaOf)}
    </section>
  </main>`
}
