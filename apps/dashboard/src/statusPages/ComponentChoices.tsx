import type { ChosenComponentState, StatusPage } from "@mon/model"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { chosenState, chosenStates } from "./ComponentStates.tsx"
import { statusPagesWords } from "./statusPagesWords.ts"
import { ownValue } from "../words/ownValue.ts"

/**
 * The states that an update sets, by the id of the component. Null: the component's monitors determine its state again.
 */
export type StateChanges = Readonly<Record<string, ChosenComponentState | null>>

interface Part {
  readonly page: StatusPage
}

export const AffectedFields = ({
  chosen,
  fixed = [],
  onChange,
  page: { components }
}: Part & {
  readonly chosen: ReadonlyArray<string>
  /** The components whose states an update sets. The post always affects them. */
  readonly fixed?: ReadonlyArray<string>
  readonly onChange: (chosen: ReadonlyArray<string>) => void
}) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.affected}</legend>
      {components.length === 0 ? <p>{words.affectedNone}</p> : null}
      {components.some(({ id }) => fixed.includes(id)) ? <p>{words.affectedFixed}</p> : null}
      {components.map(({ id, name }) => (
        <label key={id} className={form["check"]}>
          <input
            type="checkbox"
            disabled={fixed.includes(id)}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />{" "}
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}

const UNCHANGED = "unchanged"

const valueOf = (changes: StateChanges, id: string): string => {
  const change = ownValue(changes, id)
  return change === undefined ? UNCHANGED : (change ?? "")
}

export const StateFields = ({
  changes,
  onChange,
  page: { components }
}: Part & { readonly changes: StateChanges; readonly onChange: (changes: StateChanges) => void }) => {
  const words = useScreenWords(statusPagesWords)
  if (components.length === 0) return null
  const change = (id: string, value: string) => {
    const others = Object.fromEntries(Object.entries(changes).filter(([other]) => other !== id))
    onChange(value === UNCHANGED ? others : { ...others, [id]: chosenState(value) })
  }
  return (
    <details className={screen["details"]}>
      <summary>{words.componentStates}</summary>
      {components.map(({ id, name }) => (
        <Field key={id} label={words.stateOf(name)}>
          {(shared) => (
            <select {...shared} value={valueOf(changes, id)} onChange={({ target }) => change(id, target.value)}>
              <option value={UNCHANGED}>{words.unchanged}</option>
              <option value="">{words.automaticState}</option>
              {chosenStates.map((state) => (
                <option key={state} value={state}>
                  {words.states[state]}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </details>
  )
}

export const componentsOf = (changes: StateChanges) =>
  Object.entries(changes).map(([componentId, state]) => ({ componentId, state }))
