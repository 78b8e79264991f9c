import { useCallback, useEffect, useRef } from "react"

/** The forms with changes that are not saved, each with the address of its screen. */
const forms = new Map<object, string>()

/** The address of the screen with unsaved changes; null: there is none. */
export const unsavedAt = (): string | null => forms.values().next().value ?? null

/** Gives up all changes that are not saved. */
export const forgetUnsaved = (): void => forms.clear()

/** While `isUnsaved`, leaving the screen asks first. The function that it returns ends that at once. */
export const useUnsaved = (isUnsaved: boolean): (() => void) => {
  const form = useRef({})
  useEffect(() => {
    const one = form.current
    if (isUnsaved) forms.set(one, globalThis.location.href)
    return () => void forms.delete(one)
  }, [isUnsaved])
  return useCallback(() => void forms.delete(form.current), [])
}
