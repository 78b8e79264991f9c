import { routeLimits } from "@mon/model"
import { Group } from "./Group.ts"
import { type Key, keyOf } from "./keyOf.ts"
import type { MonitorDraft } from "./MonitorDraft.ts"
import { shortened } from "./plainText.ts"

/** The targets of every account beside channels. Imported routes have them too: nobody receives less than before. */
const ALWAYS = ["email", "whatsapp", "webhooks"] as const

/** The maximum number of channels that a route of an import notifies. */
export const channelsOfRoute = routeLimits.targetsOfStep - ALWAYS.length

interface Routed {
  readonly draft: MonitorDraft
  readonly key: Key
}

interface NamedChannel {
  readonly key: Key
  readonly name: string
}

interface ImportedRoute {
  readonly group: Group
  readonly key: Key
  readonly route: Record<string, unknown>
}

interface ImportedRoutes {
  readonly routes: ReadonlyArray<ImportedRoute>
  /** Keys of channels that get the alerts of all monitors. */
  readonly inDefaultRoute: ReadonlyArray<Key>
  /** Ids of a monitor and of a channel that its route has no room for, with a space between them. */
  readonly surplus: ReadonlySet<string>
}

/**
 * The routes that send alerts of each monitor to the channels that it has in the source: one for each set of channels.
 * If all monitors have the same channels, the default route is enough.
 */
export const routesOf = (
  monitors: ReadonlyArray<Routed>,
  channels: ReadonlyMap<string, NamedChannel>
): ImportedRoutes => {
  const sets = new Map<string, { readonly chosen: ReadonlyArray<NamedChannel>; readonly keys: Array<string> }>()
  const surplus = new Set<string>()
  for (const { draft, key } of monitors) {
    const known = [...new Set(draft.channels)].filter((channel) => channels.has(channel))
    for (const channel of known.slice(channelsOfRoute)) surplus.add(`${draft.id} ${channel}`)
    const chosen = known.slice(0, channelsOfRoute).flatMap((channel) => channels.get(channel) ?? [])
    const id = chosen
      .map((channel) => channel.key)
      .toSorted()
      .join(" ")
    const others = sets.get(id)
    if (others === undefined) sets.set(id, { chosen, keys: [key] })
    else others.keys.push(key)
  }
  const [only] = [...sets.values()]
  if (sets.size <= 1 && only !== undefined)
    return { routes: [], inDefaultRoute: only.chosen.map((channel) => channel.key), surplus }
  const taken = new Set<string>()
  const routes = [...sets.values()]
    .filter(({ chosen }) => chosen.length > 0)
    .flatMap(({ chosen, keys }) => {
      const name = shortened(chosen.map((channel) => channel.name).join(", "), routeLimits.nameLength)
      const targets = [...ALWAYS, ...chosen.map((channel) => channel.key)]
      const chunks = Math.ceil(keys.length / routeLimits.chosen)
      return Array.from({ length: chunks }, (_, chunk): ImportedRoute => {
        const id = chosen.map((channel) => channel.key).join(" ") + (chunk === 0 ? "" : ` ${chunk + 1}`)
        const key = keyOf("route", id, taken)
        const group = new Group("route", id, name)
        group.path = `routes.${key}`
        const listed = keys.slice(chunk * routeLimits.chosen, (chunk + 1) * routeLimits.chosen)
        return {
          group,
          key,
          route: { name, scope: "chosen", monitors: listed, steps: [{ afterMinutes: 0, targets }] }
        }
      })
    })
  return { routes, inDefaultRoute: [], surplus }
}
