import { useId, useState } from "react"
import { useScreenWords } from "../words/useScreenWords.ts"
import { choicesDe } from "./choices.de.ts"
import { choicesEn } from "./choices.en.ts"
import css from "./Choices.module.css"
import form from "./Form.module.css"

const choicesWords = { en: choicesEn, de: choicesDe } as const

/** Adds a value to a list, or removes it. */
export const toggled = <A,>(list: ReadonlyArray<A>, value: A, isOn: boolean): ReadonlyArray<A> =>
  isOn ? [...list.filter((one) => one !== value), value] : list.filter((one) => one !== value)

const SHOWN = 50

/** Offers the items of a long list. The chosen items come first. */
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
  const words = useScreenWords(choicesWords)
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
