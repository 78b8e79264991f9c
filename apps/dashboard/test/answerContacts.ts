import type { ContactRules, OwnChannel } from "@mon/model"
import type { AccountState } from "./accountRecords.ts"
import { channelKinds, germanKinds } from "./channelRecords.ts"
import type { StandInRequest } from "./StandInRequest.ts"

/** The code that the stand-in accepts. */
export const RIGHT_CODE = "482913"

const sent = { delivered: true, statusCode: 200, responseTimeMs: 91, answer: null, error: null }

const changed = (channel: OwnChannel, changes: Partial<OwnChannel>): OwnChannel => ({ ...channel, ...changes })

/** Returns the stand-in's response about the viewer's own channels. */
export const answerOwnChannels = (state: AccountState, { body, id, method, query, rest }: StandInRequest): unknown => {
  if (id === "kinds") return query.get("language") === "de" ? germanKinds : channelKinds
  if (method === "GET") return state.ownChannels
  if (rest === "code") return sent
  if (method === "DELETE") {
    state.ownChannels = state.ownChannels.filter((channel) => channel.id !== id)
    return { id, deleted: true }
  }
  if (rest === "verify" && body["code"] !== RIGHT_CODE)
    return { problem: "The code is wrong or has expired. Send a new one." }
  if (rest === "verify" || method === "PATCH") {
    const isActive = body["isActive"] !== false
    const changes: Partial<OwnChannel> =
      rest === "verify"
        ? { isVerified: true, isActive: true, stoppedBy: null }
        : { isActive, stoppedBy: isActive ? null : "owner" }
    state.ownChannels = state.ownChannels.map((channel) => (channel.id === id ? changed(channel, changes) : channel))
    return state.ownChannels.find((channel) => channel.id === id)
  }
  const made: OwnChannel = {
    id: `w${state.ownChannels.length + 1}`,
    kind: body["kind"] as OwnChannel["kind"],
    name: String(body["name"] ?? body["kind"]),
    settings: {},
    isVerified: false,
    isActive: false,
    stoppedBy: "unverified",
    createdAt: new Date().toISOString(),
    lastDeliveryAt: null,
    lastDeliveryStatus: null
  }
  state.ownChannels = [...state.ownChannels, made]
  return made
}

/** Returns the stand-in's response about the viewer's contact rules. */
export const answerContactRules = (state: AccountState, { body, id, method }: StandInRequest): unknown => {
  if (id === "test")
    return state.contactRules[body["urgency"] as keyof ContactRules].map((rule) => ({
      ...rule,
      name: state.ownChannels.find((channel) => channel.id === rule.via)?.name ?? "ada@example.com",
      delivered: true,
      error: null
    }))
  if (method === "PATCH") state.contactRules = { ...state.contactRules, ...body } as ContactRules
  return state.contactRules
}
