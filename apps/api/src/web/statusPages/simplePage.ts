import type { Language } from "@mon/model"
import { Html, html, styleSheet } from "@mon/status-page"
import { hash } from "node:crypto"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { formHeaders } from "./pageHeaders.ts"

/** The colors of simple pages. They are neutral, because a simple page must reveal nothing about the status page. */
const sheet = `${styleSheet({ colors: { accent: "#0b4f9e", header: null } })}main{max-width:30rem;padding-top:3rem}label{display:block;font-weight:600}input{display:block;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.5rem .75rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--soft);border-radius:6px}button{min-height:2.75rem;padding:.5rem 1.25rem;font:inherit;font-weight:600;color:var(--card);background:var(--accent);border:0;border-radius:6px}fieldset{margin:0 0 1rem;padding:0;border:0}legend{font-weight:600;padding:0}fieldset p{margin:.25rem 0;color:var(--soft)}.choice{display:flex;align-items:center;gap:.75rem;min-height:2.75rem;font-weight:400}.choice input{width:1.25rem;min-height:1.25rem;margin:0;flex:none}select{display:block;width:100%;min-height:2.75rem;margin:.25rem 0 1rem;padding:.5rem .75rem;font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--soft);border-radius:6px}h1{margin-bottom:1rem}h2{margin-top:2.5rem}code,main a{overflow-wrap:anywhere}main p a{display:inline-block;padding:.5rem 0}.error{color:var(--major);font-weight:600}`
const styleHash = `sha256-${hash("sha256", sheet, "base64")}`

interface SimplePage {
  readonly language: Language
  readonly title: string
  readonly body: Html
  readonly status: number
  readonly headers?: ResponseHeaders
}

/**
 * Renders a page that belongs to a status page. It consists of one file, so that it also works on custom host names.
 */
export const simplePage = ({ body, headers, language, status, title }: SimplePage): HttpResponse => ({
  status,
  contentType: "text/html; charset=utf-8",
  body: html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <style>${new Html(sheet)}</style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.markup,
  headers: { ...formHeaders(styleHash), ...headers }
})
