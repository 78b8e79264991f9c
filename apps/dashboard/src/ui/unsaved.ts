import { useCallback, useEffect, useRef } from "react"

/** The forms with unsaved changes, each with the URL of its screen. */
const forms = new Map<object, string>()

/** Returns the URL of a screen with unsaved changes, or null. */
export const unsavedAt = (): string | null => forms.values().next().value ?? null

export const forgetUnsaved = (): void => forms.clear()

/**
 * Asks before a person leaves the screen while `isUnsaved` is true. Returns a function after which the form counts as
 * saved, before the next rendering.
 */
export const useUnsaved = (isUnsaved: boolean): (() => void) => {
  const form = useRef({})
  useEffect(() => {
    const one = form.current
    if (isUnsaved) forms.set(one, globalThis.location.href)
    return () => void forms.delete(one)
  }, [isUnsaved])
  return useCallback(() => void forms.delete(form.current), [])
}
