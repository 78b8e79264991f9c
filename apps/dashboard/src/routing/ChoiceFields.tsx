import { useId } from "react"
import { useMonitors, useTags } from "../api/queries.ts"
import { Choices } from "../form/Choices.tsx"
import form from "../form/Form.module.css"
import screen from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { RouteWords } from "../alerts/routes.en.ts"
import { routesWords } from "../alerts/routesWords.ts"
import { type RouteDraft, takesTools } from "./routeDraft.ts"

/** Returns a sentence about how the route handles alerts from other tools, or null if there is nothing to say. */
const toolNote = (draft: RouteDraft, words: RouteWords): string | null => {
  if (draft.kinds.length > 0 && !draft.kinds.includes("external_alert")) return null
  if (!takesTools(draft)) return words.externalChosen
  return draft.kinds.length > 0 ? words.externalEmail : null
}

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
  const note = toolNote(draft, words)
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
      <div role="status">{note === null ? null : <p className={screen["notice"]}>{note}</p>}</div>
    </fieldset>
  )
}
