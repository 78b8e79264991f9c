import { useSecondFactor } from "../api/accountQueries.ts"
import { Field } from "../form/Field.tsx"
import { useAccountWords } from "./useAccountWords.ts"

/** The maximum length of the code field. It is long enough for a recovery code. */
const CODE_LENGTH = 64

export const codeIn = (form: FormData): { readonly code?: string } => {
  const code = form.get("code")
  return typeof code === "string" ? { code } : {}
}

/** Asks for a second-factor code beside the password. Shows nothing to a person without a second factor. */
export const CodeField = () => {
  const words = useAccountWords().security
  if (typeof useSecondFactor().data?.enabledAt !== "string") return null
  return (
    <Field label={words.code} hint={words.codeHint}>
      {(shared) => (
        <input
          {...shared}
          name="code"
          required
          maxLength={CODE_LENGTH}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </Field>
  )
}
