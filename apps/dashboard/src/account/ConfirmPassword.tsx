import { accountEndpoints } from "../api/accountEndpoints.ts"
import { useAccount } from "../api/queries.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "./useAccountWords.ts"
import { CodeField, codeIn } from "./CodeField.tsx"

/** Asks for the password before an action that needs a recent sign-in, and then runs the action. */
export const ConfirmPassword = ({
  onClose,
  onConfirmed,
  open
}: {
  readonly open: boolean
  readonly onClose: () => void
  readonly onConfirmed: () => Promise<unknown>
}) => {
  const words = useAccountWords().confirm
  const email = useAccount().data?.email ?? ""
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    await accountEndpoints.confirmPassword({ password: String(form.get("password")), ...codeIn(form) })
    onClose()
    await onConfirmed()
  })
  return (
    <Dialog open={open} onClose={onClose} title={words.title}>
      <form className={css["plain"]} onSubmit={onSubmit}>
        <p>{words.hint}</p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <Field label={words.password}>
          {(shared) => <input {...shared} type="password" name="password" required autoComplete="current-password" />}
        </Field>
        <CodeField />
        <p>
          <a href="/settings/sign-in">{words.without}</a>
        </p>
        <DialogFoot action={words.go} isDisabled={isRunning} onClose={onClose} problem={problem} />
      </form>
    </Dialog>
  )
}
