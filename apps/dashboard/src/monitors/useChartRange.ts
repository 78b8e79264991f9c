import type { TimelineRange } from "@mon/model"
import { useLocation, useSearch } from "wouter"

export const ranges = ["24h", "7d", "30d", "90d"] as const satisfies ReadonlyArray<TimelineRange>

export const useChartRange = (
  otherwise: TimelineRange
): { readonly range: TimelineRange; readonly setRange: (range: string) => void } => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const wanted = new URLSearchParams(search).get("range")
  return {
    range: ranges.find((range) => range === wanted) ?? otherwise,
    setRange: (range) => navigate(range === otherwise ? path : `${path}?range=${range}`, { replace: true })
  }
}
