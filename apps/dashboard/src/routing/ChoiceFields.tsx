import { useId } from "react"
import { useMonitors, useTags } from "../api/queries.ts"
import { Choices } from "../form/Choices.tsx"
import form from "../form/Form.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { RouteDraft } from "./routeDraft.ts"
import { routesWords } from "../alerts/routesWords.ts"

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
