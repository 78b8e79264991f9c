import type { HttpResponse } from "../../http/HttpResponse.ts"
import { type Html, html } from "./Html.ts"

/** Who a page is made for: decides what stands in its head. */
export interface Frame {
  /** What the service calls itself. */
  readonly service: string
  /** The path of the page, so that its own link is marked. */
  readonly here: string
  /** Null: nobody is signed in. */
  readonly person: {
    readonly email: string
    /** Whose account is shown, when the person is in several; null otherwise. */
    readonly account: string | null
  } | null
}

/** What a page says about itself. */
export interface PageOptions {
  readonly title: string
  /** With its own `<main>`, or without: then it is put into one. */
  readonly body: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Without it the page has no navigation. */
  readonly frame?: Frame
}

/**
 * Nothing from elsewhere, no script, forms to ourselves only, in nobody's frame. Other origins learn no address of ours
 * (some have tokens in them); with `no-referrer` browsers would hide the origin of our own forms too.
 */
const SAFELY = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store"
} as const

/** Where the style sheet of all pages is. */
export const STYLE_PATH = "/assets/mon.css"

const link = (frame: Frame, path: string, label: string): Html =>
  frame.here === path
    ? html`<li><a href="${path}" aria-current="page">${label}</a></li>`
    : html`<li><a href="${path}">${label}</a></li>`

const navigation = (frame: Frame): Html =>
  frame.person === null
    ? html`<nav aria-label="Main">
        <ul>
          ${link(frame, "/docs", "API")}${link(frame, "/signin", "Sign in")}
        </ul>
      </nav>`
    : html`<nav aria-label="Main">
          <ul>
            ${link(frame, "/", "Overview")}${link(frame, "/settings", "Settings")}${link(frame, "/docs", "API")}
          </ul>
        </nav>
        <div class="person">
          ${frame.person.account === null ? null : html`<a class="account" href="/accounts">Account of ${frame.person.account}</a>`}
          <form method="post" action="/signout">
            <button class="plain" type="submit">Sign out<span class="hidden"> ${frame.person.email}</span></button>
          </form>
        </div>`

const head = (frame: Frame | undefined): Html =>
  html`<header class="top">
    <div class="bar">
      <a class="brand" href="/">${frame?.service ?? "Mon"}</a>
      ${frame === undefined ? null : navigation(frame)}
    </div>
  </header>`

const withMain = (body: Html): Html => (body.markup.includes("<main") ? body : html`<main>${body}</main>`)

/** A whole HTML page of the service. */
export const page = ({ body, frame, headers, status = 200, title }: PageOptions): HttpResponse => ({
  status,
  contentType: "text/html; charset=utf-8",
  body: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${frame?.service ?? "Mon"}</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${head(frame)}
        <div id="content" class="page" tabindex="-1">${withMain(body)}</div>
      </body>
    </html> `.markup,
  headers: { ...SAFELY, ...headers }
})

/** To another page, after a form was taken (303: the browser asks with GET). */
export const seeOther = (location: string, headers: Readonly<Record<string, string>> = {}): HttpResponse => ({
  status: 303,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: location, "Cache-Control": "no-store", ...headers }
})
