import type { UpdateStatusPost } from "@mon/api-contract"
import type { StatusPage, StatusPost } from "@mon/model"
import { useState } from "react"
import { ApiProblem } from "../api/client.ts"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { instantOf, shownTime } from "../form/zonedTime.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { AffectedFields } from "./ComponentChoices.tsx"
import { ImpactField, PlannedTimesFields, TimeField, TITLE_LENGTH } from "./PostFields.tsx"
import { TextField } from "./SmallFields.tsx"
import { rereadStatusPages, statusPageEndpoints } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

/** Returns the initial values of the form for a post. Times are in the time zone of the page. */
const draftOf = ({ timezone }: StatusPage, post: StatusPost) => ({
  title: post.title,
  impact: post.impact,
  starts: shownTime(timezone, Date.parse(post.startedAt)),
  ends: post.endsAt === null ? "" : shownTime(timezone, Date.parse(post.endsAt)),
  movesItself: post.movesItself,
  componentIds: post.componentIds
})

type Draft = ReturnType<typeof draftOf>

/** Returns only the changed fields, so that saving does not overwrite the changes of other people. */
const changesOf = ({ timezone }: StatusPage, before: Draft, after: Draft): UpdateStatusPost => {
  const differs = (field: keyof Draft) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const startedAt = instantOf(timezone, after.starts)
  const endsAt = instantOf(timezone, after.ends)
  return {
    ...(differs("title") ? { title: after.title } : {}),
    ...(differs("impact") ? { impact: after.impact } : {}),
    ...(differs("starts") && startedAt !== null ? { startedAt } : {}),
    ...(differs("ends") && endsAt !== null ? { endsAt } : {}),
    ...(differs("movesItself") ? { movesItself: after.movesItself } : {}),
    ...(differs("componentIds") ? { componentIds: after.componentIds } : {})
  }
}

export const EditPost = ({
  onClose,
  page,
  post
}: {
  readonly page: StatusPage
  readonly post: StatusPost
  readonly onClose: () => void
}) => {
  const words = useScreenWords(statusPagesWords)
  const [before] = useState(() => draftOf(page, post))
  const [draft, setDraft] = useState(before)
  const change = (changes: Partial<Draft>) => setDraft((now) => ({ ...now, ...changes }))
  const isMaintenance = post.kind === "maintenance"
  const fixed = post.updates.flatMap(({ components }) => components.map(({ componentId }) => componentId))
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const changes = changesOf(page, before, draft)
    const { endsAt = post.endsAt, startedAt = post.startedAt } = changes
    if (isMaintenance && (endsAt ?? "") <= startedAt) throw new ApiProblem(400, words.timesWrong)
    await statusPageEndpoints.updatePost(page.id, post.id, changes)
    await rereadStatusPages()
    notify(words.changesSaved)
    onClose()
  }, draft !== before)
  return (
    <form className={form["form"]} onSubmit={onSubmit} aria-labelledby="edit-post-title">
      <h2 id="edit-post-title">{words.editPost}</h2>
      <TextField
        label={words.postTitle}
        required
        maxLength={TITLE_LENGTH}
        value={draft.title}
        onChange={(title) => change({ title })}
      />
      {isMaintenance ? (
        <PlannedTimesFields timezone={page.timezone} times={draft} stored={before} onChange={change} />
      ) : (
        <>
          <ImpactField impact={draft.impact} onChange={(impact) => change({ impact })} />
          <TimeField
            label={words.began(page.timezone)}
            timezone={page.timezone}
            stored={before.starts}
            value={draft.starts}
            onChange={(starts) => change({ starts })}
          />
        </>
      )}
      <AffectedFields
        page={page}
        chosen={draft.componentIds}
        fixed={fixed}
        onChange={(componentIds) => change({ componentIds })}
      />
      {post.isDraft ? null : <p className={form["soft"]}>{words.editHint}</p>}
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
