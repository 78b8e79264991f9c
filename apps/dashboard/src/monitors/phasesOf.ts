import type { CheckRecord } from "@mon/model"

/** Returns the durations of a check's phases as a written sum, up to the last completed phase. */
export const phasesOf = (
  { connectMs, dnsMs, downloadMs, tlsMs, waitMs }: CheckRecord["timings"],
  text: (ms: number | null) => string
): string => {
  const all = [dnsMs, connectMs, tlsMs, waitMs, downloadMs]
  const reached = all.slice(0, all.findLastIndex((ms) => ms !== null) + 1)
  return reached.length === 0 ? "–" : reached.map(text).join(" + ")
}
