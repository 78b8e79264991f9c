import type { CreateStatusPost } from "@mon/api-contract"
import type { PostImpact, PostKind, PostState, StatusPage, StatusPostDraft } from "@mon/model"
import { useState } from "react"
import { useLocation } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { instantOf, shownTime } from "../form/zonedTime.ts"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { AffectedFields, componentsOf, type StateChanges, StateFields } from "./ComponentChoices.tsx"
import { DraftOffer } from "./DraftOffer.tsx"
import { ImpactField, type PlannedTimes, PlannedTimesFields, TITLE_LENGTH } from "./PostFields.tsx"
import { PublishDialog } from "./PublishDialog.tsx"
import { TextField } from "./SmallFields.tsx"
import { rereadStatusPages, statusPageEndpoints, useStatusPage } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"
import { UpdateFields } from "./UpdateFields.tsx"

const HOUR_MS = 3_600_000

/** Returns the first full hour that is at least one hour away, at which planned maintenance starts by default. */
const nextHour = (): number => Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS

const PostForm = ({ kind, page }: { readonly page: StatusPage; readonly kind: PostKind }) => {
  const words = useScreenWords(statusPagesWords)
  const { format } = useLanguage()
  const [, navigate] = useLocation()
  const isMaintenance = kind === "maintenance"
  const { id, timezone } = page
  const [title, setTitle] = useState("")
  const [impact, setImpact] = useState<PostImpact>(isMaintenance ? "none" : "minor")
  const [state, setState] = useState<PostState>(isMaintenance ? "scheduled" : "investigating")
  const [body, setBody] = useState("")
  const [times, setTimes] = useState<PlannedTimes>(() => ({
    starts: shownTime(timezone, nextHour()),
    ends: shownTime(timezone, nextHour() + HOUR_MS),
    movesItself: true
  }))
  const [componentIds, setComponentIds] = useState<ReadonlyArray<string>>([])
  const [changes, setChanges] = useState<StateChanges>({})
  /** The start of the incident that the chosen draft describes (ISO 8601). Null: the post starts now. */
  const [began, setBegan] = useState<string | null>(null)
  const [isPublishing, setPublishing] = useState(false)

  const request = (): CreateStatusPost => {
    const startedAt = instantOf(timezone, times.starts)
    const endsAt = instantOf(timezone, times.ends)
    return {
      kind,
      title,
      impact,
      state,
      body,
      componentIds,
      components: componentsOf(changes),
      ...(began === null ? {} : { startedAt: began }),
      ...(isMaintenance && startedAt !== null ? { startedAt, endsAt, movesItself: times.movesItself } : {})
    }
  }
  const useDraft = (draft: StatusPostDraft) => {
    setTitle(draft.title)
    setImpact(draft.impact)
    setState(draft.state)
    setBody(draft.body)
    setComponentIds(draft.componentIds)
    setBegan(draft.startedAt)
  }
  const create = async (more: Pick<CreateStatusPost, "isDraft" | "notifySubscribers">) => {
    const post = await statusPageEndpoints.createPost(id, { ...request(), ...more })
    await rereadStatusPages()
    notify(more.isDraft === true ? words.draftSaved : words.published)
    navigate(`/status-pages/${id}/posts/${post.id}`)
  }
  const { isRunning, onChange, onSubmit, problem } = useSubmit(async (sent) => {
    const { endsAt, startedAt } = request()
    if (isMaintenance && (endsAt ?? "") <= (startedAt ?? "")) throw new ApiProblem(400, words.timesWrong)
    if (sent.has("draft")) await create({ isDraft: true })
    else setPublishing(true)
  })
  return (
    <>
      <form className={form["form"]} onChange={onChange} onSubmit={onSubmit}>
        {isMaintenance ? null : <DraftOffer pageId={id} onUse={useDraft} />}
        <TextField label={words.postTitle} required maxLength={TITLE_LENGTH} value={title} onChange={setTitle} />
        {isMaintenance ? (
          <PlannedTimesFields
            timezone={timezone}
            times={times}
            onChange={(more) => setTimes((before) => ({ ...before, ...more }))}
          />
        ) : (
          <ImpactField impact={impact} onChange={setImpact} />
        )}
        {began === null ? null : <p className={form["soft"]}>{words.draftBegan(format.dateTime(Date.parse(began)))}</p>}
        <UpdateFields kind={kind} state={state} body={body} onState={setState} onBody={setBody} />
        <AffectedFields page={page} chosen={componentIds} onChange={setComponentIds} />
        <StateFields page={page} changes={changes} onChange={setChanges} />
        <FormProblem problem={problem} />
        <div className={form["save"]}>
          <Button kind="primary" type="submit" disabled={isRunning}>
            {words.publish}
          </Button>
          <Button name="draft" type="submit" disabled={isRunning}>
            {words.saveDraft}
          </Button>
          <ButtonLink href={`/status-pages/${id}/posts`}>{words.cancel}</ButtonLink>
        </div>
      </form>
      <PublishDialog
        pageId={id}
        componentIds={[...new Set([...componentIds, ...Object.keys(changes)])]}
        open={isPublishing}
        onClose={() => setPublishing(false)}
        onPublish={(notifySubscribers) => create({ notifySubscribers })}
      />
    </>
  )
}

const NewStatusPost = ({ id, kind: wanted }: { readonly id: string; readonly kind: string }) => {
  const words = useScreenWords(statusPagesWords)
  const query = useStatusPage(id)
  const kind: PostKind = wanted === "maintenance" ? "maintenance" : "incident"
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) return <Absent />
  return (
    <Screen title={words.newTitle[kind]} note={query.data?.name}>
      <Loaded query={query}>{(page) => <PostForm kind={kind} page={page} />}</Loaded>
    </Screen>
  )
}

export default NewStatusPost
