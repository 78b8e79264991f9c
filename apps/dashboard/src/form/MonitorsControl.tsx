import { monitorKinds } from "@mon/model/facts"
import { useMemo, useState } from "react"
import { kindNames } from "../api/generalKinds.ts"
import { type Monitor, shownState } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { Button } from "../ui/Button.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import { useLanguage } from "../words/language.ts"
import css from "./Form.module.css"
import { spelledOut, textOf } from "./fieldValues.ts"
import type { MonitorField } from "./MonitorField.ts"

const idsOf = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter((id) => typeof id === "string") : []

const Choices = ({ label, monitors }: { readonly label: string; readonly monitors: ReadonlyArray<Monitor> }) =>
  monitors.length === 0 ? null : (
    <optgroup label={label}>
      {monitors.map(({ host, id, name }) => (
        <option key={id} value={id}>
          {name === host ? name : `${name} (${host})`}
        </option>
      ))}
    </optgroup>
  )

/** Chooses monitors of the account from a list. The form sends their ids in a hidden input. */
export const MonitorsControl = ({
  field: { about, maximum = Infinity, name },
  isReadOnly,
  value
}: {
  readonly field: MonitorField
  readonly value: unknown
  readonly isReadOnly: boolean
}) => {
  const { words } = useLanguage()
  const [ids, setIds] = useState(() => idsOf(value))
  const { data = [] } = useMonitors()
  const label = words.form.labels[name] ?? spelledOut(name)
  const known = useMemo(() => new Map(data.map((monitor) => [monitor.id, monitor])), [data])
  const rest = useMemo(() => {
    const collator = new Intl.Collator(words.language)
    return data.filter(({ id }) => !ids.includes(id)).sort((one, other) => collator.compare(one.name, other.name))
  }, [data, ids, words.language])
  return (
    <fieldset className={css["parts"]} aria-describedby={`${name}-hint`} disabled={isReadOnly}>
      <legend>{label}</legend>
      <p id={`${name}-hint`}>{words.form.hints[name] ?? about}</p>
      {ids.length === 0 ? null : (
        <ul className={css["picked"]}>
          {ids.map((id) => {
            const monitor = known.get(id)
            const shown = monitor?.name ?? id
            return (
              <li key={id}>
                <StateMark state={shownState(monitor?.state ?? "unknown", monitor?.certProblem)} />
                <bdi>{shown}</bdi>
                {isReadOnly ? null : (
                  <Button
                    aria-label={words.form.removeEntry(shown)}
                    onClick={() => setIds(ids.filter((one) => one !== id))}
                  >
                    {words.form.remove}
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {isReadOnly || ids.length >= maximum ? null : (
        <select
          aria-label={words.form.addTo(label)}
          value=""
          onChange={({ target }) => {
            if (target.value !== "") setIds([...ids, target.value])
          }}
        >
          <option value="">{words.form.add}</option>
          {kindNames.map((kind) => (
            <Choices
              key={kind}
              label={words.nav[monitorKinds[kind].screens]}
              monitors={rest.filter((monitor) => monitor.kind === kind)}
            />
          ))}
        </select>
      )}
      <input type="hidden" name={name} value={textOf(ids)} />
    </fieldset>
  )
}
