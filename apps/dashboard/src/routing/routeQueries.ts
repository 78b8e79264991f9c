import type { CreateRoute, UpdateRoute } from "@mon/api-contract"
import type { RoutedFactKind, RoutePerson } from "@mon/model"
import { useQuery } from "@tanstack/react-query"
import { reread } from "../api/accountQueries.ts"
import { change, read } from "../api/client.ts"
import { type Answer, byId } from "../api/endpoints.ts"

const key = ["routes"] as const
const OFTEN = 15_000

export const routeEndpoints = {
  create: (route: CreateRoute) => change<Answer<"routes", "create">>("POST", "/routes", route),
  update: (id: string, changes: UpdateRoute) =>
    change<Answer<"routes", "update">>("PATCH", byId("/routes", id), changes),
  remove: (id: string) => change<Answer<"routes", "remove">>("DELETE", byId("/routes", id)),
  tryNew: (route: CreateRoute) => change<Answer<"routes", "tryNew">>("POST", "/routes/try", route),
  tryChange: (id: string, changes: UpdateRoute) =>
    change<Answer<"routes", "tryChange">>("POST", `${byId("/routes", id)}/try`, changes),
  tryRemoval: (id: string) => read<Answer<"routes", "tryRemoval">>(`${byId("/routes", id)}/removal`)
}

export const rereadRoutes = (): Promise<unknown> => reread(key)

export const useRoutes = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read<Answer<"routes", "list">>("/routes", signal),
    refetchInterval: OFTEN
  })

export const useRoutePeople = () =>
  useQuery({
    queryKey: [...key, "people"],
    queryFn: ({ signal }) => read<Answer<"routes", "people">>("/routes/people", signal)
  })

export const personName = ({ email, name }: Pick<RoutePerson, "email" | "name">): string =>
  name === null ? email : `${name} (${email})`

/** Reads who would be notified of an alert that begins at the time `at` (ISO 8601). Null: the current time. */
export const useSimulation = (monitorId: string, kind: RoutedFactKind, at: string | null) =>
  useQuery({
    queryKey: [...key, "simulation", monitorId, kind, at],
    queryFn: ({ signal }) =>
      read<Answer<"routes", "simulation">>(
        `/routes/simulation?${new URLSearchParams({ monitorId, kind, ...(at === null ? {} : { at }) }).toString()}`,
        signal
      ),
    enabled: monitorId !== "",
    refetchInterval: OFTEN
  })
