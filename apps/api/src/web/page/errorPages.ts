import { errorStatus } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { html } from "@mon/status-page"
import { Cause, Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { errorResponseFor } from "../../http/ErrorResponse.ts"
import { PasswordsBusy } from "../../auth/Passwords.ts"
import { type ErrorKind, errorWords } from "./errorWords.ts"
import { type Frame, page } from "./Page.ts"

interface ErrorHead {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const heads = {
  // The URL of a page that no longer exists may contain a secret, so it must not reach other sites or search engines.
  absent: { status: 404, headers: { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" } },
  foreign: { status: 403 },
  tooLarge: { status: 413 },
  flood: { status: 429, headers: { "Retry-After": "60" } },
  busy: { status: 503, headers: { "Retry-After": "5" } },
  away: { status: 503, headers: { "Retry-After": "30" } },
  broken: { status: 500 }
} as const satisfies Record<ErrorKind, ErrorHead>

export const errorHead = (kind: ErrorKind): ErrorHead => heads[kind]

export const errorPage = (kind: ErrorKind, frame?: Frame): HttpResponse => {
  const language = frame?.language ?? "en"
  const { start, texts } = errorWords[language]
  const { text, title } = texts[kind]
  return page({
    title,
    language,
    ...errorHead(kind),
    ...(frame === undefined ? {} : { frame }),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">${start}</a></p>
    </main>`
  })
}

const kindOf = (error: unknown): ErrorKind | null => {
  if (error instanceof PasswordsBusy) return "busy"
  if (error instanceof StoreError && error.reason === "Unavailable") return "away"
  return errorStatus(error) === 413 ? "tooLarge" : null
}

export const errorPageFor = (
  cause: Cause.Cause<unknown>,
  show: (kind: ErrorKind) => HttpResponse
): Effect.Effect<HttpResponse> => {
  const kind = kindOf(Cause.squash(cause))
  if (kind === "busy" || kind === "tooLarge") return Effect.succeed(show(kind))
  // This function passes interruptions on, and logs all other causes in the same way as the API does.
  return Effect.as(errorResponseFor(cause), show(kind ?? "broken"))
}
