import type { Domain } from "@mon/model"
import { type FormEvent, useState } from "react"
import fields, { type DomainField } from "virtual:domain-fields"
import { endpoints } from "../api/endpoints.ts"
import { keys, queryClient, useTags } from "../api/queries.ts"
import { refresh } from "../domains/changes.ts"
import { notify } from "../shell/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Domain.module.css"
import { changesOf, isColour, textOf } from "./fieldValues.ts"

const Control = ({
  field,
  isReadOnly,
  value
}: {
  readonly field: DomainField
  readonly value: unknown
  readonly isReadOnly: boolean
}) => {
  const { format, words } = useLanguage()
  const { about, maximum, minimum, name, type } = field
  const label = words.form.labels[name] ?? name
  const isMs = name.endsWith("Ms")
  const length = isMs ? format.milliseconds : format.seconds
  const hint = words.form.hints[name] ?? about
  const shared = { id: name, name, disabled: isReadOnly, "aria-describedby": `${name}-hint` }
  if (type === "boolean") {
    return (
      <div className={css["field"]}>
        <label className={css["check"]}>
          <input type="checkbox" {...shared} defaultChecked={value === true} /> {label}
        </label>
        <p id={`${name}-hint`}>{hint}</p>
      </div>
    )
  }
  return (
    <div className={css["field"]}>
      <label htmlFor={name}>
        {type === "int" ? `${label} (${isMs ? words.form.milliseconds : words.form.seconds})` : label}
      </label>
      <p id={`${name}-hint`}>
        {hint}
        {type === "int" && minimum !== undefined && maximum !== undefined
          ? ` ${words.form.between(length(minimum), length(maximum))}.`
          : ""}
        {type === "text[]" ? ` ${words.form.onePerLine}` : ""}
      </p>
      {type === "text[]" ? (
        <textarea {...shared} rows={3} defaultValue={textOf(value)} />
      ) : (
        <input
          {...shared}
          type={type === "int" ? "number" : isColour(field) ? "color" : "text"}
          required
          defaultValue={textOf(value)}
          {...(type === "int" ? { min: minimum, max: maximum, step: 1 } : { maxLength: maximum })}
        />
      )}
    </div>
  )
}

/** The settings of a domain. The fields are those that `@mon/model` declares, so a new one appears by itself. */
export const SettingsForm = ({ domain }: { readonly domain: Domain }) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [problem, setProblem] = useState<string | null>(null)
  const [isChanged, setChanged] = useState(false)
  const isReadOnly = domain.access === "read"
  const tags = useTags(!isReadOnly).data ?? []
  const record: Readonly<Record<string, unknown>> = domain
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const changes = changesOf(fields, record, form)
    const chosen = form.getAll("tag").map(String)
    const before = domain.tags.map(({ id }) => id)
    setProblem(null)
    try {
      let changed = domain
      if (Object.keys(changes).length > 0) changed = await endpoints.updateDomain(domain.id, changes)
      if (!isReadOnly && tags.length > 0 && chosen.toSorted().join() !== before.toSorted().join()) {
        changed = await endpoints.setDomainTags(domain.id, chosen)
      }
      queryClient.setQueryData(keys.domain(domain.id), changed)
      setChanged(false)
      notify(words.form.saved)
      void refresh()
    } catch (error) {
      setProblem(sentence(error))
    }
  }
  return (
    <form className={css["form"]} onSubmit={(event) => void submit(event)} onChange={() => setChanged(true)}>
      {isReadOnly ? <p className={css["notice"]}>{words.form.readOnly}</p> : null}
      {fields.map((field) => (
        <Control key={field.name} field={field} value={record[field.name]} isReadOnly={isReadOnly} />
      ))}
      {tags.length === 0 ? null : (
        <fieldset className={css["field"]}>
          <legend>{words.form.tags}</legend>
          {tags.map(({ id, name }) => (
            <label key={id} className={css["check"]}>
              <input type="checkbox" name="tag" value={id} defaultChecked={domain.tags.some((tag) => tag.id === id)} />{" "}
              {name}
            </label>
          ))}
        </fieldset>
      )}
      {problem === null ? null : (
        <p className={`${css["notice"]} ${css["down"]}`} role="alert">
          {problem}
        </p>
      )}
      {isReadOnly ? null : (
        <p className={css["save"]}>
          <Button type="submit" kind="primary">
            {words.form.save}
          </Button>
          {isChanged ? <span className={css["soft"]}>{words.form.unsaved}</span> : null}
        </p>
      )}
    </form>
  )
}
