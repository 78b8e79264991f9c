import type { TeamMember } from "@mon/model"
import { type FormEvent, useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useAccountWords } from "../words/account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { accessOf, listOf } from "./access.ts"
import { AccessEditor } from "./AccessEditor.tsx"
import { endedText } from "./endedText.ts"

/** Invites somebody, or changes what a member may see. */
export const MemberDialog = ({
  member,
  onClose,
  onInvited
}: {
  /** Null: somebody new. */
  readonly member: TeamMember | null
  readonly onClose: () => void
  readonly onInvited: (member: TeamMember) => void
}) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().team
  const sentence = useSentence()
  const [access, setAccess] = useState(() => accessOf(member?.domainAccess ?? []))
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const invite = async (email: string) => {
    const invited = await accountEndpoints.invite({ email, domainAccess: listOf(access) })
    await reread(accountKeys.team, accountKeys.account)
    onInvited(invited)
  }
  const change = async (changed: TeamMember) => {
    const { ended } = await accountEndpoints.setAccess(changed.membershipId, listOf(access))
    await reread(accountKeys.team)
    notify([common.form.saved, ...endedText(words, ended)].join(" "))
    onClose()
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setRunning(true)
    setProblem(null)
    try {
      await (member === null ? invite(String(form.get("email")).trim()) : change(member))
    } catch (error) {
      setProblem(sentence(error))
    }
    setRunning(false)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={member === null ? words.invite : words.editTitle(member.name ?? member.email)}
    >
      <form className={css["plain"]} onSubmit={(event) => void submit(event)}>
        {member === null ? (
          <Field label={words.email}>
            {(shared) => <input {...shared} type="email" name="email" required autoComplete="off" />}
          </Field>
        ) : null}
        <fieldset className={css["field"]}>
          <legend>{words.access}</legend>
          <p>{words.accessHint}</p>
          <AccessEditor access={access} onChange={setAccess} />
        </fieldset>
        <FormProblem problem={problem} />
        <div className={`${css["save"]} ${css["end"]}`}>
          <Button onClick={onClose}>{common.dialog.cancel}</Button>
          <Button type="submit" kind="primary" disabled={isRunning}>
            {member === null ? words.send : common.form.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
