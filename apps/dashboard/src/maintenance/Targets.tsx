import type { MaintenanceWindow } from "@mon/model"
import { useState } from "react"
import { kindNames } from "../api/generalKinds.ts"
import type { Monitor } from "../api/monitors.ts"
import { useTags } from "../api/queries.ts"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { Choices } from "../form/Choices.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { maintenanceWords } from "./maintenanceWords.ts"

type Target = "account" | "tags" | "monitors"

const targetOf = (window: MaintenanceWindow | null): Target =>
  window?.wholeAccount === true ? "account" : (window?.tagIds.length ?? 0) > 0 ? "tags" : "monitors"

/** Returns the ids of the monitors that a maintenance window covers individually. */
export const coveredIds = (window: MaintenanceWindow | null): ReadonlyArray<string> =>
  window === null ? [] : kindNames.flatMap((kind) => window[`${kind}Ids`])

export const targetsOf = (form: FormData, monitors: ReadonlyArray<Monitor>) => {
  const target = form.get("target") ?? "monitors"
  const chosen = new Set(form.getAll("monitors").map(String))
  const idsOf = (kind: Monitor["kind"]) =>
    target === "monitors"
      ? monitors.filter((monitor) => monitor.kind === kind && chosen.has(monitor.id)).map(({ id }) => id)
      : []
  return {
    wholeAccount: target === "account",
    domainIds: idsOf("domain"),
    urlIds: idsOf("url"),
    heartbeatIds: idsOf("heartbeat"),
    serviceIds: idsOf("service"),
    tagIds: target === "tags" ? form.getAll("tags").map(String) : []
  }
}

export const Targets = ({
  manages,
  monitors,
  window
}: {
  readonly window: MaintenanceWindow | null
  readonly monitors: ReadonlyArray<Monitor>
  readonly manages: boolean
}) => {
  const words = useScreenWords(maintenanceWords).form
  const tags = useTags(manages).data ?? []
  const [target, setTarget] = useState(() => targetOf(window))
  const [chosen, setChosen] = useState<ReadonlyArray<string>>(() => coveredIds(window))
  return (
    <>
      {manages ? (
        <Field label={words.what}>
          {(shared) => (
            <select
              {...shared}
              name="target"
              value={target}
              onChange={({ target: { value } }) =>
                setTarget(value === "account" || value === "tags" ? value : "monitors")
              }
            >
              {(["monitors", "tags", "account"] as const).map((one) => (
                <option key={one} value={one} disabled={one === "tags" && tags.length === 0}>
                  {words.targets[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {target === "monitors" ? (
        <>
          <Choices
            label={words.monitors}
            chosen={chosen}
            items={monitors.map(({ host, id, name }) => ({ id, name: name === host ? name : `${name} (${host})` }))}
            onChange={setChosen}
          />
          {chosen.map((id) => (
            <input key={id} type="hidden" name="monitors" value={id} />
          ))}
        </>
      ) : null}
      {target === "tags" ? (
        <fieldset className={css["field"]}>
          <legend>{words.tags}</legend>
          {tags.map(({ id, name }) => (
            <label key={id} className={css["check"]}>
              <input type="checkbox" name="tags" value={id} defaultChecked={window?.tagIds.includes(id) === true} />{" "}
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
