import { html } from "@mon/status-page"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { DASHBOARD_PATH, dashboardPaths } from "../page/dashboardPaths.ts"
import { errorPage } from "../page/errorPages.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { builtFolder, type DashboardFiles, fileResponse, readDashboard } from "./files.ts"

export type DashboardServices = Effect.Services<ReturnType<typeof currentSession>>

/**
 * The dashboard can only use scripts, styles and requests of this origin. Inline code is forbidden, and text cannot
 * become markup (Trusted Types). This origin also serves the screenshots. `blob:` is for downloads that the page
 * creates.
 */
const INDEX_HEADERS = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    // The frame shows the preview of a status page.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // A screen creates script URLs only for its workers, and only with this policy.
    "trusted-types mon-worker"
  ].join("; "),
  "Referrer-Policy": "same-origin",
  "Cache-Control": "private, no-cache"
} as const

/** The headers of built files. A file can be cached forever, because its name contains the hash of its content. */
const ASSET_HEADERS = { "Cache-Control": "public, max-age=31536000, immutable" } as const

const ICON_HEADERS = { "Cache-Control": "public, max-age=3600" } as const

const toSignIn = ({ context: { path, query } }: PageRequest) =>
  seeOther(`/signin?next=${encodeURIComponent(query === "" ? path : `${path}?${query}`)}`)

const notBuilt = (request: PageRequest) =>
  page({
    title: "The dashboard is not built",
    status: 503,
    frame: frameOf(request, null),
    body: html`<h1>The dashboard is not built</h1>
      <p>Run <code>npm run build</code> and restart the service.</p>`
  })

const notFound = (request: PageRequest) => errorPage("absent", frameOf(request, null))

/** Creates the endpoints of the dashboard: screens for signed-in people, and files for everybody. */
export const makeDashboardEndpoints = (
  read: () => DashboardFiles = () => readDashboard(builtFolder())
): ReadonlyArray<PageEndpoint<DashboardServices>> => {
  let files: DashboardFiles = null
  // As long as there is no build, each request searches for it again, so that a test or a developer can build the
  // dashboard later.
  const built = () => (files ??= read())

  const screen = Effect.fnUntraced(function* (request: PageRequest) {
    if ((yield* currentSession(request)) === null) return toSignIn(request)
    const index = built()?.get("index.html")
    if (index === undefined) return notBuilt(request)
    return fileResponse(index, request.context.request.headers["accept-encoding"], INDEX_HEADERS)
  })

  const file = (name: string, headers: Readonly<Record<string, string>>) => (request: PageRequest) =>
    Effect.sync(() => {
      const found = built()?.get(request.params["file"] === undefined ? name : `${name}/${request.params["file"]}`)
      return found === undefined
        ? notFound(request)
        : fileResponse(found, request.context.request.headers["accept-encoding"], headers)
    })

  return [
    { method: "GET", path: `${DASHBOARD_PATH}/assets/:file`, handle: file("assets", ASSET_HEADERS) },
    { method: "GET", path: `${DASHBOARD_PATH}/icon.svg`, handle: file("icon.svg", ICON_HEADERS) },
    ...dashboardPaths.map((path) => ({ method: "GET" as const, path, handle: screen })),
    { method: "GET", path: `${DASHBOARD_PATH}/`, handle: () => Effect.succeed(seeOther(DASHBOARD_PATH)) }
  ]
}
