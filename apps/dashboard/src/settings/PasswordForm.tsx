import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { CodeField, codeIn } from "../account/CodeField.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"

const SHORTEST = 8

/** Changes the password and ends all other sessions. */
export const PasswordForm = ({ email }: { readonly email: string }) => {
  const words = useAccountWords().profile
  const [times, setTimes] = useState(0)
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (form) => {
    await accountEndpoints.changePassword({
      current: String(form.get("current")),
      password: String(form.get("password")),
      ...codeIn(form),
      deleteKeys: form.has("deleteKeys")
    })
    setTimes(times + 1)
    void reread(accountKeys.apiKeys)
    notify(words.passwordChanged)
  })
  return (
    // A new `key` empties the fields after the password has been changed.
    <form key={times} className={css["plain"]} onChange={onChange} onSubmit={onSubmit}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label={words.current}>
        {(shared) => <input {...shared} type="password" name="current" required autoComplete="current-password" />}
      </Field>
      <CodeField />
      <Field label={words.password} hint={words.passwordHint}>
        {(shared) => (
          <input
            {...shared}
            type="password"
            name="password"
            required
            minLength={SHORTEST}
            autoComplete="new-password"
          />
        )}
      </Field>
      <label className={css["check"]}>
        <input type="checkbox" name="deleteKeys" />
        {words.deleteKeys}
      </label>
      <FormProblem problem={problem} />
      <div className={css["save"]}>
        <Button type="submit" disabled={isRunning}>
          {words.changePassword}
        </Button>
      </div>
      <p className={css["soft"]}>
        <a href="/reset">{words.forgot}</a>
      </p>
    </form>
  )
}
