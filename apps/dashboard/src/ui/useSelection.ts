import { useState } from "react"

/** Keeps track of the selected rows. A row that disappears from the list is no longer selected. */
export const useSelection = (shown: ReadonlyArray<{ readonly id: string }>) => {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = chosen.size === 0 ? [] : shown.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  return {
    ids,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    all: () => setChosen(new Set(ids.length === shown.length ? [] : shown.map(({ id }) => id))),
    clear: () => setChosen(new Set())
  }
}

export type Selection = ReturnType<typeof useSelection>
