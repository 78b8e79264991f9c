import { ApiKeys, type ApiKeySummary, issueApiKey } from "@mon/core-store"
import { Effect, Redacted } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { html, type Html } from "../page/Html.ts"
import { time } from "../page/time.ts"

/** Creates, replaces and deletes the API key. */
export const apiKeySection = Effect.fnUntraced(function* ({ principal }: Session, zone: string) {
  const key = yield* (yield* ApiKeys).findByMembership(principal.membershipId)
  return html`<section aria-labelledby="api-key">
    <h2 id="api-key">API key</h2>
    ${key === null ? without : withKey(key, zone)}
  </section>`
})

const without: Html = html`<p>You have no API key. A key lets programs act in your name; they send it as <code>X-API-Key</code>.</p>
  <form method="post" action="/settings/api-key"><button type="submit">Create a key</button></form>`

const withKey = ({ createdAt, shown }: ApiKeySummary, zone: string): Html =>
  html`<p>
      Your key <code>${shown}</code> was created ${time(createdAt.toISOString(), zone)}. It lets programs act in your name.
      The full key is not stored and cannot be shown again.
    </p>
    ${confirmed("Replace the key", "/settings/api-key", html`<button type="submit">Replace it now</button>`)}
    ${confirmed("Delete the key", "/settings/api-key/delete", html`<button class="danger" type="submit">Delete it now</button>`)}`

/** A form behind a second step: programs that use the key stop at once. */
const confirmed = (label: string, action: string, button: Html): Html =>
  html`<details class="confirm">
    <summary>${label}…</summary>
    <form method="post" action="${action}">
      <p>Programs that use this key stop working immediately.</p>
      ${button}
    </form>
  </details>`

/** Creates a new key for the signed-in person. The old key stops working. */
export const makeKey = Effect.fn("makeKey")(function* ({ principal }: Session) {
  const issued = yield* issueApiKey(principal.membershipId)
  return issued === null ? null : Redacted.value(issued.key)
})

/** Shows a new key, the only time it is visible. */
export const newKeyShown = (key: string): Html =>
  html`<main class="narrow">
    <h1>Your new API key</h1>
    <p>Copy it now. It is not stored and cannot be shown again.</p>
    <p><code class="secret">${key}</code></p>
    <p>
      Send it in the header <code>X-API-Key</code>. The <a href="/docs">API reference</a> describes every request.
    </p>
    <p><a href="/settings">Back to settings</a></p>
  </main>`
