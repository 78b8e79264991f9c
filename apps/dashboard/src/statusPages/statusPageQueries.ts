import type {
  CreateStatusPage,
  CreateStatusPost,
  CreateStatusUpdate,
  UpdateStatusPage,
  UpdateStatusPost,
  UpdateStatusUpdate
} from "@mon/api-contract"
import type { ChosenComponentState, StatusPageAccess } from "@mon/model"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"

const key = ["status-pages"] as const
const OFTEN = 15_000
/** The largest number of subscribers that the list shows. */
const SUBSCRIBERS_SHOWN = 100
/** The largest number of posts that the list shows. */
export const POSTS_SHOWN = 50

const ofPage = (id: string, rest = "") => byId("/status-pages", id, rest)
const ofPost = (id: string, postId: string, rest = "") => ofPage(id, `/posts/${encodeURIComponent(postId)}${rest}`)

export const statusPageEndpoints = {
  create: (page: CreateStatusPage) => change<Answer<"statusPages", "create">>("POST", "/status-pages", page),
  update: (id: string, changes: UpdateStatusPage) =>
    change<Answer<"statusPages", "update">>("PATCH", ofPage(id), changes),
  remove: (id: string) => change<unknown>("DELETE", ofPage(id)),
  override: (id: string, componentId: string, state: ChosenComponentState | null) =>
    change<Answer<"statusPages", "override">>("PATCH", ofPage(id, `/components/${encodeURIComponent(componentId)}`), {
      state
    }),
  setHost: (id: string, hostname: string) =>
    change<Answer<"statusHosts", "set">>("PUT", ofPage(id, "/host"), { hostname }),
  removeHost: (id: string) => change<Answer<"statusHosts", "remove">>("DELETE", ofPage(id, "/host")),
  checkHost: (id: string) => change<Answer<"statusHosts", "check">>("POST", ofPage(id, "/host/check")),
  createPost: (id: string, post: CreateStatusPost) =>
    change<Answer<"statusPosts", "create">>("POST", ofPage(id, "/posts"), post),
  updatePost: (id: string, postId: string, changes: UpdateStatusPost) =>
    change<Answer<"statusPosts", "update">>("PATCH", ofPost(id, postId), changes),
  removePost: (id: string, postId: string) => change<unknown>("DELETE", ofPost(id, postId)),
  addUpdate: (id: string, postId: string, update: CreateStatusUpdate) =>
    change<Answer<"statusPosts", "addUpdate">>("POST", ofPost(id, postId, "/updates"), update),
  changeUpdate: (id: string, postId: string, updateId: string, changes: UpdateStatusUpdate) =>
    change<Answer<"statusPosts", "changeUpdate">>(
      "PATCH",
      ofPost(id, postId, `/updates/${encodeURIComponent(updateId)}`),
      changes
    ),
  removeUpdate: (id: string, postId: string, updateId: string) =>
    change<Answer<"statusPosts", "removeUpdate">>(
      "DELETE",
      ofPost(id, postId, `/updates/${encodeURIComponent(updateId)}`)
    ),
  removeSubscriber: (id: string, subscriberId: string) =>
    change<Answer<"statusSubscribers", "remove">>(
      "DELETE",
      ofPage(id, `/subscribers/${encodeURIComponent(subscriberId)}`)
    )
}

export const rereadStatusPages = (): Promise<unknown> => reread(key)

export const useStatusPages = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read<Answer<"statusPages", "list">>("/status-pages", signal),
    refetchInterval: OFTEN
  })

export const useStatusPage = (id: string) =>
  useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => read<Answer<"statusPages", "get">>(ofPage(id), signal),
    enabled: id !== "",
    refetchInterval: OFTEN
  })

export const useStatusPosts = (id: string) =>
  useQuery({
    queryKey: [...key, id, "posts"],
    queryFn: ({ signal }) => read<Answer<"statusPosts", "list">>(ofPage(id, `/posts?limit=${POSTS_SHOWN}`), signal),
    refetchInterval: OFTEN
  })

/** Reads the texts that Mon has written about incidents of the page's monitors. */
export const useStatusDrafts = (id: string) =>
  useQuery({
    queryKey: [...key, id, "drafts"],
    queryFn: ({ signal }) => read<Answer<"statusPosts", "drafts">>(ofPage(id, "/drafts"), signal),
    refetchInterval: OFTEN
  })

export const useStatusPost = (id: string, postId: string) =>
  useQuery({
    queryKey: [...key, id, "posts", postId],
    queryFn: ({ signal }) => read<Answer<"statusPosts", "get">>(ofPost(id, postId), signal),
    enabled: postId !== "",
    refetchInterval: OFTEN
  })

export const useStatusSubscribers = (id: string) =>
  useQuery({
    queryKey: [...key, id, "subscribers"],
    queryFn: ({ signal }) =>
      read<Answer<"statusSubscribers", "list">>(ofPage(id, `/subscribers?limit=${SUBSCRIBERS_SHOWN}`), signal),
    refetchInterval: OFTEN
  })

/**
 * Reads how many subscribers future posts would notify if the access of the page changed. Access by password counts as
 * a new password.
 */
export const useAudienceAfter = (
  id: string,
  access: StatusPageAccess,
  emailDomains: ReadonlyArray<string>,
  enabled: boolean
) => {
  const query = new URLSearchParams({ access, emailDomains: emailDomains.join(",") }).toString()
  return useQuery({
    queryKey: [...key, id, "audience", query],
    queryFn: ({ signal }) => read<Answer<"statusSubscribers", "audience">>(ofPage(id, `/audience?${query}`), signal),
    enabled,
    placeholderData: keepPreviousData
  })
}

/**
 * Reads how many subscribers a post about certain components would notify. If no components are given, counts all
 * subscribers.
 */
export const useAudience = (id: string, componentIds: ReadonlyArray<string>, enabled: boolean) => {
  const query = componentIds.length === 0 ? "" : `?componentIds=${componentIds.toSorted().join(",")}`
  return useQuery({
    queryKey: [...key, id, "audience", query],
    queryFn: ({ signal }) => read<Answer<"statusSubscribers", "audience">>(ofPage(id, `/audience${query}`), signal),
    enabled
  })
}
