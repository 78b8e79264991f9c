import { errorStatus } from "@mon/api-contract"
import { StoreError } from "@mon/core-store"
import { Cause, Effect } from "effect"
import type { Reply } from "../../http/RequestContext.ts"
import { failureReply } from "../../http/ErrorResponse.ts"
import { PasswordsBusy } from "../../auth/Passwords.ts"
import { html } from "./Html.ts"
import { type Frame, page } from "./Page.ts"

interface Fault {
  readonly status: number
  readonly title: string
  readonly words: string
  readonly headers?: Readonly<Record<string, string>>
}

const faults = {
  // An address that leads nowhere any more may have a secret in it.
  absent: {
    status: 404,
    title: "There is no such page",
    words: "The address may be mistyped, or the page is gone.",
    headers: { "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow" }
  },
  foreign: {
    status: 403,
    title: "This form came from elsewhere",
    words: "For your safety forms are taken from our own pages only. Open the page again and try once more."
  },
  tooLarge: { status: 413, title: "That was too much", words: "The form holds more than we take." },
  flood: {
    status: 429,
    title: "Too many requests",
    words: "From your address so many pages were asked for that we have to pause. Try again in a minute.",
    headers: { "Retry-After": "60" }
  },
  busy: {
    status: 503,
    title: "One moment, please",
    words: "Many people are signing in right now. Nothing is lost: try again in a few seconds.",
    headers: { "Retry-After": "5" }
  },
  away: {
    status: 503,
    title: "We will be right back",
    words: "The service cannot reach its database for the moment. Try again in a minute.",
    headers: { "Retry-After": "30" }
  },
  broken: {
    status: 500,
    title: "Something went wrong",
    words: "The fault is ours and was written down. Try again, or go back to the start."
  }
} as const satisfies Record<string, Fault>

/** A page that says what is wrong, in words for a person. */
export const faultPage = (fault: keyof typeof faults, frame?: Frame): Reply => {
  const { status, title, words, ...more }: Fault = faults[fault]
  return page({
    title,
    status,
    ...more,
    ...(frame === undefined ? {} : { frame }),
    body: html`<main class="narrow">
      <h1>${title}</h1>
      <p>${words}</p>
      <p><a href="/">To the start page</a></p>
    </main>`
  })
}

const faultOf = (error: unknown): keyof typeof faults | null => {
  if (error instanceof PasswordsBusy) return "busy"
  if (error instanceof StoreError && error.reason === "Unavailable") return "away"
  return errorStatus(error) === 413 ? "tooLarge" : null
}

/** The page for a failed request; everything that a person cannot help is told to the log. */
export const faultReply = (cause: Cause.Cause<unknown>, frame: Frame): Effect.Effect<Reply> => {
  const fault = faultOf(Cause.squash(cause))
  if (fault === "busy" || fault === "tooLarge") return Effect.succeed(faultPage(fault, frame))
  // An interruption stays one; the rest is logged as for the API.
  return Effect.as(failureReply(cause), faultPage(fault ?? "broken", frame))
}
