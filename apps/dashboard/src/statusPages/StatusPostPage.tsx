import type { PostState, StatusPage, StatusPost, StatusPostUpdate } from "@mon/model"
import { useRef, useState } from "react"
import { useLocation } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { componentsOf, type StateChanges, StateFields } from "./ComponentChoices.tsx"
import { DraftOffer } from "./DraftOffer.tsx"
import { EditPost } from "./EditPost.tsx"
import { PostUpdate } from "./PostUpdate.tsx"
import { PublishDialog } from "./PublishDialog.tsx"
import { rereadStatusPages, statusPageEndpoints, useStatusPage, useStatusPost } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"
import { PostChips } from "./StatusPosts.tsx"
import { UpdateFields } from "./UpdateFields.tsx"

interface OnPage {
  readonly page: StatusPage
  readonly post: StatusPost
}

const NEXT: Partial<Record<PostState, PostState>> = {
  investigating: "identified",
  identified: "monitoring",
  monitoring: "resolved",
  scheduled: "in_progress",
  in_progress: "completed",
  verifying: "completed",
  resolved: "postmortem"
}

const UpdateForm = ({ page, post }: OnPage) => {
  const words = useScreenWords(statusPagesWords)
  const [state, setState] = useState<PostState>(() => NEXT[post.state] ?? post.state)
  const [body, setBody] = useState("")
  const [changes, setChanges] = useState<StateChanges>({})
  const [isPublishing, setPublishing] = useState(false)
  const add = async (more: { readonly isDraft?: boolean; readonly notifySubscribers?: boolean }) => {
    const update = { state, body, components: componentsOf(changes), ...more }
    await statusPageEndpoints.addUpdate(page.id, post.id, update)
    await rereadStatusPages()
    setBody("")
    setChanges({})
    notify(more.isDraft === true ? words.draftSaved : words.published)
  }
  const { isRunning, onSubmit, problem } = useSubmit(async (sent) => {
    if (post.isDraft || sent.has("draft")) await add({ isDraft: true })
    else setPublishing(true)
  })
  return (
    <>
      <form className={form["form"]} onSubmit={onSubmit} aria-labelledby="update-title">
        <h2 id="update-title">{words.addUpdate}</h2>
        {post.kind === "incident" ? (
          <DraftOffer
            pageId={page.id}
            componentIds={post.componentIds}
            onUse={(draft) => {
              setState(draft.state)
              setBody(draft.body)
            }}
          />
        ) : null}
        <UpdateFields kind={post.kind} state={state} body={body} onState={setState} onBody={setBody} />
        <StateFields page={page} changes={changes} onChange={setChanges} />
        <FormProblem problem={problem} />
        <div className={form["save"]}>
          {post.isDraft ? null : (
            <Button kind="primary" type="submit" disabled={isRunning}>
              {words.publish}
            </Button>
          )}
          <Button name="draft" type="submit" disabled={isRunning}>
            {words.saveDraft}
          </Button>
        </div>
      </form>
      <PublishDialog
        pageId={page.id}
        componentIds={[...new Set([...post.componentIds, ...Object.keys(changes)])]}
        open={isPublishing}
        onClose={() => setPublishing(false)}
        onPublish={(notifySubscribers) => add({ notifySubscribers })}
      />
    </>
  )
}

const Post = ({ page, post }: OnPage) => {
  const words = useScreenWords(statusPagesWords)
  const [, navigate] = useLocation()
  /** The update that the dialog publishes, or "post" for the whole post. */
  const [published, setPublished] = useState<StatusPostUpdate | "post" | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  const closeEditing = () => {
    setEditing(false)
    editButton.current?.focus()
  }
  const publish = async (notifySubscribers: boolean) => {
    const changes = { isDraft: false, notifySubscribers }
    if (published === "post") await statusPageEndpoints.updatePost(page.id, post.id, changes)
    else if (published !== null) await statusPageEndpoints.changeUpdate(page.id, post.id, published.id, changes)
    await rereadStatusPages()
    notify(words.published)
  }
  const remove = async () => {
    await statusPageEndpoints.removePost(page.id, post.id)
    navigate(`/status-pages/${page.id}/posts`)
    await rereadStatusPages()
    notify(words.postRemoved)
  }
  return (
    <div className={css["stack"]}>
      <div className={screen["row"]}>
        <PostChips post={post} />
        {post.isDraft ? (
          <Button kind="primary" onClick={() => setPublished("post")}>
            {words.publishPost}
          </Button>
        ) : null}
        <Button ref={editButton} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
          {words.editPost}
        </Button>
        <Button kind="danger" onClick={() => setRemoving(true)}>
          {words.removePost}
        </Button>
        <ButtonLink href={`/status-pages/${page.id}/posts`}>{words.back}</ButtonLink>
      </div>
      {isEditing ? <EditPost page={page} post={post} onClose={closeEditing} /> : null}
      <section className={css["states"]} aria-labelledby="updates-title">
        <h2 id="updates-title">{words.updates}</h2>
        <ul className={screen["list"]}>
          {post.updates.map((update) => (
            <PostUpdate
              key={update.id}
              page={page}
              post={post}
              update={update}
              onPublish={() => setPublished(update)}
            />
          ))}
        </ul>
      </section>
      <UpdateForm key={post.state} page={page} post={post} />
      <PublishDialog
        pageId={page.id}
        componentIds={post.componentIds}
        open={published !== null}
        onClose={() => setPublished(null)}
        onPublish={publish}
      />
      <Confirm
        open={isRemoving}
        title={words.removePostTitle(post.title)}
        action={words.removePost}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removePostHint}</p>
      </Confirm>
    </div>
  )
}

const StatusPostPage = ({ id, postId }: { readonly id: string; readonly postId: string }) => {
  const words = useScreenWords(statusPagesWords)
  const page = useStatusPage(id)
  const query = useStatusPost(id, postId)
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) return <Absent />
  return (
    <Screen
      title={query.data?.title ?? "…"}
      note={query.data === undefined ? undefined : words.kinds[query.data.kind]}
      actions={<Curl path={`/status-pages/${id}/posts/${postId}`} />}
    >
      <Loaded query={query}>
        {(post) => <Loaded query={page}>{(found) => <Post page={found} post={post} />}</Loaded>}
      </Loaded>
    </Screen>
  )
}

export default StatusPostPage
