import { useDeferredValue, useEffect, useMemo, useState } from "react"

/** The URL changes this long after the last letter, in milliseconds: browsers limit how often it may change. */
const TYPING_MS = 120

/** Filters of a list that are stored in the URL. Their text filters the list with each letter, before it is stored. */
export const useTypedFilters = <Filters extends { readonly text: string }>(
  stored: Filters,
  store: (filters: Filters) => void
) => {
  const [text, setText] = useState(stored.text)
  const [known, setKnown] = useState(stored.text)
  if (known !== stored.text) {
    setKnown(stored.text)
    setText(stored.text)
  }
  useEffect(() => {
    if (text === stored.text) return
    const timer = setTimeout(() => store({ ...stored, text }), TYPING_MS)
    return () => clearTimeout(timer)
  })
  // The letter appears at once, even if the list is long.
  const shownText = useDeferredValue(text)
  const filters = useMemo(() => ({ ...stored, text: shownText }), [stored, shownText])
  const change = (changes: Partial<Filters>): void => {
    const next = { ...stored, text, ...changes }
    setText(next.text)
    store(next)
  }
  return { filters, text, setText, change }
}
