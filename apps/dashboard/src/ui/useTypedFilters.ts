import { useDeferredValue, useEffect, useMemo, useState } from "react"

/**
 * The delay between the last keystroke and the change of the URL, in milliseconds. Browsers limit how often the URL may
 * change.
 */
const TYPING_MS = 120

/** Keeps the filters of a list in the URL. The text filters the list with each keystroke, before the URL changes. */
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
  // The input shows a typed letter immediately, even if filtering a long list takes time.
  const shownText = useDeferredValue(text)
  const filters = useMemo(() => ({ ...stored, text: shownText }), [stored, shownText])
  const change = (changes: Partial<Filters>): void => {
    const next = { ...stored, text, ...changes }
    setText(next.text)
    store(next)
  }
  return { filters, text, setText, change }
}
