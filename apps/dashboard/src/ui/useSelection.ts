import { useState } from "react"

/**
 * Keeps track of the selected rows. A selected row that is not in the list is missing from `ids`, and is selected again
 * when it returns to the list.
 */
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
