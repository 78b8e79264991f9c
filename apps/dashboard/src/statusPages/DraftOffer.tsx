import type { StatusPostDraft } from "@mon/model"
import { useState } from "react"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useStatusDrafts } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

interface Offer {
  readonly pageId: string
  /** The components whose incidents come first in the list. */
  readonly componentIds?: ReadonlyArray<string>
  readonly onUse: (draft: StatusPostDraft) => void
}

export const DraftOffer = ({ componentIds = [], onUse, pageId }: Offer) => {
  const words = useScreenWords(statusPagesWords)
  const { format } = useLanguage()
  const { data: drafts = [], error } = useStatusDrafts(pageId)
  const [chosen, setChosen] = useState<string | null>(null)
  if (error !== null && drafts.length === 0) return <p className={form["soft"]}>{words.draftsNotRead}</p>
  const related = drafts.find((draft) => draft.componentIds.some((id) => componentIds.includes(id)))
  const draft = drafts.find(({ incidentId }) => incidentId === chosen) ?? related ?? drafts[0]
  if (draft === undefined) return null
  return (
    <div className={css["states"]}>
      <Field label={words.draftOf} hint={words.draftHint}>
        {(shared) => (
          <select {...shared} value={draft.incidentId} onChange={({ target }) => setChosen(target.value)}>
            {drafts.map(({ incidentId, monitorName, startedAt, state }) => (
              <option key={incidentId} value={incidentId}>
                {`${monitorName} · ${format.dateTime(Date.parse(startedAt))} · ${words.postStates[state]}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div>
        <Button
          onClick={() => {
            onUse(draft)
            notify(words.draftUsed)
          }}
        >
          {words.useDraft}
        </Button>
      </div>
    </div>
  )
}
