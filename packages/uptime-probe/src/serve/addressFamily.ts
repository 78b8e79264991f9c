import type { ProbeModule } from "./ProbeModule.ts"

/** Probes over the preferred address family, and over the other one if the name has no address of the first. */
export const overFamilies = async <Result>(
  family: ProbeModule["family"],
  ask: (only: 4 | 6 | null) => Promise<Result>,
  lacksFamily: (result: Result) => boolean
): Promise<Result> => {
  const first = await ask(family === null ? null : family.preferred)
  return family?.fallback === true && lacksFamily(first) ? ask(family.preferred === 4 ? 6 : 4) : first
}
