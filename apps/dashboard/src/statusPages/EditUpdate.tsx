import type { UpdateStatusUpdate } from "@mon/api-contract"
import type { StatusPage, StatusPost, StatusPostUpdate } from "@mon/model"
import { useId, useState } from "react"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { instantOf, shownTime } from "../form/zonedTime.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { componentsOf, type StateChanges, StateFields } from "./ComponentChoices.tsx"
import { TimeField } from "./PostFields.tsx"
import { rereadStatusPages, statusPageEndpoints } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"
import { UpdateFields } from "./UpdateFields.tsx"

const draftOf = ({ timezone }: StatusPage, { body, components, displayAt, state }: StatusPostUpdate) => ({
  state,
  body,
  at: shownTime(timezone, Date.parse(displayAt)),
  changes: Object.fromEntries(components.map((one) => [one.componentId, one.state])) as StateChanges
})

type Draft = ReturnType<typeof draftOf>

const changesOf = ({ timezone }: StatusPage, before: Draft, after: Draft): UpdateStatusUpdate => {
  const displayAt = instantOf(timezone, after.at)
  return {
    ...(before.state === after.state ? {} : { state: after.state }),
    ...(before.body === after.body ? {} : { body: after.body }),
    ...(before.at === after.at || displayAt === null ? {} : { displayAt }),
    ...(before.changes === after.changes ? {} : { components: componentsOf(after.changes) })
  }
}

/** Edits an update of a post. After publication, the component states that the update has set cannot be changed. */
export const EditUpdate = ({
  onClose,
  page,
  post,
  update
}: {
  readonly page: StatusPage
  readonly post: StatusPost
  readonly update: StatusPostUpdate
  readonly onClose: () => void
}) => {
  const words = useScreenWords(statusPagesWords)
  const title = useId()
  const [before] = useState(() => draftOf(page, update))
  const [draft, setDraft] = useState(before)
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    await statusPageEndpoints.changeUpdate(page.id, post.id, update.id, changesOf(page, before, draft))
    await rereadStatusPages()
    notify(words.changesSaved)
    onClose()
  }, draft !== before)
  return (
    <form className={`${form["form"]} ${css["edit"]}`} onSubmit={onSubmit} aria-labelledby={title}>
      <h3 id={title}>{words.editUpdateTitle}</h3>
      <UpdateFields
        kind={post.kind}
        state={draft.state}
        body={draft.body}
        onState={(state) => change({ state })}
        onBody={(body) => change({ body })}
      />
      <TimeField
        label={words.shownAt(page.timezone)}
        timezone={page.timezone}
        value={draft.at}
        stored={before.at}
        onChange={(at) => change({ at })}
      />
      {update.isDraft ? (
        <StateFields page={page} changes={draft.changes} onChange={(changes) => change({ changes })} />
      ) : (
        <p className={form["soft"]}>{words.editHint}</p>
      )}
      <FormProblem problem={problem} />
      <div className={form["save"]}>
        <Button kind="primary" type="submit" disabled={isRunning}>
          {words.saveChanges}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  )
}
