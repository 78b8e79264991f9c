import type { AlertRoute } from "@mon/model"
import type { AccountState } from "./accountRecords.ts"
import type { StandInRequest } from "./StandInRequest.ts"
import { routePeople, simulationOf } from "./routeRecords.ts"

const numbered = (routes: ReadonlyArray<AlertRoute>): Array<AlertRoute> =>
  routes.map((route, position) => ({ ...route, position }))

export const answerRoutes = (state: AccountState, { body, id, method, query, rest }: StandInRequest): unknown => {
  if (id === "people") return routePeople
  if (id === "simulation") return simulationOf(query.get("monitorId") ?? "", "down")
  if (id === "try" || rest === "try" || rest === "removal") return { receivers: state.receiversOfTrials }
  if (method === "GET") return state.routes
  if (method === "DELETE") {
    state.routes = numbered(state.routes.filter((route) => route.id !== id))
    return { id, deleted: true, receivers: [] }
  }
  state.savedRoutes.push(body)
  const before = state.routes.find((route) => route.id === id)
  const changed = {
    ...(before ?? {
      id: `r${state.routes.length + 1}`,
      repeat: null,
      fallback: [],
      stoppedBy: null,
      createdAt: new Date().toISOString()
    }),
    ...(body as Partial<AlertRoute>),
    steps: ((body["steps"] ?? before?.steps ?? []) as AlertRoute["steps"]).map((step) => ({
      ...step,
      hours: step.hours ?? null
    }))
  } as AlertRoute
  const others = state.routes.filter((route) => route.id !== changed.id)
  const position = Number(body["position"] ?? before?.position ?? others.length)
  state.routes = numbered([...others.slice(0, position), changed, ...others.slice(position)])
  return { ...state.routes.find((route) => route.id === changed.id), receivers: [] }
}
