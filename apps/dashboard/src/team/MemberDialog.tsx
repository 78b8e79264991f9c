import type { MemberRole, TeamMember } from "@mon/model"
import { type FormEvent, useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { useMonitors } from "../api/queries.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { asksPassword } from "../account/asksPassword.ts"
import { ConfirmPassword } from "../account/ConfirmPassword.tsx"
import { notify } from "../ui/notify.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { accessOf, listsOf } from "./access.ts"
import { AccessEditor } from "./AccessEditor.tsx"
import { endedText } from "./endedText.ts"

const roles = ["viewer", "editor", "admin"] as const satisfies ReadonlyArray<MemberRole>

export const MemberDialog = ({
  member,
  onClose,
  onInvited
}: {
  /** The member to edit. Null: the dialog invites a new person. */
  readonly member: TeamMember | null
  readonly onClose: () => void
  readonly onInvited: (member: TeamMember) => void
}) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().team
  const sentence = useSentence()
  const { data: monitors = [] } = useMonitors()
  const [access, setAccess] = useState(() => (member === null ? new Map() : accessOf(member)))
  const [role, setRole] = useState<MemberRole>(member?.memberRole ?? "editor")
  /** The form that is submitted again after the person has entered the password. */
  const [waiting, setWaiting] = useState<FormData | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const invite = async (email: string) => {
    const invited = await accountEndpoints.invite({ email, memberRole: role, ...listsOf(access, monitors, null) })
    await reread(accountKeys.team, accountKeys.account)
    onInvited(invited)
  }
  const change = async (changed: TeamMember) => {
    const { ended } = await accountEndpoints.updateMember(changed.membershipId, {
      memberRole: role,
      ...(role === "admin" ? {} : listsOf(access, monitors, changed))
    })
    await reread(accountKeys.team)
    notify([common.form.saved, ...endedText(words, ended)].join(" "))
    onClose()
  }
  const store = async (form: FormData) => {
    setRunning(true)
    setProblem(null)
    try {
      await (member === null ? invite(String(form.get("email")).trim()) : change(member))
    } catch (error) {
      if (asksPassword(error)) setWaiting(form)
      else setProblem(sentence(error))
    }
    setRunning(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void store(new FormData(event.currentTarget))
  }
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={member === null ? words.invite : words.editTitle(member.name ?? member.email)}
      >
        <form className={css["plain"]} onSubmit={submit}>
          {member === null ? (
            <Field label={words.email}>
              {(shared) => <input {...shared} type="email" name="email" required autoComplete="off" />}
            </Field>
          ) : null}
          <Field label={words.role} hint={words.roleHints[role]}>
            {(shared) => (
              <select
                {...shared}
                value={role}
                onChange={({ target }) => setRole(roles.find((one) => one === target.value) ?? "viewer")}
              >
                {roles.map((one) => (
                  <option key={one} value={one}>
                    {words.roles[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {role === "admin" ? null : (
            <fieldset className={css["field"]}>
              <legend>{words.access}</legend>
              <p>{words.accessHint}</p>
              <AccessEditor monitors={monitors} access={access} isViewer={role === "viewer"} onChange={setAccess} />
            </fieldset>
          )}
          <DialogFoot
            action={member === null ? words.send : common.form.save}
            isDisabled={isRunning}
            onClose={onClose}
            problem={problem}
          />
        </form>
      </Dialog>
      <ConfirmPassword
        open={waiting !== null}
        onClose={() => setWaiting(null)}
        onConfirmed={() => (waiting === null ? Promise.resolve() : store(waiting))}
      />
    </>
  )
}
