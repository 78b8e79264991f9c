import { routeLimits } from "@mon/model"
import { Group } from "./Group.ts"
import { type Key, keyOf } from "./keyOf.ts"
import type { NamedDraft } from "./NamedDraft.ts"
import { shortened } from "./plainText.ts"

/**
 * The built-in targets that every account has in addition to its channels. Imported routes contain these targets too,
 * so that no recipient loses alerts.
 */
const ALWAYS = ["email", "whatsapp", "webhooks"] as const

export const channelsOfRoute = routeLimits.targetsOfStep - ALWAYS.length

interface Routed {
  readonly draft: NamedDraft
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
  readonly inDefaultRoute: ReadonlyArray<Key>
  /**
   * The channels that do not fit into the routes of monitors. Each entry is the id of a monitor, a space and the id of
   * a channel.
   */
  readonly surplus: ReadonlySet<string>
}

/**
 * Returns routes that send the alerts of each monitor to its channels in the source: one route for each set of
 * channels. If all monitors have the same channels, the default route is enough.
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
