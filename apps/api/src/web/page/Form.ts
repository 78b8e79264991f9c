import { type Html, html } from "./Html.ts"
import { waitText } from "./time.ts"

/** What is wrong with a form: a sentence for a field by its name, or for the whole. */
export interface Fault {
  /** Null: the whole form. */
  readonly field: string | null
  readonly message: string
}

/** A field of a form with its label. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly type: "text" | "email" | "password" | "tel"
  readonly autocomplete: string
  readonly value?: string
  readonly hint?: string
  readonly isOptional?: boolean
  /** Shown, not to be changed. */
  readonly isFixed?: boolean
  readonly maxLength?: number
  readonly minLength?: number
  readonly inputMode?: "numeric" | "email" | "tel"
}

const faultOf = (faults: ReadonlyArray<Fault>, name: string): Fault | undefined =>
  faults.find(({ field }) => field === name)

const attribute = (name: string, value: string | number | undefined): Html | null =>
  value === undefined ? null : html` ${name}="${value}"`

/** A label, a hint and what is wrong, tied to their field for who does not see them side by side. */
export const field = (
  {
    autocomplete,
    hint,
    inputMode,
    isFixed = false,
    isOptional = false,
    label,
    maxLength,
    minLength,
    name,
    type,
    value
  }: Field,
  faults: ReadonlyArray<Fault> = []
): Html => {
  const fault = faultOf(faults, name)
  const describedBy = [hint === undefined ? [] : `${name}-hint`, fault === undefined ? [] : `${name}-fault`]
    .flat()
    .join(" ")
  return html`<div class="field">
    <label for="${name}">${label}${isOptional ? html` <span class="soft">(optional)</span>` : null}</label>
    ${hint === undefined ? null : html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${fault === undefined ? null : html`<p class="fault" id="${name}-fault">${fault.message}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      ${attribute("value", value)}${attribute("maxlength", maxLength)}${attribute(
        "minlength",
        minLength
      )}${attribute("inputmode", inputMode)}${describedBy === "" ? null : html` aria-describedby="${describedBy}"`}${
        fault === undefined ? null : html` aria-invalid="true"`
      }${isOptional || isFixed ? null : html` required`}${isFixed ? html` readonly` : null}
    />
  </div>`
}

/** What is wrong, first on the page, with links to the fields; nothing when nothing is. */
export const faultSummary = (faults: ReadonlyArray<Fault>): Html | null =>
  faults.length === 0
    ? null
    : html`<div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
        <h2 id="summary-title">There is a problem</h2>
        <ul>
          ${faults.map(({ field: name, message }) => html`<li>${name === null ? message : html`<a href="#${name}">${message}</a>`}</li>`)}
        </ul>
      </div>`

/** The title of a page, which says first when something is wrong. */
export const titled = (title: string, faults: ReadonlyArray<Fault>): string =>
  faults.length === 0 ? title : `Problem: ${title}`

/** Something that was done. */
export const notice = (message: string | null | undefined): Html | null =>
  message === null || message === undefined ? null : html`<p class="notice" role="status">${message}</p>`

/** Too many attempts: what the form says, and the header for programs. */
export const tooMany = (
  seconds: number
): { readonly faults: ReadonlyArray<Fault>; readonly headers: Readonly<Record<string, string>> } => ({
  faults: [{ field: null, message: `Too many attempts. Try again in ${waitText(seconds)}.` }],
  headers: { "Retry-After": String(seconds) }
})

/** One line of a posted form, without the spaces around it, as the database can hold it. */
export const lineOf = (form: URLSearchParams, name: string, longest = 254): string =>
  (form.get(name) ?? "").replaceAll("\u0000", "").toWellFormed().trim().slice(0, longest)
