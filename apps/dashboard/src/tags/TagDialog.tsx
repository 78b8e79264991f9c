import type { TagRecord } from "@mon/model"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { keys } from "../api/queries.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"

const GREY = "#6b7280"
const NAME_LENGTH = 100

/** Converts a colour such as `#abc` to its long form, which a colour control requires. */
const longForm = (color: string): string =>
  color.length === 4 ? `#${color.slice(1).replaceAll(/./gu, "$&$&")}` : color

export const TagDialog = ({
  onClose,
  tag
}: {
  /** The tag to edit. Null: the dialog creates a new tag. */
  readonly tag: TagRecord | null
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const account = useAccountWords()
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    const wanted = { name: String(form.get("name")).trim(), color: String(form.get("color")) }
    if (tag === null) await accountEndpoints.createTag(wanted)
    else await accountEndpoints.updateTag(tag.id, wanted)
    await reread(accountKeys.tags, keys.monitors)
    notify(tag === null ? account.tags.created : words.form.saved)
    onClose()
  })
  return (
    <Dialog open onClose={onClose} title={tag === null ? account.tags.create : account.tags.edit}>
      <form className={css["plain"]} onSubmit={onSubmit}>
        <Field label={account.tags.name}>
          {(shared) => (
            <input
              {...shared}
              name="name"
              required
              maxLength={NAME_LENGTH}
              autoComplete="off"
              defaultValue={tag?.name}
            />
          )}
        </Field>
        <Field label={account.tags.color}>
          {(shared) => <input {...shared} type="color" name="color" defaultValue={longForm(tag?.color ?? GREY)} />}
        </Field>
        <DialogFoot
          action={tag === null ? account.tags.create : words.form.save}
          isDisabled={isRunning}
          onClose={onClose}
          problem={problem}
        />
      </form>
    </Dialog>
  )
}
