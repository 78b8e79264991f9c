import type { CreateOwnChannel, UpdateContactRules, UpdateOwnChannel } from "@mon/api-contract"
import type { ContactUrgency } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"
import { useLanguage } from "../words/language.ts"
import { contactDe } from "./contact.de.ts"
import { contactEn } from "./contact.en.ts"

export const contactWords = { en: contactEn, de: contactDe } as const

/** The maximum number of own channels and of rules for one urgency, as in the API. */
export const MOST_CHANNELS = 5
export const MOST_RULES = 5
export const MOST_MINUTES = 60

const key = ["contacts"] as const

export const contactEndpoints = {
  create: (channel: CreateOwnChannel) => change<Answer<"contacts", "create">>("POST", "/own-channels", channel),
  update: (id: string, changes: UpdateOwnChannel) =>
    change<Answer<"contacts", "update">>("PATCH", byId("/own-channels", id), changes),
  remove: (id: string) => change<unknown>("DELETE", byId("/own-channels", id)),
  sendCode: (id: string) => change<Answer<"contacts", "sendCode">>("POST", byId("/own-channels", id, "/code")),
  verify: (id: string, code: string) =>
    change<Answer<"contacts", "verify">>("POST", byId("/own-channels", id, "/verify"), { code }),
  updateRules: (rules: UpdateContactRules) =>
    change<Answer<"contacts", "updateRules">>("PATCH", "/contact-rules", rules),
  test: (urgency: ContactUrgency) => change<Answer<"contacts", "testRules">>("POST", "/contact-rules/test", { urgency })
}

export const rereadContacts = (): Promise<unknown> => reread(key)

export const useOwnChannels = () =>
  useQuery({
    queryKey: [...key, "channels"],
    queryFn: ({ signal }) => read<Answer<"contacts", "list">>("/own-channels", signal)
  })

export const useOwnChannelKinds = () => {
  const { language } = useLanguage().words
  return useQuery({
    queryKey: ["own-channel-kinds", language],
    queryFn: ({ signal }) => read<Answer<"contacts", "kinds">>(`/own-channels/kinds?language=${language}`, signal),
    staleTime: Infinity
  })
}

export const useContactRules = () =>
  useQuery({
    queryKey: [...key, "rules"],
    queryFn: ({ signal }) => read<Answer<"contacts", "rules">>("/contact-rules", signal)
  })
