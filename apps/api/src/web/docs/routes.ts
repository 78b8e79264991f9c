import type { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { frameOf } from "../page/session.ts"
import type { Html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRoute } from "../page/PageRoute.ts"
import { docsBody } from "./docsBody.ts"

/** The last rendered page. It depends only on the base URL, which does not change while the service runs. */
let rendered: { readonly baseUrl: string; readonly body: Html } | null = null

export const docsRoutes: ReadonlyArray<PageRoute<Sessions>> = [
  {
    method: "GET",
    path: "/docs",
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* currentSession(request)
      if (rendered?.baseUrl !== request.baseUrl)
        rendered = { baseUrl: request.baseUrl, body: docsBody(request.baseUrl) }
      return { ...page({ title: "API", frame: frameOf(request, session), body: rendered.body }), compressible: true }
    })
  }
]
