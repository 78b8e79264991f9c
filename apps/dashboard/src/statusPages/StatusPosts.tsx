import type { StatusPost } from "@mon/model"
import { Link } from "wouter"
import { ApiProblem } from "../api/client.ts"
import { ButtonLink } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { Absent } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import { PageTabs } from "./PageTabs.tsx"
import { POSTS_SHOWN, useStatusPage, useStatusPosts } from "./statusPageQueries.ts"
import { statusPagesWords } from "./statusPagesWords.ts"

const isOver = ({ state }: StatusPost): boolean =>
  state === "resolved" || state === "postmortem" || state === "completed" || state === "cancelled"

/** Returns the tone of a post's state. Planned maintenance is not a problem, so it has no tone until it is over. */
const toneOf = (post: StatusPost): "good" | "bad" | undefined =>
  isOver(post) ? "good" : post.kind === "incident" ? "bad" : undefined

export const PostChips = ({ post }: { readonly post: StatusPost }) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <span className={screen["chips"]}>
      {post.isDraft ? (
        <span className={screen["chip"]} data-state="fair">
          {words.draft}
        </span>
      ) : (
        <span className={screen["chip"]} data-state={toneOf(post)}>
          {words.postStates[post.state]}
        </span>
      )}
      {!post.isDraft && post.updates.some(({ isDraft }) => isDraft) ? (
        <span className={screen["chip"]} data-state="fair">
          {words.hasDraft}
        </span>
      ) : null}
      {post.isAutomatic ? <span className={screen["chip"]}>{words.automaticChip}</span> : null}
    </span>
  )
}

const Row = ({ pageId, post }: { readonly pageId: string; readonly post: StatusPost }) => {
  const words = useScreenWords(statusPagesWords)
  return (
    <li className={screen["row"]}>
      <span className={screen["grow"]}>
        <Link className={screen["strong"]} href={`/status-pages/${pageId}/posts/${post.id}`}>
          <bdi>{post.title}</bdi>
        </Link>
        <span className={screen["under"]}>
          {words.kinds[post.kind]} · <Exact at={post.startedAt} />
          {post.endsAt === null ? null : (
            <>
              {" – "}
              <Exact at={post.endsAt} />
            </>
          )}
        </span>
      </span>
      <PostChips post={post} />
    </li>
  )
}

const StatusPosts = ({ id }: { readonly id: string }) => {
  const words = useScreenWords(statusPagesWords)
  const page = useStatusPage(id)
  const query = useStatusPosts(id)
  if (query.data === undefined && query.error instanceof ApiProblem && query.error.status === 404) return <Absent />
  const add = (
    <>
      <ButtonLink href={`/status-pages/${id}/posts/new/maintenance`}>{words.addMaintenance}</ButtonLink>
      <ButtonLink href={`/status-pages/${id}/posts/new/incident`} kind="primary">
        {words.addIncident}
      </ButtonLink>
    </>
  )
  return (
    <Screen
      title={words.postsTitle(page.data?.name ?? "…")}
      actions={
        <>
          <Curl path={`/status-pages/${id}/posts`} />
          {add}
        </>
      }
    >
      <PageTabs id={id} current="posts" />
      <Loaded query={query}>
        {(posts) =>
          posts.length === 0 ? (
            <Nothing title={words.noPosts} hint={words.noPostsHint} />
          ) : (
            <>
              {posts.length < POSTS_SHOWN ? null : <p className={screen["small"]}>{words.postsShown(POSTS_SHOWN)}</p>}
              <ul className={screen["list"]}>
                {posts.map((post) => (
                  <Row key={post.id} pageId={id} post={post} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Screen>
  )
}

export default StatusPosts
