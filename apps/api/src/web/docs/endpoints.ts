import { configJsonSchema } from "@mon/api-contract/config-file"
import type { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { CONFIG_SCHEMA_PATH } from "../../PublicUrl.ts"
import { frameOf } from "../page/session.ts"
import { errorPage } from "../page/errorPages.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { type DocsPage, docsPages } from "./docsBody.ts"

/**
 * The rendered pages of the API reference. They depend only on the base URL, which does not change while the service
 * runs.
 */
let rendered: { readonly baseUrl: string; readonly pages: ReadonlyMap<string, DocsPage> } | null = null

const show = Effect.fnUntraced(function* (request: PageRequest) {
  const frame = frameOf(request, yield* currentSession(request))
  if (rendered?.baseUrl !== request.baseUrl) rendered = { baseUrl: request.baseUrl, pages: docsPages(request.baseUrl) }
  const found = rendered.pages.get(request.params["section"] ?? "")
  return found === undefined ? errorPage("absent", frame) : { ...page({ ...found, frame }), compressible: true }
})

/** The JSON Schema of the configuration file, for editors. Every installation of Mon serves the same schema. */
let schema: string | null = null

const showSchema = Effect.sync(() => {
  schema ??= JSON.stringify(configJsonSchema())
  return {
    status: 200,
    body: schema,
    contentType: "application/schema+json; charset=utf-8",
    headers: { "Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff" },
    compressible: true,
    validated: true
  }
})

export const docsEndpoints: ReadonlyArray<PageEndpoint<Sessions>> = [
  { method: "GET", path: CONFIG_SCHEMA_PATH, handle: () => showSchema },
  { method: "GET", path: "/docs", handle: show },
  { method: "GET", path: "/docs/:section", handle: show }
]
