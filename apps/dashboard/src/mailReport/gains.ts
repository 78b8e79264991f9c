/** The components of the score in their order. */
export const componentNames = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const
export type ComponentName = (typeof componentNames)[number]

/** A component of the score. A score of null: not known. */
interface Component {
  readonly score: number | null
  readonly weight: number
}

type Components = Readonly<Record<ComponentName, Component>>

const FULL = 100

/**
 * The points that the score gains at most if one component were in order: the weighted mean of the known components
 * with that one at 100, against the score. Some findings cap the score, so that the gain may come with another fix.
 */
export const gainOf = (components: Components, score: number | null, name: ComponentName): number => {
  const own = components[name].score
  if (score === null || own === null || own >= FULL) return 0
  let sum = 0
  let weights = 0
  for (const one of componentNames) {
    const { score: points, weight } = components[one]
    if (points === null) continue
    sum += (one === name ? FULL : points) * weight
    weights += weight
  }
  return Math.max(0, Math.floor(sum / weights) - score)
}

/** The component that is worth the most points, or null if all known ones are in order. */
export const firstFix = (
  components: Components,
  score: number | null
): { readonly name: ComponentName; readonly gain: number } | null => {
  const [best] = componentNames
    .map((name) => ({ name, gain: gainOf(components, score, name) }))
    .filter(({ gain }) => gain > 0)
    .toSorted((one, other) => other.gain - one.gain)
  return best ?? null
}
