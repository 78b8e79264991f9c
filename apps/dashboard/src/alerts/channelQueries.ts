import type { CreateChannel, ImportChannels, TestChannel, UpdateChannel } from "@mon/api-contract"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"
import { useLanguage } from "../words/language.ts"

const OFTEN = 15_000

const key = ["channels"] as const

export const channelEndpoints = {
  create: (channel: CreateChannel) => change<Answer<"channels", "create">>("POST", "/channels", channel),
  fromUrl: (url: ImportChannels) => change<Answer<"channels", "fromUrl">>("POST", "/channels/from-url", url),
  update: (id: string, changes: UpdateChannel) =>
    change<Answer<"channels", "update">>("PATCH", byId("/channels", id), changes),
  remove: (id: string) => change<unknown>("DELETE", byId("/channels", id)),
  test: (channel: TestChannel) => change<Answer<"channels", "test">>("POST", "/channels/test", channel),
  testSaved: (id: string) => change<Answer<"channels", "testSaved">>("POST", byId("/channels", id, "/test"))
}

export const rereadChannels = (): Promise<unknown> => reread(key)

export const useChannels = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read<Answer<"channels", "list">>("/channels", signal),
    refetchInterval: OFTEN
  })

/** Reads the kinds of channels. Changes to channels do not affect them, so they have a cache key of their own. */
export const useChannelKinds = (enabled = true) => {
  const { language } = useLanguage().words
  return useQuery({
    queryKey: ["channel-kinds", language],
    queryFn: ({ signal }) => read<Answer<"channels", "kinds">>(`/channels/kinds?language=${language}`, signal),
    staleTime: Infinity,
    enabled
  })
}

/**
 * Returns the name of a channel's service, such as "Slack", or the kind while the name is unknown. A null kind has no
 * name.
 */
export const useServiceName = (kind: string | null): string | null => {
  const kinds = useChannelKinds(kind !== null).data ?? []
  return kinds.find((one) => one.kind === kind)?.name ?? kind
}

export const useChannelDeliveries = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => read<Answer<"channels", "deliveries">>(byId("/channels", id, "/deliveries"), signal),
    enabled,
    refetchInterval: OFTEN
  })
