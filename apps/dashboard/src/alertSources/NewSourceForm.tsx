import type { AlertSourceKind, NewAlertSource } from "@mon/model"
import { useState } from "react"
import { rereadSources, sourceEndpoints } from "../alerts/sourceQueries.ts"
import { sourcesWords } from "../alerts/sourcesWords.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { alertSourcesWords } from "./alertSourcesWords.ts"

const NAME_LENGTH = 60
const KINDS: ReadonlyArray<AlertSourceKind> = ["pagerduty", "opsgenie", "alertmanager", "grafana"]

export const NewSourceForm = ({
  onClose,
  onCreated
}: {
  readonly onClose: () => void
  readonly onCreated: (source: NewAlertSource) => void
}) => {
  const words = useScreenWords(alertSourcesWords)
  const { kinds } = useScreenWords(sourcesWords)
  const [kind, setKind] = useState<AlertSourceKind>("alertmanager")
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (form) => {
    const created = await sourceEndpoints.create({ name: String(form.get("name")).trim(), kind })
    await rereadSources()
    onCreated(created)
  })
  return (
    <form className={css["plain"]} onSubmit={onSubmit} onChange={onChange}>
      <Field label={words.name}>
        {(shared) => <input {...shared} name="name" required maxLength={NAME_LENGTH} autoComplete="off" />}
      </Field>
      <Field label={words.kind} hint={words.kindHint[kind]}>
        {(shared) => (
          <select
            {...shared}
            value={kind}
            onChange={({ target }) => setKind(KINDS.find((one) => one === target.value) ?? kind)}
          >
            {KINDS.map((one) => (
              <option key={one} value={one}>
                {kinds[one]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DialogFoot action={words.create} isDisabled={isRunning} onClose={onClose} problem={problem} />
    </form>
  )
}
