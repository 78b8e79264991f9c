import type { AlertSource, NewAlertSource, SourceIncident } from "@mon/model"
import type { AccountState } from "./accountRecords.ts"
import { detailsOfTool, TOKEN } from "./sourceRecords.ts"
import type { StandInRequest } from "./StandInRequest.ts"

const withToken = (source: AlertSource): NewAlertSource => ({
  ...source,
  token: TOKEN,
  address: `https://mon.example.com/in/${TOKEN}/${source.kind === "pagerduty" ? "v2/enqueue" : source.kind}`
})

const answerIncidents = (state: AccountState, { body, method, query, rest }: StandInRequest): unknown => {
  const [id, part] = rest?.split("/") ?? []
  if (id === undefined || id === "")
    return state.sourceIncidents.filter(({ status }) => query.get("state") === null || status === query.get("state"))
  const incident = state.sourceIncidents.find((one) => one.id === id)
  if (incident === undefined) return undefined
  if (part !== "acknowledge") return detailsOfTool(incident)
  const changed: SourceIncident = {
    ...incident,
    acknowledgement:
      method === "DELETE"
        ? null
        : {
            at: new Date().toISOString(),
            by: "Maria",
            via: "dashboard",
            channel: null,
            note: typeof body["note"] === "string" ? body["note"] : null
          }
  }
  state.sourceIncidents = state.sourceIncidents.map((one) => (one.id === id ? changed : one))
  return changed
}

/** Returns the stand-in's response about alert sources. */
export const answerSources = (state: AccountState, request: StandInRequest): unknown => {
  const { body, id, method, rest } = request
  if (id === "incidents") return answerIncidents(state, request)
  if (method === "GET") return state.sources
  if (id === undefined) {
    if (body["name"] === "One too many")
      return {
        problem: "Maximum number of alert sources (5) on the Pro plan reached. Delete a source or get a larger plan."
      }
    const made = {
      id: `a${state.sources.length + 1}`,
      name: String(body["name"]),
      kind: body["kind"] as AlertSource["kind"],
      isActive: true,
      tokenHint: TOKEN.slice(-4),
      openIncidents: 0,
      createdAt: new Date().toISOString(),
      lastReceivedAt: null,
      stoppedBy: null
    }
    state.sources = [...state.sources, made]
    return withToken(made)
  }
  const source = state.sources.find((one) => one.id === id)
  if (source === undefined) return undefined
  if (rest === "rotate") return withToken(source)
  if (method === "DELETE") {
    state.sources = state.sources.filter((one) => one.id !== id)
    return { id, deleted: true }
  }
  const changed = { ...source, ...(body as Partial<AlertSource>) }
  state.sources = state.sources.map((one) => (one.id === id ? changed : one))
  return changed
}
