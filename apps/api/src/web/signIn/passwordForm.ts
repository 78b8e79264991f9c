import { controlCharactersMessage, hasControlCharacters } from "@mon/model"
import { passwordError, passwordLimits } from "../../auth/passwordError.ts"
import type { NewPassword } from "../../auth/useLink.ts"
import { type FormError, field, lineOf } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"

/** Shows the address beside the password, so that password managers save both. */
export const addressShown = (email: string): Html =>
  field({
    name: "username",
    label: "Email address",
    type: "email",
    autocomplete: "username",
    value: email,
    isFixed: true
  })

export const newPasswordField = (errors: ReadonlyArray<FormError>, label = "New password"): Html =>
  field(
    {
      name: "password",
      label,
      type: "password",
      autocomplete: "new-password",
      minLength: passwordLimits.characters,
      hint: `At least ${passwordLimits.characters} characters. Several words in a row are easy to remember and hard to guess.`
    },
    errors
  )

/** Unicode code points of a person's name. */
const NAME_LENGTH = 100
/** Code units of a code point at most (UTF-16). */
const CODE_UNITS = 2

export const nameField = (value = "", errors: ReadonlyArray<FormError> = []): Html =>
  field(
    {
      name: "name",
      label: "Your name",
      type: "text",
      autocomplete: "name",
      isOptional: true,
      maxLength: NAME_LENGTH * CODE_UNITS,
      value
    },
    errors
  )

/** The name in a posted form with {@link nameField}. */
export const nameOf = (form: URLSearchParams): string => lineOf(form, "name", NAME_LENGTH * CODE_UNITS)

/** The form errors of a name, which other people see. */
export const nameErrors = (name: string): ReadonlyArray<FormError> => {
  if (hasControlCharacters(name)) return [{ field: "name", message: controlCharactersMessage("Your name") }]
  return Array.from(name).length > NAME_LENGTH
    ? [{ field: "name", message: `Your name must have at most ${NAME_LENGTH} characters.` }]
    : []
}

/** Offers to delete the API keys of a person who sets a new password. Null if there are none. */
export const keysOffer = (liveKeys: number): Html | null =>
  liveKeys === 0
    ? null
    : html`<div class="check">
        <input type="checkbox" id="revoke-keys" name="revokeKeys" value="yes" aria-describedby="revoke-keys-hint" />
        <label for="revoke-keys">Also delete ${liveKeys === 1 ? "my API key" : `my ${liveKeys} API keys`}</label>
        <p class="hint" id="revoke-keys-hint">
          A new password does not change API keys. If somebody may have seen them, delete them. Programs that use them then
          stop working.
        </p>
      </div>`

/** A new password as posted by a form with {@link newPasswordField} and {@link keysOffer}. */
export const newPasswordOf = (form: URLSearchParams): NewPassword => ({
  password: form.get("password") ?? "",
  revokeKeys: form.get("revokeKeys") === "yes"
})

/** The form errors of a new password. */
export const newPasswordErrors = (password: string, email: string): ReadonlyArray<FormError> => {
  const message = passwordError(password, email)
  return message === null ? [] : [{ field: "password", message }]
}

/** A page with a single form. */
export const card = (title: string, body: Html): Html =>
  html`<main class="narrow">
    <h1>${title}</h1>
    ${body}
  </main>`
