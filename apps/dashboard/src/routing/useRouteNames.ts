import { useChannels } from "../channels/channelQueries.ts"
import { useMonitors, useTags } from "../api/queries.ts"
import { personName, useRoutePeople } from "./routeQueries.ts"
import type { RouteNames } from "./routeText.ts"

const byId = (items: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined) =>
  new Map((items ?? []).map(({ id, name }) => [id, name]))

/** The names of everything that routes refer to. */
export const useRouteNames = (): RouteNames => ({
  monitors: byId(useMonitors().data),
  tags: byId(useTags(true).data),
  channels: byId(useChannels().data),
  people: new Map((useRoutePeople().data ?? []).map((person) => [person.membershipId, personName(person)]))
})
