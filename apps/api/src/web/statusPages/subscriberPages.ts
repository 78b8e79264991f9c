import type { ChoosableComponent, Subscription } from "@mon/core-store"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { Effect } from "effect"
import { sentOrStored } from "../../auth/storedMail.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { simplePage } from "./simplePage.ts"
import { subscriberWords } from "./subscriberWords.ts"

interface SubscribeForm {
  readonly language: Language
  readonly pageName: string
  /** The path of the status page, with a trailing slash. */
  readonly root: string
  readonly components: ReadonlyArray<ChoosableComponent>
  readonly status?: number
  readonly error?: { readonly kind: "email" | "webhook"; readonly message: string }
  readonly address?: string
  readonly chosen?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/** These headers keep links with tokens from other sites. */
const SECRET = { "Referrer-Policy": "no-referrer" } as const

const languages: ReadonlyArray<readonly [Language, string]> = [
  ["en", "English"],
  ["de", "Deutsch"]
]

const choiceOf = (
  components: ReadonlyArray<ChoosableComponent>,
  chosen: ReadonlyArray<string>,
  language: Language,
  prefix: string
): Html | null => {
  const words = subscriberWords[language]
  if (components.length === 0) return null
  return html`<fieldset aria-describedby="${prefix}-hint">
    <legend>${words.choose}</legend>
    <p id="${prefix}-hint">${words.chooseHint}</p>
    ${components.map(
      ({ group, id, name }) =>
        html`<label class="choice"
          ><input type="checkbox" name="component" value="${id}" ${chosen.includes(id) ? html`checked` : null} />${
            group === null ? null : html`${group}: `
          }${name}</label
        >`
    )}
  </fieldset>`
}

const errorText = (form: SubscribeForm, kind: "email" | "webhook"): Html | null =>
  form.error?.kind === kind ? html`<p class="error" role="alert" id="${kind}-error">${form.error.message}</p>` : null

const addressOf = ({ address = "", error }: SubscribeForm, kind: "email" | "webhook"): string =>
  error?.kind === kind ? address : ""

const describedBy = ({ error }: SubscribeForm, kind: "email" | "webhook"): Html | null =>
  error?.kind === kind ? html` aria-describedby="${kind}-error" aria-invalid="true"` : null

export const subscribePage = (form: SubscribeForm): HttpResponse => {
  const { chosen = [], components, headers = {}, language, pageName, root, status = 200 } = form
  const words = subscriberWords[language]
  const chosenFor = (kind: "email" | "webhook") => (form.error?.kind === kind ? chosen : [])
  return simplePage({
    language,
    title: words.title(pageName),
    status,
    headers,
    body: html`<h2>${words.emailHeading}</h2>
      ${errorText(form, "email")}
      <form method="post" action="${root}subscribe">
        <input type="hidden" name="kind" value="email" />
        <label for="email">${words.address}</label>
        <input
          id="email"
          name="address"
          type="email"
          autocomplete="email"
          maxlength="254"
          required
          value="${addressOf(form, "email")}"
          ${describedBy(form, "email")}
        />
        <label for="language">${words.language}</label>
        <select id="language" name="language">
          ${languages.map(
            ([code, name]) =>
              html`<option value="${code}" lang="${code}" ${code === language ? html`selected` : null}>${name}</option>`
          )}
        </select>
        ${choiceOf(components, chosenFor("email"), language, "email")}
        <button type="submit">${words.subscribe}</button>
      </form>
      <h2>${words.webhookHeading}</h2>
      ${errorText(form, "webhook")}
      <p>${words.webhookHint}</p>
      <form method="post" action="${root}subscribe">
        <input type="hidden" name="kind" value="webhook" />
        <label for="url">${words.url}</label>
        <input
          id="url"
          name="address"
          type="url"
          maxlength="2000"
          required
          value="${addressOf(form, "webhook")}"
          ${describedBy(form, "webhook")}
        />
        ${choiceOf(components, chosenFor("webhook"), language, "webhook")}
        <button type="submit">${words.subscribe}</button>
      </form>
      <p><a href="${root}">${words.back}</a></p>`
  })
}

const messagePage = (language: Language, title: string, message: string, root: string, status = 200): HttpResponse =>
  simplePage({
    language,
    title,
    status,
    headers: SECRET,
    body: html`<p role="status">${message}</p>
      <p><a href="${root}">${subscriberWords[language].back}</a></p>`
  })

/**
 * Renders the page that follows a request to subscribe. The page is the same if the address is already subscribed or
 * has got too many emails.
 */
export const sentPage = (language: Language, root: string) =>
  Effect.map(sentOrStored(subscriberWords[language].sent, language), (text) =>
    messagePage(language, subscriberWords[language].sentTitle, text, root)
  )

export const expiredPage = (language: Language, root: string): HttpResponse =>
  messagePage(language, subscriberWords[language].expiredTitle, subscriberWords[language].expired, root, 410)

/** Renders the page for a subscription that cannot be confirmed, because the status page has too many subscriptions. */
export const fullPage = (language: Language, root: string): HttpResponse =>
  messagePage(language, subscriberWords[language].full, subscriberWords[language].full, root, 409)

/** Renders the page with the secret of a webhook, which is shown only once. */
export const webhookPage = (language: Language, secret: string, manage: string, root: string): HttpResponse => {
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: words.hookTitle,
    status: 201,
    headers: SECRET,
    body: html`<p>${words.secret}</p>
      <p><code>${secret}</code></p>
      <p>${words.manage}</p>
      <p><a href="${manage}">${manage}</a></p>
      <p><a href="${root}">${words.back}</a></p>`
  })
}

/**
 * Renders the page that the link in an email opens. Mail scanners follow links, so only the button on the page confirms
 * the subscription.
 */
export const confirmPage = ({ address, language, page }: Subscription, action: string): HttpResponse => {
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: words.confirmTitle(page.name),
    status: 200,
    headers: SECRET,
    body: html`<p>${words.confirm(address)}</p>
      <form method="post" action="${action}">
        <button type="submit">${words.confirmButton}</button>
      </form>`
  })
}

interface ManageForm {
  readonly path: string
  readonly root: string
  readonly title?: string
  readonly note?: string
}

export const managePage = (subscription: Subscription, { note, path, root, title }: ManageForm): HttpResponse => {
  const { address, componentIds, components, language, page } = subscription
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: title ?? words.manageTitle(page.name),
    status: 200,
    headers: SECRET,
    body: html`${note === undefined ? null : html`<p role="status">${note}</p>`}
      <p>${words.goesTo(address)}</p>
      ${
        components.length === 0
          ? null
          : html`<form method="post" action="${path}">
              ${choiceOf(components, componentIds ?? [], language, "choice")}
              <button type="submit">${words.save}</button>
            </form>`
      }
      <h2>${words.leaveTitle(page.name)}</h2>
      <form method="post" action="${path}/unsubscribe">
        <button type="submit">${words.leave}</button>
      </form>
      <p><a href="${root}">${words.back}</a></p>`
  })
}

/**
 * Renders the page for a subscriber who cannot currently read the status page. The page offers to unsubscribe, and
 * reveals no names.
 */
export const hiddenPage = (
  { isClosed, language }: Subscription,
  { path, root }: Pick<ManageForm, "path" | "root">
): HttpResponse => {
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: words.hiddenTitle,
    status: 200,
    headers: SECRET,
    body: html`<p role="status">${isClosed ? words.closed : words.paused}</p>
      ${isClosed ? null : html`<p><a href="${root}subscribe">${words.again}</a></p>`}
      <form method="post" action="${path}/unsubscribe">
        <button type="submit">${words.leave}</button>
      </form>`
  })
}

export const leavePage = ({ address, language, page }: Subscription, path: string): HttpResponse => {
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: words.leaveTitle(page.name),
    status: 200,
    headers: SECRET,
    body: html`<p>${words.goesTo(address)}</p>
      <form method="post" action="${path}/unsubscribe">
        <button type="submit">${words.leave}</button>
      </form>`
  })
}

export const leftPage = ({ address, language }: Subscription, root: string): HttpResponse => {
  const words = subscriberWords[language]
  return simplePage({
    language,
    title: words.leftTitle,
    status: 200,
    headers: SECRET,
    body: html`<p role="status">${words.left(address)}</p>
      <p><a href="${root}subscribe">${words.again}</a></p>`
  })
}
