import type { Language } from "@mon/model"
import type { Html } from "@mon/status-page"
import { field, type FormError } from "../page/Form.ts"
import { signInWords } from "./signInWords.ts"

export const codeFieldName = "code"

/** The largest length of the field. A recovery code with hyphens fits into it. */
const CODE_LENGTH = 64

export const codeField = (
  errors: ReadonlyArray<FormError>,
  { isOptional = false, language = "en" }: { readonly isOptional?: boolean; readonly language?: Language } = {}
): Html =>
  field(
    {
      name: codeFieldName,
      label: signInWords[language].code.label,
      type: "text",
      autocomplete: "one-time-code",
      hint: isOptional ? signInWords[language].code.optionalHint : signInWords[language].code.hint,
      isCode: true,
      isOptional,
      maxLength: CODE_LENGTH
    },
    errors,
    language
  )

export const wrongCode = (language: Language = "en"): FormError => ({
  field: codeFieldName,
  message: signInWords[language].code.mustBeNew
})

export const codePath = (next: string): string => `/signin/code?next=${encodeURIComponent(next)}`
