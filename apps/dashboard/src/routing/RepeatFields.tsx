import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "../alerts/Routes.module.css"
import { routesWords } from "../alerts/routesWords.ts"
import { NEW_REPEAT, type RepeatDraft, repeatOf, type RouteDraft } from "./routeDraft.ts"

const MOST_ROUNDS = 100
const MOST_MINUTES = 10_080

/** Repeats the last steps of a route while the problem continues and nobody has acknowledged it. */
export const RepeatFields = ({
  draft,
  onChange
}: {
  readonly draft: Pick<RouteDraft, "repeat" | "steps">
  readonly onChange: (repeat: RepeatDraft | null) => void
}) => {
  const words = useScreenWords(routesWords)
  const repeat = repeatOf(draft)
  return (
    <fieldset className={form["parts"]}>
      <legend>{words.repeatTitle}</legend>
      <p>{words.repeatHint}</p>
      <label className={form["check"]}>
        <input
          type="checkbox"
          checked={repeat !== null}
          onChange={({ target }) => onChange(target.checked ? NEW_REPEAT : null)}
        />{" "}
        {words.repeatOn}
      </label>
      {repeat === null ? null : (
        <div className={css["two"]}>
          <Field label={words.repeatRounds}>
            {(shared) => (
              <input
                {...shared}
                type="number"
                required
                min={1}
                max={MOST_ROUNDS}
                value={repeat.rounds}
                onChange={({ target }) => onChange({ ...repeat, rounds: target.value })}
              />
            )}
          </Field>
          <Field label={words.repeatFrom}>
            {(shared) => (
              <select
                {...shared}
                value={repeat.fromStep}
                onChange={({ target }) => onChange({ ...repeat, fromStep: Number(target.value) })}
              >
                {draft.steps.map(({ key }, index) => (
                  <option key={key} value={index + 1}>
                    {words.step(index + 1)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field label={words.repeatWait}>
            {(shared) => (
              <input
                {...shared}
                type="number"
                required
                min={1}
                max={MOST_MINUTES}
                value={repeat.waitMinutes}
                onChange={({ target }) => onChange({ ...repeat, waitMinutes: target.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  )
}
