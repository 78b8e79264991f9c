import type { Sessions } from "@mon/core-store"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { frameOf } from "../page/session.ts"
import type { Html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRoute } from "../page/PageRoute.ts"
import { docsBody } from "./docsBody.ts"

/** Made once for each address that the service is reached under: a running service has one. */
let kept: { readonly baseUrl: string; readonly body: Html } | null = null

export const docsRoutes: ReadonlyArray<PageRoute<Sessions>> = [
  {
    method: "GET",
    path: "/docs",
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* currentSession(request)
      if (kept?.baseUrl !== request.baseUrl) kept = { baseUrl: request.baseUrl, body: docsBody(request.baseUrl) }
      return page({ title: "API", frame: frameOf(request, session), body: kept.body })
    })
  }
]
