import { Effect } from "effect"
import { STYLE_PATH } from "./Page.ts"
import type { PageRoute } from "./PageRoute.ts"

const sheet = `
:root { color-scheme: light dark; --ink: #1b1f24; --paper: #ffffff; --line: #c9d1d9; --link: #0a4ea3; --soft: #57606a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --line: #3d444d; --link: #79b8ff; --soft: #9ea7b3; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
a { color: var(--link); }
`

/** The style sheet of all pages. */
export const styleRoute: PageRoute = {
  method: "GET",
  path: STYLE_PATH,
  reply: () =>
    Effect.succeed({
      status: 200,
      contentType: "text/css; charset=utf-8",
      body: sheet,
      headers: { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" }
    })
}
