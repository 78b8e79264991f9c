import { html, type Html, type HtmlPart } from "../page/Html.ts"
import { shownDocument, type ShownDocument, type ShownOperation, type ShownSchema } from "./OpenApi.ts"
import { fieldTable, typeOf, words } from "./schemaHtml.ts"

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
            ({ description, in: place, name, required, schema }) =>
              html`<tr>
                <th scope="row">
                  <code>${name}</code><span class="under">in the ${place}${required ? "" : ", optional"}</span>
                </th>
                <td data-label="Type">${typeOf(schema)}</td>
                <td data-label="Meaning">
                  ${words(
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

const answer = (status: string, response: ShownOperation["responses"][string]): Html => {
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

/** What every request with a key may be answered with is said once. */
const common: Readonly<Record<string, string>> = {
  401: "The key is missing, mistyped or was replaced.",
  429: "The limit of requests a minute is used up; Retry-After holds the seconds to wait.",
  500: "A fault of ours. X-Request-Id helps us to find it.",
  503: "We cannot answer for the moment; the same request may work later."
}

const ownAnswers = ({ responses, security }: ShownOperation): ReadonlyArray<HtmlPart> =>
  Object.entries(responses)
    .filter(([status]) => security.length === 0 || !(status in common))
    .map(([status, response]) => answer(status, response))

const operation = (one: ShownOperation): Html =>
  html`<article aria-labelledby="${anchor(one.operationId)}">
    <h3 id="${anchor(one.operationId)}"><span class="method">${one.method}</span> <code>${one.path}</code></h3>
    <p>
      <strong>${one.summary ?? ""}.</strong>
      ${words(one.description ?? "")}${one.security.length === 0 ? " Needs no key." : ""}
    </p>
    ${parameters(one)}${body(one)}
    <ul class="answers">
      ${ownAnswers(one)}
    </ul>
  </article>`

const group = ({ operations }: ShownDocument, { description = "", name }: ShownDocument["tags"][number]): Html =>
  html`<section aria-labelledby="${anchor(name)}">
    <h2 id="${anchor(name)}">${name}</h2>
    <p>${words(description)}</p>
    ${operations.filter(({ tags }) => tags.includes(name)).map(operation)}
  </section>`

const schemaOf = ([name, schema]: readonly [string, ShownSchema]): Html =>
  html`<article aria-labelledby="schema-${name}">
    <h3 id="schema-${name}">${name}</h3>
    <p>${words(schema.description ?? "")}</p>
    ${schema.properties === undefined ? html`<p>${typeOf(schema)}</p>` : fieldTable(`Fields of ${name}`, schema)}
  </article>`

/** The whole description of the API, from its OpenAPI document. */
export const docsBody = (baseUrl: string): Html => {
  const document = shownDocument()
  const { info, schemas, tags } = document
  return html`<main class="docs">
    <h1>${info.title}</h1>
    <p class="lead">${words(info.description ?? "")}</p>
    <p>The same for programs: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
    <nav aria-label="Sections">
      <ul class="sections">
        ${tags.map(({ name }) => html`<li><a href="#${anchor(name)}">${name}</a></li>`)}
        <li><a href="#schemas">Records</a></li>
      </ul>
    </nav>
    <section aria-labelledby="key">
      <h2 id="key">Your key</h2>
      <p>Each request carries your key, which you make in the <a href="/settings">settings</a>:</p>
      <pre tabindex="0"><code>curl -H "X-API-Key: $MON_API_KEY" ${baseUrl}/api/v1/status</code></pre>
      <p>What any of them may answer besides:</p>
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
