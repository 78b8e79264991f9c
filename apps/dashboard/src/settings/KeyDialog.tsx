import type { CreateKey } from "@mon/api-contract"
import type { KeyScope } from "@mon/model"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

const NAME_LENGTH = 60
const DAY_MS = 86_400_000
/** The possible lifetimes of a key, in days. Zero: the key does not expire. */
const DAYS = [0, 30, 90, 365]

const SCOPES = ["read", "write", "heartbeats"] as const satisfies ReadonlyArray<KeyScope>

const wanted = (form: FormData): CreateKey => {
  const days = Number(form.get("days"))
  return {
    name: String(form.get("name")).trim(),
    scope: SCOPES.find((scope) => scope === form.get("scope")) ?? "read",
    expiresAt: days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString()
  }
}

interface Props {
  readonly onClose: () => void
  readonly open: boolean
}

export const NewKeyDialog = ({
  onClose,
  onCreate,
  open
}: Props & { readonly onCreate: (key: CreateKey) => Promise<unknown> }) => {
  const words = useAccountWords().keys
  const { isRunning, onSubmit, problem } = useSubmit((form) => onCreate(wanted(form)))
  return (
    <Dialog open={open} onClose={onClose} title={words.create}>
      <form className={css["plain"]} onSubmit={onSubmit}>
        <Field label={words.name} hint={words.nameHint}>
          {(shared) => <input {...shared} name="name" required maxLength={NAME_LENGTH} autoComplete="off" />}
        </Field>
        <Field label={words.scope} hint={words.scopeHint}>
          {(shared) => (
            <select {...shared} name="scope" defaultValue="read">
              {SCOPES.map((scope) => (
                <option key={scope} value={scope}>
                  {words.scopes[scope]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.expiry}>
          {(shared) => (
            <select {...shared} name="days" defaultValue="0">
              {DAYS.map((days) => (
                <option key={days} value={days}>
                  {days === 0 ? words.never : words.inDays(days)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DialogFoot action={words.create} isDisabled={isRunning} onClose={onClose} problem={problem} />
      </form>
    </Dialog>
  )
}

export const RenameKeyDialog = ({
  name,
  onClose,
  onRename,
  open
}: Props & { readonly name: string; readonly onRename: (name: string) => Promise<unknown> }) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().keys
  const { isRunning, onSubmit, problem } = useSubmit((form) => onRename(String(form.get("name")).trim()))
  return (
    <Dialog open={open} onClose={onClose} title={words.renameTitle}>
      <form className={css["plain"]} onSubmit={onSubmit}>
        <Field label={words.name}>
          {(shared) => (
            <input
              {...shared}
              name="name"
              required
              maxLength={NAME_LENGTH}
              autoComplete="off"
              defaultValue={name}
              onFocus={({ target }) => target.select()}
            />
          )}
        </Field>
        <DialogFoot action={common.form.save} isDisabled={isRunning} onClose={onClose} problem={problem} />
      </form>
    </Dialog>
  )
}
