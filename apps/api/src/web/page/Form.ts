import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { waitText } from "./time.ts"

const words = {
  en: {
    optional: "(optional)",
    problem: "There is a problem",
    titled: (title: string) => `Problem: ${title}`,
    tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`
  },
  de: {
    optional: "(freiwillig)",
    problem: "Es gibt ein Problem",
    titled: (title: string) => `Problem: ${title}`,
    tooMany: (wait: string) => `Zu viele Versuche. Versuchen Sie es in ${wait} noch einmal.`
  }
} as const satisfies Record<Language, object>

export interface FormError {
  /** The name of the field. Null: the error concerns the whole form. */
  readonly field: string | null
  readonly message: string
}

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: "text" | "email" | "password" | "tel"
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: string
  readonly isOptional?: boolean
  readonly isFixed?: boolean
  /** The largest length in UTF-16 code units, which browsers count. */
  readonly maxLength?: number
  readonly minLength?: number
  readonly inputMode?: "numeric" | "email" | "tel"
  /** Whether the field is for a code. Browsers must not capitalize or correct the code. */
  readonly isCode?: boolean
}

const errorFor = (errors: ReadonlyArray<FormError>, name: string): FormError | undefined =>
  errors.find(({ field }) => field === name)

/**
 * Renders attributes for a start tag, each after a space. `true` sets an attribute without a value. `undefined` and
 * `false` leave out the attribute.
 */
export const attributes = (
  values: Readonly<Record<string, string | number | boolean | undefined>>
): ReadonlyArray<Html> =>
  Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === false) return []
    return [value === true ? html` ${name}` : html` ${name}="${value}"`]
  })

export const field = (
  {
    autocomplete,
    hint,
    inputMode,
    isCode = false,
    isFixed = false,
    isOptional = false,
    label,
    maxLength,
    minLength,
    name,
    type,
    value
  }: Field,
  errors: ReadonlyArray<FormError> = [],
  language: Language = "en"
): Html => {
  const error = errorFor(errors, name)
  const describedBy = [hint === undefined ? [] : `${name}-hint`, error === undefined ? [] : `${name}-error`]
    .flat()
    .join(" ")
  return html`<div class="field">
    <label for="${name}">${label}${isOptional ? html` <span class="soft">${words[language].optional}</span>` : null}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error === undefined ? null : html`<p class="field-error" id="${name}-error">${error.message}</p>`}
    <input${attributes({
      id: name,
      name,
      type,
      autocomplete,
      value,
      maxlength: maxLength,
      minlength: minLength,
      inputmode: inputMode,
      autocapitalize: isCode ? "none" : undefined,
      spellcheck: isCode ? "false" : undefined,
      "aria-describedby": describedBy === "" ? undefined : describedBy,
      "aria-invalid": error === undefined ? undefined : "true",
      required: !isOptional && !isFixed,
      readonly: isFixed
    })}>
  </div>`
}

/** Renders the list of all errors at the top of the page, with links to their fields. Null: there are no errors. */
export const errorSummary = (errors: ReadonlyArray<FormError>, language: Language = "en"): Html | null =>
  errors.length === 0
    ? null
    : html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
        <h2 id="summary-title">${words[language].problem}</h2>
        <ul>
          ${errors.map(({ field: name, message }) => html`<li>${name === null ? message : html`<a href="#${name}">${message}</a>`}</li>`)}
        </ul>
      </div>`

export const titled = (title: string, errors: ReadonlyArray<FormError>, language: Language = "en"): string =>
  errors.length === 0 ? title : words[language].titled(title)

export const notice = (message: string | null | undefined): Html | null =>
  message === null || message === undefined ? null : html`<p class="notice" role="status">${message}</p>`

export const tooMany = (
  seconds: number,
  language: Language = "en"
): { readonly errors: ReadonlyArray<FormError>; readonly headers: Readonly<Record<string, string>> } => ({
  errors: [{ field: null, message: words[language].tooMany(waitText(seconds, language)) }],
  headers: { "Retry-After": String(seconds) }
})

/** Returns a single-line field of a posted form. Trims it and removes characters that the database cannot store. */
export const lineOf = (form: URLSearchParams, name: string, maxLength = 254): string =>
  Array.from((form.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim())
    .slice(0, maxLength)
    .join("")
