import { controlCharactersMessage, isVisibleName, type Language } from "@mon/model"
import { html, type Html } from "@mon/status-page"
import { passwordError, passwordLimits } from "../../auth/passwordError.ts"
import type { NewPassword } from "../../auth/useLink.ts"
import { type FormError, field, lineOf } from "../page/Form.ts"
import { signInWords } from "./signInWords.ts"

/** Renders the email address next to the password field, so that password managers save both. */
export const addressShown = (email: string, language: Language = "en"): Html =>
  field({
    name: "username",
    label: signInWords[language].email,
    type: "email",
    autocomplete: "username",
    value: email,
    isFixed: true
  })

export const newPasswordField = (
  errors: ReadonlyArray<FormError>,
  { isFirst = false, language = "en" }: { readonly isFirst?: boolean; readonly language?: Language } = {}
): Html =>
  field(
    {
      name: "password",
      label: isFirst ? signInWords[language].password : signInWords[language].newPassword,
      type: "password",
      autocomplete: "new-password",
      minLength: passwordLimits.characters,
      hint: signInWords[language].passwordHint(passwordLimits.characters)
    },
    errors,
    language
  )

/** The longest name of a person, in Unicode code points. */
const NAME_LENGTH = 100
/** The largest number of UTF-16 code units of a code point. */
const CODE_UNITS = 2

export const nameField = (value = "", errors: ReadonlyArray<FormError> = [], language: Language = "en"): Html =>
  field(
    {
      name: "name",
      label: signInWords[language].name,
      type: "text",
      autocomplete: "name",
      isOptional: true,
      maxLength: NAME_LENGTH * CODE_UNITS,
      value
    },
    errors,
    language
  )

export const nameOf = (form: URLSearchParams): string => lineOf(form, "name", NAME_LENGTH * CODE_UNITS)

/** Returns the form errors of a name, which other people will see. */
export const nameErrors = (name: string, language: Language = "en"): ReadonlyArray<FormError> => {
  if (name !== "" && !isVisibleName(name)) {
    const message =
      language === "de" ? "Der Name darf keine Steuerzeichen enthalten." : controlCharactersMessage("Your name")
    return [{ field: "name", message }]
  }
  return Array.from(name).length > NAME_LENGTH
    ? [
        {
          field: "name",
          message:
            language === "de"
              ? `Der Name darf höchstens ${NAME_LENGTH} Zeichen haben.`
              : `Your name must have at most ${NAME_LENGTH} characters.`
        }
      ]
    : []
}

/** Renders the option to delete the API keys of a person who sets a new password. Null: the person has no keys. */
export const keysOffer = (liveKeys: number, language: Language = "en"): Html | null =>
  liveKeys === 0
    ? null
    : html`<div class="check">
        <input type="checkbox" id="revoke-keys" name="revokeKeys" value="yes" aria-describedby="revoke-keys-hint" />
        <label for="revoke-keys">${signInWords[language].keys(liveKeys)}</label>
        <p class="hint" id="revoke-keys-hint">
          ${signInWords[language].keysHint}
        </p>
      </div>`

export const newPasswordOf = (form: URLSearchParams): NewPassword => ({
  password: form.get("password") ?? "",
  revokeKeys: form.get("revokeKeys") === "yes"
})

export const newPasswordErrors = (
  password: string,
  email: string,
  language: Language = "en"
): ReadonlyArray<FormError> => {
  const message = passwordError(password, email, language)
  return message === null ? [] : [{ field: "password", message }]
}

export const card = (title: string, body: Html): Html =>
  html`<main class="narrow">
    <h1>${title}</h1>
    ${body}
  </main>`
