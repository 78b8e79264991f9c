import type { CreateStatusPost } from "@mon/api-contract"
import type { PostImpact, PostKind, PostState, StatusPage } from "@mon/model"
import { useRef, useState } from "react"
import { useLocation } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { instantOf, shownTime } from "../maintenance/zonedTime.ts"
import { notify } from "../shell/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { AffectedFields, componentsOf, type StateChanges, StateFields } from "./ComponentChoices.tsx"
import { PublishDialog } from "./PublishDialog.tsx"
import { CheckField } from "./SmallFields.tsx"
import { rereadStatusPages, statusPageEndpoints, useStatusPage } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"
import { UpdateFields } from "./UpdateFields.tsx"

const HOUR_MS = 3_600_000
const IMPACTS: ReadonlyArray<PostImpact> = ["none", "minor", "major", "critical"]

/** The next full hour, so that planned maintenance begins in the future. */
const nextHour = (): number => Math.ceil((Date.now() + HOUR_MS) / HOUR_MS) * HOUR_MS

const TimeField = ({
  label,
  onChange,
  value
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) => (
  <Field label={label}>
    {(shared) => (
      <input
        {...shared}
        type="datetime-local"
        required
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </Field>
)

const PostForm = ({ kind, page }: { readonly page: StatusPage; readonly kind: PostKind }) => {
  const words = useScreenWords(statusPagesWords)
  const [, navigate] = useLocation()
  const isMaintenance = kind === "maintenance"
  const { id, timezone } = page
  const [title, setTitle] = useState("")
  const [impact, setImpact] = useState<PostImpact>(isMaintenance ? "none" : "minor")
  const [state, setState] = useState<PostState>(isMaintenance ? "scheduled" : "investigating")
  const [body, setBody] = useState("")
  const [starts, setStarts] = useState(() => shownTime(timezone, nextHour()))
  const [ends, setEnds] = useState(() => shownTime(timezone, nextHour() + HOUR_MS))
  const [movesItself, setMovesItself] = useState(true)
  const [componentIds, setComponentIds] = useState<ReadonlyArray<string>>([])
  const [changes, setChanges] = useState<StateChanges>({})
  const [isPublishing, setPublishing] = useState(false)
  const wanted = useRef<"draft" | "publish">("publish")

  const request = (): CreateStatusPost => {
    const startedAt = instantOf(timezone, starts)
    const endsAt = instantOf(timezone, ends)
    return {
      kind,
      title,
      impact,
      state,
      body,
      componentIds,
      components: componentsOf(changes),
      ...(isMaintenance && startedAt !== null ? { startedAt, endsAt, movesItself } : {})
    }
  }
  const create = async (more: Pick<CreateStatusPost, "isDraft" | "notifySubscribers">) => {
    const post = await statusPageEndpoints.createPost(id, { ...request(), ...more })
    await rereadStatusPages()
    notify(more.isDraft === true ? words.draftSaved : words.published)
    navigate(`/status-pages/${id}/posts/${post.id}`)
  }
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    if (isMaintenance && ends <= starts) throw new ApiProblem(400, words.timesWrong)
    if (wanted.current === "draft") await create({ isDraft: true })
    else setPublishing(true)
  })
  return (
    <>
      <form className={form["form"]} onSubmit={onSubmit}>
        <Field label={words.postTitle}>
          {(shared) => (
            <input
              {...shared}
              required
              maxLength={150}
              autoComplete="off"
              value={title}
              onChange={({ target }) => setTitle(target.value)}
            />
          )}
        </Field>
        {isMaintenance ? (
          <>
            <p className={form["soft"]}>{words.zone(timezone)}</p>
            <div className={css["two"]}>
              <TimeField label={words.starts} value={starts} onChange={setStarts} />
              <TimeField label={words.ends} value={ends} onChange={setEnds} />
            </div>
            <CheckField label={words.movesItself} checked={movesItself} onChange={setMovesItself} />
          </>
        ) : (
          <Field label={words.impact}>
            {(shared) => (
              <select
                {...shared}
                value={impact}
                onChange={({ target }) => setImpact(IMPACTS.find((one) => one === target.value) ?? impact)}
              >
                {IMPACTS.map((one) => (
                  <option key={one} value={one}>
                    {words.impacts[one]}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <UpdateFields kind={kind} state={state} body={body} onState={setState} onBody={setBody} />
        <AffectedFields page={page} chosen={componentIds} onChange={setComponentIds} />
        <StateFields page={page} changes={changes} onChange={setChanges} />
        <FormProblem problem={problem} />
        <div className={form["save"]}>
          <Button
            kind="primary"
            type="submit"
            disabled={isRunning}
            onClick={() => {
              wanted.current = "publish"
            }}
          >
            {words.publish}
          </Button>
          <Button
            type="submit"
            disabled={isRunning}
            onClick={() => {
              wanted.current = "draft"
            }}
          >
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

/** The form of a new incident, or of planned maintenance. */
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
