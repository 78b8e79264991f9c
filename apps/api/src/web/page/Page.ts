import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import type { HttpResponse, ResponseHeaders } from "../../http/HttpResponse.ts"
import { DASHBOARD_PATH, SETTINGS_PATH } from "./dashboardPaths.ts"

export interface PageWorkspace {
  readonly name: string | null
  readonly logo: {
    /** The logo as a `data:` URL. */
    readonly url: string
    /**
     * The width of the logo in pixels. The page shows the logo at half its size, so that it is sharp on all screens.
     */
    readonly width: number
    readonly height: number
  } | null
}

export interface Frame {
  readonly service: string
  /** The path of the page. The navigation link with this path is marked as current. */
  readonly here: string
  /** The signed-in person. Null: nobody is signed in. */
  readonly person: {
    readonly email: string
    /** The owner of the current account if the person belongs to several accounts, otherwise null. */
    readonly account: string | null
  } | null
  /** The language of the browser, for pages that visitors can open. Default: English. */
  readonly language?: Language
  readonly workspace?: PageWorkspace | null
}

export interface PageOptions {
  readonly title: string
  /** The body of the page. It is wrapped in a `<main>` element unless it contains one. */
  readonly body: Html
  readonly status?: number
  readonly headers?: ResponseHeaders
  /** The header of the page. Default: no navigation. */
  readonly frame?: Frame
  /** The language of the page. Default: English. */
  readonly language?: Language
  readonly head?: Html | null
  /** Whether the page has no navigation, for example in a language other than English. Default: false. */
  readonly isBare?: boolean
}

/**
 * Pages have no scripts and no external resources, send forms only to this service, and cannot be shown in a frame.
 * Other origins get no referrer, because some paths contain tokens. With the stricter `no-referrer`, browsers would
 * also hide the origin of the service's own forms.
 */
const SECURITY_HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "Cache-Control": "no-store"
} as const

export const STYLE_PATH = "/assets/mon.css"

const link = (frame: Frame, path: string, label: string): Html =>
  frame.here === path
    ? html`<li><a href="${path}" aria-current="page">${label}</a></li>`
    : html`<li><a href="${path}">${label}</a></li>`

const words = {
  en: {
    main: "Main",
    emailCheck: "Email check",
    signIn: "Sign in",
    dashboard: "Dashboard",
    settings: "Settings",
    accountOf: (owner: string) => `Account of ${owner}`,
    signOut: "Sign out",
    skip: "Skip to content"
  },
  de: {
    main: "Hauptmenü",
    emailCheck: "E-Mail-Prüfung",
    signIn: "Anmelden",
    dashboard: "Dashboard",
    settings: "Einstellungen",
    accountOf: (owner: string) => `Konto von ${owner}`,
    signOut: "Abmelden",
    skip: "Zum Inhalt"
  }
} as const satisfies Record<Language, object>

const navigation = (frame: Frame, language: Language): Html => {
  const { accountOf, dashboard, emailCheck, main, settings, signIn, signOut } = words[language]
  return frame.person === null
    ? html`<nav aria-label="${main}">
        <ul>
          ${link(frame, "/tools/email-health", emailCheck)}${link(frame, "/docs", "API")}${link(frame, "/signin", signIn)}
        </ul>
      </nav>`
    : html`<nav aria-label="${main}">
          <ul>
            ${link(frame, DASHBOARD_PATH, dashboard)}${link(frame, SETTINGS_PATH, settings)}${link(frame, "/docs", "API")}
          </ul>
        </nav>
        <div class="person">
          ${frame.person.account === null ? null : html`<a class="account" href="/accounts">${accountOf(frame.person.account)}</a>`}
          <form method="post" action="/signout">
            <button class="plain" type="submit">${signOut}<span class="hidden"> ${frame.person.email}</span></button>
          </form>
        </div>`
}

const workspaceMark = ({ logo, name }: PageWorkspace): Html =>
  html`<p class="workspace">
    ${logo === null ? null : html`<img src="${logo.url}" alt="${name === null ? "Logo" : ""}" width="${Math.ceil(logo.width / 2)}" height="${Math.ceil(logo.height / 2)}" />`}
    ${name === null ? null : html`<bdi>${name}</bdi>`}
  </p>`

const head = (frame: Frame | undefined, isBare: boolean, language: Language): Html =>
  html`<header class="top">
    <div class="bar">
      <a class="brand" href="/">${frame?.service ?? "Mon"}</a>
      ${frame?.workspace ? workspaceMark(frame.workspace) : null}
      ${frame === undefined || isBare ? null : navigation(frame, language)}
    </div>
  </header>`

const withMain = (body: Html): Html => (body.markup.includes("<main") ? body : html`<main>${body}</main>`)

export const page = ({
  body,
  frame,
  head: more = null,
  headers,
  isBare = false,
  language = "en",
  status = 200,
  title
}: PageOptions): HttpResponse => ({
  status,
  contentType: "text/html; charset=utf-8",
  body: html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${frame?.service ?? "Mon"}</title>
        <link rel="stylesheet" href="${STYLE_PATH}" />
        <link rel="icon" href="data:," />
        ${more}
      </head>
      <body>
        ${isBare ? null : html`<a class="skip" href="#content">${words[language].skip}</a>`} ${head(frame, isBare, language)}
        <div id="content" class="page" tabindex="-1">${withMain(body)}</div>
      </body>
    </html> `.markup,
  headers: { ...SECURITY_HEADERS, ...headers }
})

/** Redirects to another page after a form was processed (303: the browser continues with GET). */
export const seeOther = (location: string, headers: ResponseHeaders = {}): HttpResponse => ({
  status: 303,
  contentType: "text/plain; charset=utf-8",
  body: "",
  headers: { Location: location, "Cache-Control": "no-store", ...headers }
})
