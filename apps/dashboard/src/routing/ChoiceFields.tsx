import { useId, useState } from "react"
import { useMonitors, useTags } from "../api/queries.ts"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type RouteDraft, toggled } from "./routeDraft.ts"
import css from "./Routes.module.css"
import { routesWords } from "./routesWords.ts"

const SHOWN = 50

/** Things to choose from a long list, the chosen ones first. */
export const Choices = ({
  chosen,
  items,
  label,
  onChange
}: {
  readonly label: string
  readonly items: ReadonlyArray<{ readonly id: string; readonly name: string }>
  readonly chosen: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}) => {
  const words = useScreenWords(routesWords)
  const id = useId()
  const [text, setText] = useState("")
  const wanted = text.trim().toLowerCase()
  const fitting = items.filter(({ id: one, name }) => chosen.includes(one) || name.toLowerCase().includes(wanted))
  const ordered = fitting.toSorted((a, b) => Number(chosen.includes(b.id)) - Number(chosen.includes(a.id)))
  const rest = ordered.length - SHOWN
  return (
    <fieldset className={form["field"]}>
      <legend>{label}</legend>
      {items.length <= SHOWN ? null : (
        <>
          <label htmlFor={id}>{words.search}</label>
          <input id={id} type="search" value={text} onChange={({ target }) => setText(target.value)} />
        </>
      )}
      <div className={css["choices"]}>
        {ordered.slice(0, SHOWN).map(({ id: one, name }) => (
          <label key={one} className={form["check"]}>
            <input
              type="checkbox"
              checked={chosen.includes(one)}
              onChange={({ target }) => onChange(toggled(chosen, one, target.checked))}
            />{" "}
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
      {rest > 0 ? <p>{words.moreMonitors(rest)}</p> : null}
    </fieldset>
  )
}

/** Which monitors a route takes alerts of. */
export const ChoiceFields = ({
  draft,
  onChange
}: {
  readonly draft: RouteDraft
  readonly onChange: (changes: Partial<RouteDraft>) => void
}) => {
  const words = useScreenWords(routesWords)
  const name = useId()
  const monitors = (useMonitors().data ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const tags = useTags(true).data ?? []
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.scopeTitle}</legend>
      {(["all", "chosen"] as const).map((scope) => (
        <label key={scope} className={form["check"]}>
          <input type="radio" name={name} checked={draft.scope === scope} onChange={() => onChange({ scope })} />{" "}
          {words.scopes[scope]}
        </label>
      ))}
      {draft.scope === "all" ? null : (
        <>
          {tags.length === 0 ? null : (
            <Choices
              label={words.tags}
              items={tags}
              chosen={draft.tagIds}
              onChange={(tagIds) => onChange({ tagIds })}
            />
          )}
          <Choices
            label={words.monitors}
            items={monitors}
            chosen={draft.monitorIds}
            onChange={(monitorIds) => onChange({ monitorIds })}
          />
        </>
      )}
    </fieldset>
  )
}
