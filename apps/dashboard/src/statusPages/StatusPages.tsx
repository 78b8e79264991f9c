import type { StatusPageSummary } from "@mon/model"
import { useState } from "react"
import { useAccount } from "../api/queries.ts"
import { notify } from "../ui/notify.ts"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { rereadStatusPages, statusPageEndpoints, useStatusPages } from "./statusPageQueries.ts"
import css from "./StatusPages.module.css"
import { statusPagesWords } from "./statusPagesWords.ts"

const Row = ({ onRemove, page }: { readonly page: StatusPageSummary; readonly onRemove: () => void }) => {
  const words = useScreenWords(statusPagesWords)
  const { access, components, drafts, id, name, openPosts, stoppedBy, url } = page
  return (
    <li className={screen["text"]}>
      <div className={screen["row"]}>
        <span className={screen["grow"]}>
          <span className={screen["strong"]}>
            <bdi>{name}</bdi>
          </span>
          <span className={screen["under"]}>
            {words.accesses[access]} · {words.components(components)}
          </span>
        </span>
        {stoppedBy === null ? null : (
          <span className={screen["chip"]} data-state="bad">
            {words.stopped}
          </span>
        )}
        {openPosts === 0 ? null : (
          <span className={screen["chip"]} data-state="fair">
            {words.open(openPosts)}
          </span>
        )}
        {drafts === 0 ? null : <span className={screen["chip"]}>{words.drafts(drafts)}</span>}
      </div>
      {stoppedBy === null ? (
        <p className={screen["small"]}>
          <a href={url} target="_blank" rel="noreferrer">
            {url}
          </a>
        </p>
      ) : (
        <p className={screen["small"]}>{words.stoppedHint}</p>
      )}
      <div className={screen["row"]}>
        <ButtonLink href={`/status-pages/${id}/posts`} label={words.postsOf(name)}>
          {words.posts}
        </ButtonLink>
        <ButtonLink href={`/status-pages/${id}/posts/new/incident`} label={words.addIncidentOn(name)}>
          {words.addIncident}
        </ButtonLink>
        {stoppedBy === null ? (
          <ButtonLink href={`/status-pages/${id}`} label={words.editOne(name)}>
            {words.edit}
          </ButtonLink>
        ) : null}
        <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </li>
  )
}

/** The status pages of the account. */
const StatusPages = () => {
  const { format } = useLanguage()
  const words = useScreenWords(statusPagesWords)
  const query = useStatusPages()
  const limit = useAccount().data?.limits.statusPages
  const [removed, setRemoved] = useState<StatusPageSummary | null>(null)
  const used = query.data?.length
  const add = (
    <ButtonLink href="/status-pages/new" kind="primary">
      {words.add}
    </ButtonLink>
  )
  const remove = async ({ id, name }: StatusPageSummary) => {
    await statusPageEndpoints.remove(id)
    await rereadStatusPages()
    notify(words.removed(name))
  }
  return (
    <Screen
      title={words.title}
      note={
        used === undefined || limit === undefined ? undefined : words.used(format.number(used), format.number(limit))
      }
      actions={
        <>
          <Curl path="/status-pages" />
          {add}
        </>
      }
    >
      <Loaded query={query}>
        {(pages) =>
          pages.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint}>
              {add}
            </Nothing>
          ) : (
            <>
              <p className={css["about"]}>{words.about}</p>
              <ul className={screen["list"]}>
                {pages.map((page) => (
                  <Row key={page.id} page={page} onRemove={() => setRemoved(page)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      <Confirm
        open={removed !== null}
        title={words.removeTitle(removed?.name ?? "")}
        action={words.remove}
        onConfirm={() => (removed === null ? Promise.resolve() : remove(removed))}
        onClose={() => setRemoved(null)}
      >
        <p>{words.removeHint}</p>
      </Confirm>
    </Screen>
  )
}

export default StatusPages
