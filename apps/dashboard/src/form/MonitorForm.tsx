import { type FormEvent, useEffect, useRef, useState } from "react"
import { useUnsaved } from "../ui/unsaved.ts"
import { Button } from "../ui/Button.tsx"
import { useReason } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { FormProblem } from "./Field.tsx"
import { FieldControl } from "./FieldControl.tsx"
import css from "./Form.module.css"
import { changesOf } from "./fieldValues.ts"
import { isAbout } from "./isAbout.ts"
import type { MonitorField } from "./MonitorField.ts"
import { ownValue } from "../words/ownValue.ts"

interface NamedTag {
  readonly id: string
  readonly name: string
}

const nothing: Readonly<Record<string, unknown>> = {}

/**
 * Shows the settings of a monitor: one control for each declared field, and the tags of the account. A new field
 * appears automatically.
 */
export const MonitorForm = ({
  fields,
  isReadOnly,
  minimums = {},
  onEdit,
  onSave,
  proposed = nothing,
  record,
  refusal = null,
  submitLabel,
  tags
}: {
  readonly fields: ReadonlyArray<MonitorField>
  readonly record: Readonly<Record<string, unknown>> & { readonly tags: ReadonlyArray<NamedTag> }
  readonly tags: ReadonlyArray<NamedTag>
  readonly isReadOnly: boolean
  /** The plan's minimum value for each field. */
  readonly minimums?: Readonly<Record<string, number>>
  /** Called with the values of the form when it first appears, and after each change. */
  readonly onEdit?: (form: FormData) => void
  /** Values that the form shows instead of those of the record, until a person changes them. */
  readonly proposed?: Readonly<Record<string, unknown>>
  /** A message from outside the form. The form shows it at the field that it names. */
  readonly refusal?: string | null
  /** The label of the button that saves. */
  readonly submitLabel?: string
  /** Saves the changed fields, and the ids of the tags if they changed. If saving fails, the form shows the problem. */
  readonly onSave: (
    changes: Readonly<Record<string, unknown>>,
    tagIds: ReadonlyArray<string> | null
  ) => Promise<unknown>
}) => {
  const { words } = useLanguage()
  const reason = useReason()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [edits, setEdits] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const isChanged = edits > 0 || proposed !== nothing
  const forget = useUnsaved(isChanged && !isSaving)
  const edit = () => setEdits((before) => before + 1)
  useEffect(() => {
    if (form.current !== null) onEdit?.(new FormData(form.current))
  }, [edits, onEdit, proposed])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const chosen = values.getAll("tag").map(String)
    const before = record.tags.map(({ id }) => id)
    const hasOtherTags = tags.length > 0 && chosen.toSorted().join() !== before.toSorted().join()
    forget()
    setSaving(true)
    setProblem(null)
    try {
      await onSave(changesOf(fields, record, values), hasOtherTags ? chosen : null)
      setEdits(0)
    } catch (error) {
      setProblem(reason(error))
    }
    setSaving(false)
  }
  return (
    <form ref={form} className={css["form"]} onSubmit={(event) => void submit(event)} onChange={edit}>
      {isReadOnly ? <p className={css["notice"]}>{words.form.readOnly}</p> : null}
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={ownValue(proposed, field.name) ?? ownValue(record, field.name)}
          isReadOnly={isReadOnly}
          least={ownValue(minimums, field.name)}
          problem={[problem, refusal].find((one) => isAbout(field.name, one)) ?? null}
          onEdit={edit}
        />
      ))}
      {tags.length === 0 ? null : (
        <fieldset className={css["field"]} disabled={isReadOnly}>
          <legend>{words.form.tags}</legend>
          {tags.map(({ id, name }) => (
            <label key={id} className={css["check"]}>
              <input type="checkbox" name="tag" value={id} defaultChecked={record.tags.some((tag) => tag.id === id)} />{" "}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {problem === null || fields.some(({ name }) => isAbout(name, problem)) ? null : <FormProblem problem={problem} />}
      {isReadOnly ? null : (
        <p className={css["save"]}>
          <Button type="submit" kind="primary">
            {submitLabel ?? words.form.save}
          </Button>
          {isChanged ? <span className={css["soft"]}>{words.form.unsaved}</span> : null}
        </p>
      )}
    </form>
  )
}
