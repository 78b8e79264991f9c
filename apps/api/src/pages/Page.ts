import type { Reply } from "../http/Exchange.ts"
import { type Html, html } from "./Html.ts"

/** What a page says about itself. */
export interface PageOptions {
  readonly title: string
  readonly body: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Nothing from elsewhere, no script, forms to ourselves only, in nobody's frame. */
const SAFELY = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store"
} as const

/** Where the style sheet of all pages is. */
export const STYLE_PATH = "/assets/mon.css"

/** A whole HTML page of the service. */
export const page = ({ body, headers, status = 200, title }: PageOptions): Reply => ({
  status,
  contentType: "text/html; charset=utf-8",
  body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
${body}
</body>
</html>
`.markup,
  headers: { ...SAFELY, ...headers }
})

/** To another page, after a form was taken (303: the browser asks with GET). */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status: 303,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: location, "Cache-Control": "no-store", ...headers }
})
