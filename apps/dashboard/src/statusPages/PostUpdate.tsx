import type { StatusPage, StatusPost, StatusPostUpdate } from "@mon/model"
import { useRef, useState } from "react"
import { useStatus } from "../api/queries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { EditUpdate } from "./EditUpdate.tsx"
import { rereadStatusPages, statusPageEndpoints } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

interface OfPost {
  readonly page: StatusPage
  readonly post: StatusPost
  readonly update: StatusPostUpdate
}

/**
 * Returns whether an update can be deleted. A post must keep at least one update, and a published post at least one
 * published update.
 */
const isRemovable = ({ post, update }: OfPost): boolean =>
  post.updates.some((other) => other.id !== update.id && (post.isDraft || !other.isDraft))

const Text = ({ page, update: { body, components } }: OfPost) => {
  const words = useScreenWords(statusPagesWords)
  const names = new Map(page.components.map(({ id, name }) => [id, name]))
  return (
    <>
      <p className={css["body"]}>{body}</p>
      {components.length === 0 ? null : (
        <ul className={screen["small"]}>
          {components.map(({ componentId, state: next }) => (
            <li key={componentId}>
              <bdi>{names.get(componentId) ?? componentId}</bdi>:{" "}
              {next === null ? words.automaticState : words.states[next]}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const PostUpdate = ({ onPublish, ...ofPost }: OfPost & { readonly onPublish: () => void }) => {
  const words = useScreenWords(statusPagesWords)
  const { page, post, update } = ofPost
  const { author, displayAt, id, isDraft, notifySubscribers, state } = update
  const [isEditing, setEditing] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const storesEmails = useStatus().data?.service.storesEmails === true
  const editButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEditing(false)
    editButton.current?.focus()
  }
  const remove = async () => {
    await statusPageEndpoints.removeUpdate(page.id, post.id, id)
    await rereadStatusPages()
    notify(words.updateRemoved)
  }
  const name = words.postStates[state]
  const sent = notifySubscribers !== true ? words.quiet : storesEmails ? words.stored : words.notified
  return (
    <li className={screen["text"]}>
      <div className={screen["row"]}>
        <span className={screen["grow"]}>
          <span className={screen["strong"]}>{name}</span>
          <span className={screen["under"]}>
            <Exact at={displayAt} /> · {author ?? words.automaticChip}
            {isDraft ? null : ` · ${sent}`}
          </span>
        </span>
        {isDraft ? (
          <span className={screen["chip"]} data-state="fair">
            {words.draft}
          </span>
        ) : null}
      </div>
      {isEditing ? null : <Text {...ofPost} />}
      <div className={screen["row"]}>
        {isDraft && !post.isDraft ? <Button onClick={onPublish}>{words.publishDraft}</Button> : null}
        <Button
          ref={editButton}
          aria-expanded={isEditing}
          aria-label={words.editUpdate(name)}
          onClick={() => setEditing(!isEditing)}
        >
          {words.edit}
        </Button>
        {isRemovable(ofPost) ? (
          <Button kind="danger" aria-label={words.removeUpdateOne(name)} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        ) : null}
      </div>
      {isEditing ? <EditUpdate page={page} post={post} update={update} onClose={close} /> : null}
      <Confirm
        open={isRemoving}
        title={words.removeUpdateTitle(name)}
        action={words.remove}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>{isDraft ? words.removeDraftHint : words.removeUpdateHint}</p>
      </Confirm>
    </li>
  )
}
