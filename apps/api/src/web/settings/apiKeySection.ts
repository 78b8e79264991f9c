import { ApiKeys, type ApiKeySummary } from "@mon/core-store"
import { apiKeyLimits, type KeyState, keyStateOf } from "@mon/model"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { attributes, field, type FormError } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"
import { time } from "../page/time.ts"
import { keyDays, keyFields } from "./keyForm.ts"

const scopeText = { read: "read-only", write: "read and write" } as const

/** Lists, creates, replaces and deletes API keys. */
export const apiKeySection = Effect.fnUntraced(function* (
  { caller, principal }: Session,
  zone: string,
  errors: ReadonlyArray<FormError>
) {
  const keys = yield* (yield* ApiKeys).listOf(principal.membershipId)
  const { apiKeys, title } = caller.limits
  return html`<section aria-labelledby="api-keys">
    <h2 id="api-keys">API keys</h2>
    <p>
      A key lets programs act in your name; they send it as <code>X-API-Key</code>. The ${title} plan allows ${String(apiKeys)}
      keys for each person.
    </p>
    ${keys.length === 0 ? html`<p>You have no API key.</p>` : keys.map((key) => keyShown(key, keyStateOf(key, apiKeys), zone))}
    ${createForm(errors)}
  </section>`
})

const stateText: Readonly<Record<KeyState, Html | null>> = {
  active: null,
  expired: html` <strong>This key has expired.</strong>`,
  over_limit: html` <strong>This key does not work: your plan allows fewer keys, and older ones use them.</strong>`
}

const keyShown = (key: ApiKeySummary, state: KeyState, zone: string): Html => {
  const { createdAt, expiresAt, id, lastUsedAt, name, scope, shown } = key
  return html`<h3>${name}</h3>
    <p>
      <code>${shown}</code>, ${scopeText[scope]}, created ${time(createdAt.toISOString(), zone)},
      ${lastUsedAt === null ? "not used yet" : html`last used ${time(lastUsedAt.toISOString(), zone)}`},
      ${expiresAt === null ? "does not expire" : html`expires ${time(expiresAt.toISOString(), zone)}`}.${stateText[state]}
    </p>
    ${state === "expired" ? null : confirmed("Replace the key", name, "/settings/api-key", keyFields.replaces, id, html`<button type="submit">Replace it now</button>`)}
    ${confirmed("Delete the key", name, "/settings/api-key/delete", "id", id, html`<button class="danger" type="submit">Delete it now</button>`)}`
}

/** A form behind a second step: programs that use the key stop at once. */
const confirmed = (label: string, name: string, action: string, fieldName: string, id: string, button: Html): Html =>
  html`<details class="confirm">
    <summary>${label} ${name}…</summary>
    <form method="post" action="${action}">
      <input${attributes({ type: "hidden", name: fieldName, value: id })}>
      <p>Programs that use this key stop working immediately.</p>
      ${button}
    </form>
  </details>`

type Choices = ReadonlyArray<readonly [value: string, text: string]>

const choiceField = (name: string, label: string, choices: Choices, errors: ReadonlyArray<FormError>): Html => {
  const error = errors.find((one) => one.field === name)
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${error === undefined ? null : html`<p class="field-error" id="${name}-error">${error.message}</p>`}
    <select${attributes({ id: name, name, autocomplete: "off", "aria-describedby": error === undefined ? undefined : `${name}-error` })}>
      ${choices.map(([value, text]) => html`<option${attributes({ value })}>${text}</option>`)}
    </select>
  </div>`
}

const scopes: Choices = [
  ["read", "Read only"],
  ["write", "Read and write"]
]

const days: Choices = keyDays.map((value) => [value, value === "" ? "Never" : `In ${value} days`])

const createForm = (errors: ReadonlyArray<FormError>): Html =>
  html`<form method="post" action="/settings/api-key">
    ${field({ name: keyFields.name, label: "Name of a new key", type: "text", autocomplete: "off", maxLength: apiKeyLimits.nameLength, hint: "What uses it, such as a report or a script." }, errors)}
    ${choiceField(keyFields.scope, "What it may do", scopes, errors)}
    ${choiceField(keyFields.days, "Expires", days, errors)}
    <button type="submit">Create a key</button>
  </form>`

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
