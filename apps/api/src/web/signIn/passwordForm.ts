import { passwordFault, passwordLimits } from "../../auth/passwordFault.ts"
import { type Fault, field } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"

/** The address that a password belongs to, so that a password manager keeps both together. */
export const addressShown = (email: string): Html =>
  field({
    name: "username",
    label: "E-mail address",
    type: "email",
    autocomplete: "username",
    value: email,
    isFixed: true
  })

export const newPasswordField = (faults: ReadonlyArray<Fault>, label = "New password"): Html =>
  field(
    {
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      minLength: passwordLimits.characters,
      hint: `At least ${passwordLimits.characters} characters. A few words in a row are easy to keep and hard to guess.`
    },
    faults
  )

export const nameField = (value = ""): Html =>
  field({
    name: "name",
    label: "Your name",
    type: "text",
    autocomplete: "name",
    isOptional: true,
    maxLength: 100,
    value
  })

/** What is wrong with a new password of a form. */
export const newPasswordFaults = (password: string, email: string): ReadonlyArray<Fault> => {
  const message = passwordFault(password, email)
  return message === null ? [] : [{ field: "password", message }]
}

/** A page of one form. */
export const card = (title: string, body: Html): Html =>
  html`<main class="narrow">
    <h1>${title}</h1>
    ${body}
  </main>`
