import { useSecondFactor } from "../api/accountQueries.ts"
import { Field } from "../form/Field.tsx"
import { useAccountWords } from "./useAccountWords.ts"

/** The largest length of the field. It has room for a recovery code. */
const CODE_LENGTH = 64

/** Returns the code in a form with {@link CodeField}, if there is one. */
export const codeIn = (form: FormData): { readonly code?: string } => {
  const code = form.get("code")
  return typeof code === "string" ? { code } : {}
}

/** Asks for a code beside the password. Shows nothing to a person without a second factor. */
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
