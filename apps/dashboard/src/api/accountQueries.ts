import type { NotificationType } from "@mon/model"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { accountEndpoints, NOTIFICATIONS_A_PAGE } from "./accountEndpoints.ts"
import { endpoints } from "./endpoints.ts"
import { queryClient } from "./queries.ts"

/** The interval at which open screens reload data, in milliseconds. */
const OFTEN = 15_000
const SELDOM = 60_000

export const accountKeys = {
  account: ["account"],
  notifications: (type: NotificationType | null) => ["notifications", type],
  settings: ["settings"],
  whatsApp: ["whatsapp"],
  webhooks: ["webhooks"],
  team: ["team"],
  tags: ["tags"],
  apiKeys: ["api-keys"],
  secondFactor: ["second-factor"],
  sessions: ["sessions"],
  billing: ["billing"]
} as const

export const reread = (...names: ReadonlyArray<ReadonlyArray<unknown>>): Promise<unknown> =>
  Promise.all(names.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

export const useNotifications = (type: NotificationType | null) =>
  useInfiniteQuery({
    queryKey: accountKeys.notifications(type),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => accountEndpoints.notifications(type, pageParam, signal),
    getNextPageParam: (page) => (page.length < NOTIFICATIONS_A_PAGE ? null : (page.at(-1)?.id ?? null)),
    refetchInterval: ({ state: { data } }) => (data === undefined || data.pages.length === 1 ? OFTEN : false)
  })

export const useDeliveries = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ["deliveries", id],
    queryFn: ({ signal }) => accountEndpoints.deliveries(id, signal),
    enabled
  })

export const useSettings = () =>
  useQuery({ queryKey: accountKeys.settings, queryFn: ({ signal }) => endpoints.settings(signal) })

export const useWhatsApp = (enabled: boolean) =>
  useQuery({ queryKey: accountKeys.whatsApp, queryFn: ({ signal }) => accountEndpoints.whatsApp(signal), enabled })

export const useWebhooks = () =>
  useQuery({
    queryKey: accountKeys.webhooks,
    queryFn: ({ signal }) => accountEndpoints.webhooks(signal),
    refetchInterval: OFTEN
  })

export const useWebhookDeliveries = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...accountKeys.webhooks, id],
    queryFn: ({ signal }) => accountEndpoints.webhookDeliveries(id, signal),
    enabled,
    refetchInterval: OFTEN
  })

export const useTeam = () =>
  useQuery({
    queryKey: accountKeys.team,
    queryFn: ({ signal }) => accountEndpoints.team(signal),
    refetchInterval: SELDOM
  })

export const useApiKeys = () =>
  useQuery({ queryKey: accountKeys.apiKeys, queryFn: ({ signal }) => accountEndpoints.apiKeys(signal) })

export const useSecondFactor = () =>
  useQuery({ queryKey: accountKeys.secondFactor, queryFn: ({ signal }) => accountEndpoints.secondFactor(signal) })

export const useSessions = () =>
  useQuery({
    queryKey: accountKeys.sessions,
    queryFn: ({ signal }) => accountEndpoints.sessions(signal),
    refetchInterval: SELDOM
  })

export const useBilling = () =>
  useQuery({
    queryKey: accountKeys.billing,
    queryFn: ({ signal }) => accountEndpoints.billing(signal),
    refetchInterval: SELDOM
  })

export const usePayments = () =>
  useQuery({
    queryKey: [...accountKeys.billing, "payments"],
    queryFn: ({ signal }) => accountEndpoints.payments(signal)
  })

export const usePrices = () =>
  useQuery({
    queryKey: ["prices"],
    queryFn: ({ signal }) => accountEndpoints.prices(signal),
    staleTime: SELDOM
  })

export const useCredits = () =>
  useQuery({
    queryKey: [...accountKeys.billing, "credits"],
    queryFn: ({ signal }) => accountEndpoints.credits(signal)
  })
