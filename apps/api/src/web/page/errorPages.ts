import { errorStatus } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { html } from "@mon/status-page"
import { Cause, Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { errorResponseFor } from "../../http/ErrorResponse.ts"
import { PasswordsBusy } from "../../auth/Passwords.ts"
import { type Frame, page } from "./Page.ts"

interface ErrorText {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

const errors = {
  // The URL of a page that no longer exists may contain a secret.
  absent: {
    status: 404,
    title: "Page not found",
    text: "The address may be mistyped, or the page may no longer exist.",
    headers: { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" }
  },
  foreign: {
    status: 403,
    title: "This form came from another site",
    text: "For your security, we only accept forms from our own pages. Reload the page and try again."
  },
  tooLarge: { status: 413, title: "Form too large", text: "The form contains too much data." },
  flood: {
    status: 429,
    title: "Too many requests",
    text: "Too many requests came from your network. Try again in a minute.",
    headers: { "Retry-After": "60" }
  },
  busy: {
    status: 503,
    title: "One moment, please",
    text: "Many people are signing in right now. Try again in a few seconds.",
    headers: { "Retry-After": "5" }
  },
  away: {
    status: 503,
    title: "We will be right back",
    text: "The service cannot reach its database at the moment. Try again in a minute.",
    headers: { "Retry-After": "30" }
  },
  broken: {
    status: 500,
    title: "Something went wrong",
    text: "This is an error on our side, and it has been logged. Try again, or go back to the start page."
  }
} as const satisfies Record<string, ErrorText>

/** What an error page is about. */
export type ErrorKind = keyof typeof errors

/** The status and the header fields of an error page. */
export const errorHead = (kind: ErrorKind): Pick<ErrorText, "headers" | "status"> => errors[kind]

/** Renders an error page. */
export const errorPage = (kind: ErrorKind, frame?: Frame): HttpResponse => {
  const { status, text, title, ...more }: ErrorText = errors[kind]
  return page({
    title,
    status,
    ...more,
    ...(frame === undefined ? {} : { frame }),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">Go to the start page</a></p>
    </main>`
  })
}

const kindOf = (error: unknown): ErrorKind | null => {
  if (error instanceof PasswordsBusy) return "busy"
  if (error instanceof StoreError && error.reason === "Unavailable") return "away"
  return errorStatus(error) === 413 ? "tooLarge" : null
}

/** The page for a failed request. Logs internal errors. */
export const errorPageFor = (
  cause: Cause.Cause<unknown>,
  show: (kind: ErrorKind) => HttpResponse
): Effect.Effect<HttpResponse> => {
  const kind = kindOf(Cause.squash(cause))
  if (kind === "busy" || kind === "tooLarge") return Effect.succeed(show(kind))
  // Passes interruptions on, and logs the rest as for the API.
  return Effect.as(errorResponseFor(cause), show(kind ?? "broken"))
}
