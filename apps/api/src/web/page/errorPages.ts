import { errorStatus } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { errorResponseFor } from "../../http/ErrorResponse.ts"
import { PasswordsBusy } from "../../auth/Passwords.ts"
import { html } from "./Html.ts"
import { type Frame, page } from "./Page.ts"

interface ErrorText {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

const errors = {
  // An address that leads nowhere any more may have a secret in it.
  absent: {
    status: 404,
    title: "There is no such page",
    text: "The address may be mistyped, or the page is gone.",
    headers: { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" }
  },
  foreign: {
    status: 403,
    title: "This form came from elsewhere",
    text: "For your safety forms are taken from our own pages only. Open the page again and try once more."
  },
  tooLarge: { status: 413, title: "That was too much", text: "The form holds more than we take." },
  flood: {
    status: 429,
    title: "Too many requests",
    text: "From your address so many pages were asked for that we have to pause. Try again in a minute.",
    headers: { "Retry-After": "60" }
  },
  busy: {
    status: 503,
    title: "One moment, please",
    text: "Many people are signing in right now. Nothing is lost: try again in a few seconds.",
    headers: { "Retry-After": "5" }
  },
  away: {
    status: 503,
    title: "We will be right back",
    text: "The service cannot reach its database for the moment. Try again in a minute.",
    headers: { "Retry-After": "30" }
  },
  broken: {
    status: 500,
    title: "Something went wrong",
    text: "The fault is ours and was written down. Try again, or go back to the start."
  }
} as const satisfies Record<string, ErrorText>

/** A page that says what went wrong. */
export const errorPage = (kind: keyof typeof errors, frame?: Frame): HttpResponse => {
  const { status, text, title, ...more }: ErrorText = errors[kind]
  return page({
    title,
    status,
    ...more,
    ...(frame === undefined ? {} : { frame }),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      <p>${text}</p>
      <p><a href="/">To the start page</a></p>
    </main>`
  })
}

const kindOf = (error: unknown): keyof typeof errors | null => {
  if (error instanceof PasswordsBusy) return "busy"
  if (error instanceof StoreError && error.reason === "Unavailable") return "away"
  return errorStatus(error) === 413 ? "tooLarge" : null
}

/** The page for a failed request; an error that is ours goes to the log. */
export const errorPageFor = (cause: Cause.Cause<unknown>, frame: Frame): Effect.Effect<HttpResponse> => {
  const kind = kindOf(Cause.squash(cause))
  if (kind === "busy" || kind === "tooLarge") return Effect.succeed(errorPage(kind, frame))
  // An interruption stays one; the rest is logged as for the API.
  return Effect.as(errorResponseFor(cause), errorPage(kind ?? "broken", frame))
}
