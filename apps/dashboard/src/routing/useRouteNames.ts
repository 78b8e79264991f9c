import { useChannels } from "../alerts/channelQueries.ts"
import { useMonitors, useTags } from "../api/queries.ts"
import { personName, useRoutePeople } from "./routeQueries.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { routesWords } from "../alerts/routesWords.ts"
import type { RouteNames } from "../alerts/routeText.ts"
import { shownChannel } from "./shownChannel.ts"

const byId = (items: ReadonlyArray<{ readonly id: string; readonly name: string }> | undefined) =>
  new Map((items ?? []).map(({ id, name }) => [id, name]))

/** The names of everything that routes refer to. */
export const useRouteNames = (): RouteNames => {
  const words = useScreenWords(routesWords)
  return {
    monitors: byId(useMonitors().data),
    tags: byId(useTags(true).data),
    channels: new Map((useChannels().data ?? []).map((channel) => [channel.id, shownChannel(channel, words)])),
    people: new Map((useRoutePeople().data ?? []).map((person) => [person.membershipId, personName(person)]))
  }
}
