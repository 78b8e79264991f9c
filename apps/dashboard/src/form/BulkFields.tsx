import { type FormEvent, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { FieldControl } from "./FieldControl.tsx"
import css from "./Form.module.css"
import { defaultsOf, spelledOut, valueOf } from "./fieldValues.ts"
import type { MonitorField } from "./MonitorField.ts"
import { ownValue } from "../words/ownValue.ts"

/** Chooses fields and their new values for several monitors. Omits the name, because each monitor has its own. */
export const BulkFields = ({
  fields,
  minimums = {},
  onSubmit
}: {
  readonly fields: ReadonlyArray<MonitorField>
  /** The plan's minimum value for each field. */
  readonly minimums?: Readonly<Record<string, number>>
  readonly onSubmit: (changes: Readonly<Record<string, unknown>>) => void
}) => {
  const { words } = useLanguage()
  const shared = fields.filter(({ name }) => name !== "name")
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const defaults = defaultsOf(shared, minimums)
  const toggle = (name: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(name)) next.add(name)
      return next
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    onSubmit(
      Object.fromEntries(
        shared.filter(({ name }) => chosen.has(name)).map((field) => [field.name, valueOf(field, form)] as const)
      )
    )
  }
  return (
    <form className={css["plain"]} onSubmit={submit}>
      <p className={css["soft"]}>{words.form.bulkHint}</p>
      {shared.map((field) => (
        <div key={field.name}>
          <label className={css["check"]}>
            <input type="checkbox" checked={chosen.has(field.name)} onChange={() => toggle(field.name)} />
            {words.form.change(words.form.labels[field.name] ?? spelledOut(field.name))}
          </label>
          {chosen.has(field.name) ? (
            <div className={css["chosen"]}>
              <FieldControl
                field={field}
                value={ownValue(defaults, field.name)}
                least={ownValue(minimums, field.name)}
              />
            </div>
          ) : null}
        </div>
      ))}
      <div className={`${css["save"]} ${css["end"]}`}>
        <Button type="submit" kind="primary" disabled={chosen.size === 0}>
          {words.bulk.apply}
        </Button>
      </div>
    </form>
  )
}
