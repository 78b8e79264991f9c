import { useEffect } from "react"

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === "checkbox")

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog]") !== null

/** Runs the command of a single key while nobody types and no dialog is open. */
export const useKeys = (commands: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      const run = commands[event.key]
      if (!isPlain || run === undefined || event.defaultPrevented) return
      if (isTyping(event.target) || isInDialog(event.target)) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [commands])
}

/** Runs a command on Ctrl or Cmd and a key, also while somebody types. */
export const useChord = (key: string, run: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [key, run])
}
