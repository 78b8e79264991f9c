import { html, type Html, type HtmlPart } from "@mon/status-page"
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

/** The responses that any request with a key can get. The page lists them only once. */
const common: Readonly<Record<string, string>> = {
  401: "The key is missing, mistyped, deleted or replaced.",
  429: "Too many requests per minute. Retry-After says how many seconds to wait.",
  500: "Internal error. Send us the X-Request-Id, which helps us find the cause.",
  503: "Temporarily unavailable. Try the same request again later."
}

const ownResponses = ({ responses, security }: ShownOperation): ReadonlyArray<HtmlPart> =>
  Object.entries(responses)
    .filter(([status]) => security.length === 0 || !Object.hasOwn(common, status))
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

const RECORDS = "records"

const sections = ({ tags }: ShownDocument, here: string | null): Html =>
  html`<nav aria-label="Sections">
    <ul class="sections">
      ${[...tags.map(({ name }) => [anchor(name), name] as const), [RECORDS, "Records"] as const].map(
        ([path, name]) =>
          html`<li><a href="/docs/${path}"${path === here ? html` aria-current="page"` : null}>${name}</a></li>`
      )}
    </ul>
  </nav>`

const summaryOf = ({ operationId, method, path, summary }: ShownOperation, section: string): Html =>
  html`<li>
    <a href="/docs/${section}#${anchor(operationId)}"><span class="method">${method}</span> <code>${path}</code></a>
    ${summary ?? ""}
  </li>`

const overview = ({ operations }: ShownDocument, { name }: ShownDocument["tags"][number]): Html =>
  html`<section aria-labelledby="${anchor(name)}">
    <h2 id="${anchor(name)}"><a href="/docs/${anchor(name)}">${name}</a></h2>
    <ul class="operations">
      ${operations.filter(({ tags }) => tags.includes(name)).map((one) => summaryOf(one, anchor(name)))}
    </ul>
  </section>`

const group = (document: ShownDocument, { description = "", name }: ShownDocument["tags"][number]): Html =>
  html`<main class="docs">
    <p><a href="/docs">API</a></p>
    <h1>${name}</h1>
    <p>${richText(description)}</p>
    ${document.operations.filter(({ tags }) => tags.includes(name)).map(operation)} ${sections(document, anchor(name))}
  </main>`

const fieldsOf = (name: string, schema: ShownSchema): HtmlPart => {
  if (schema.properties !== undefined) return fieldTable(`Fields of ${name}`, schema)
  const { anyOf = [] } = schema
  return anyOf.some(({ properties }) => properties !== undefined)
    ? html`<p>One of these:</p>
        <ul class="answers">
          ${anyOf.map(
            (choice, index) =>
              html`<li>${richText(choice.description ?? "")} ${fieldsOf(`${name}, ${index + 1}`, choice)}</li>`
          )}
        </ul>`
    : html`<p>${typeOf(schema)}</p>`
}

const schemaOf = ([name, schema]: readonly [string, ShownSchema]): Html =>
  html`<article aria-labelledby="schema-${name}">
    <h3 id="schema-${name}">${name}</h3>
    <p>${richText(schema.description ?? "")}</p>
    ${fieldsOf(name, schema)}
  </article>`

const records = (document: ShownDocument): Html =>
  html`<main class="docs">
    <p><a href="/docs">API</a></p>
    <h1>Records</h1>
    ${Object.entries(document.schemas)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(schemaOf)}
    ${sections(document, RECORDS)}
  </main>`

const start = (document: ShownDocument, baseUrl: string): Html => {
  const { info, tags } = document
  return html`<main class="docs">
    <h1>${info.title}</h1>
    <p class="lead">${richText(info.description ?? "")}</p>
    <p>Machine-readable version: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
    ${sections(document, null)}
    <section aria-labelledby="key">
      <h2 id="key">Your key</h2>
      <p>Create a key in your <a href="/app/settings/keys">settings</a> and send it with every request:</p>
      <pre tabindex="0"><code>curl -H "X-API-Key: $MON_API_KEY" ${baseUrl}/api/v1/status</code></pre>
      <p>Any request can also get one of these responses:</p>
      <ul class="answers">
        ${Object.entries(common).map(([status, meaning]) => html`<li><strong>${status}</strong> ${meaning}</li>`)}
      </ul>
    </section>
    ${tags.map((tag) => overview(document, tag))}
  </main>`
}

export interface DocsPage {
  readonly title: string
  readonly body: Html
}

/**
 * Returns the pages of the API reference, rendered from the OpenAPI document. The name of the overview is empty. Each
 * section has a page, named after the last segment of its path.
 */
export const docsPages = (baseUrl: string): ReadonlyMap<string, DocsPage> => {
  const document = shownDocument()
  return new Map([
    ["", { title: "API", body: start(document, baseUrl) }],
    ...document.tags.map(
      (tag) => [anchor(tag.name), { title: `API: ${tag.name}`, body: group(document, tag) }] as const
    ),
    [RECORDS, { title: "API: Records", body: records(document) }]
  ])
}
