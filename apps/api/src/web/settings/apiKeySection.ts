import { ApiKeys, type ApiKeySummary, issueApiKey } from "@mon/core-store"
import { Effect, Redacted } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { html, type Html } from "../page/Html.ts"
import { time } from "../page/time.ts"

/** The API key: made here, seen once, replaced and deleted. */
export const apiKeySection = Effect.fnUntraced(function* ({ principal }: Session, zone: string) {
  const key = yield* (yield* ApiKeys).findByMembership(principal.membershipId)
  return html`<section aria-labelledby="api-key">
    <h2 id="api-key">API key</h2>
    ${key === null ? without : withKey(key, zone)}
  </section>`
})

const without: Html = html`<p>You have no key. Programs send it as <code>X-API-Key</code>; it acts in your name.</p>
  <form method="post" action="/settings/api-key"><button type="submit">Make a key</button></form>`

const withKey = ({ createdAt, shown }: ApiKeySummary, zone: string): Html =>
  html`<p>
      Your key <code>${shown}</code> was made ${time(createdAt.toISOString(), zone)}. It acts in your name; the whole
      key was shown once and is kept nowhere.
    </p>
    <p class="hint">With a new key, or without one, programs that use this one are refused at once.</p>
    <div class="actions">
      <form method="post" action="/settings/api-key">
        <button class="second" type="submit">Replace the key</button>
      </form>
      <form method="post" action="/settings/api-key/delete">
        <button class="danger" type="submit">Delete the key</button>
      </form>
    </div>`

/** A new key for whoever is signed in; the one before is dead. */
export const makeKey = Effect.fn("makeKey")(function* ({ principal }: Session) {
  const issued = yield* issueApiKey(principal.membershipId)
  return issued === null ? null : Redacted.value(issued.key)
})

/** The one time that a key is shown. */
export const newKeyShown = (key: string): Html =>
  html`<main class="narrow">
    <h1>Your new API key</h1>
    <p>Copy it now: it is shown this once and kept nowhere.</p>
    <p><code class="secret">${key}</code></p>
    <p>
      Programs send it in the header <code>X-API-Key</code>. The <a href="/docs">description of the API</a> says what
      they can ask for.
    </p>
    <p><a href="/settings">Back to the settings</a></p>
  </main>`
