export const componentNames = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const
export type ComponentName = (typeof componentNames)[number]

/** A component of the score. A null score is unknown. */
interface Component {
  readonly score: number | null
  readonly weight: number
}

type Components = Readonly<Record<ComponentName, Component>>

const FULL = 100

/**
 * Returns the largest number of points that the score can gain if one component becomes perfect: the weighted mean of
 * the known components, with 100 for this component, minus the score. Some findings limit the score, so the gain may
 * also need another fix.
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

/** Returns the component with the most points to gain. Null: no component can improve the score. */
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
