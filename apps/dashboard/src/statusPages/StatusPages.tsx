import type { StatusPageSummary } from "@mon/model"
import { Button, ButtonLink } from "../ui/Button.tsx"
import { LimitedScreen } from "../ui/LimitedScreen.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Nothing } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { useRemoval } from "../ui/useRemoval.tsx"
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

const StatusPages = () => {
  const words = useScreenWords(statusPagesWords)
  const query = useStatusPages()
  const removal = useRemoval<StatusPageSummary>(words, async ({ id }) => {
    await statusPageEndpoints.remove(id)
    await rereadStatusPages()
  })
  return (
    <LimitedScreen path="/status-pages" limit="statusPages" used={query.data?.length} words={words}>
      <Loaded query={query}>
        {(pages) =>
          pages.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint}>
              <ButtonLink href="/status-pages/new" kind="primary">
                {words.add}
              </ButtonLink>
            </Nothing>
          ) : (
            <>
              <p className={css["about"]}>{words.about}</p>
              <ul className={screen["list"]}>
                {pages.map((page) => (
                  <Row key={page.id} page={page} onRemove={() => removal.ask(page)} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
      {removal.question}
    </LimitedScreen>
  )
}

export default StatusPages
