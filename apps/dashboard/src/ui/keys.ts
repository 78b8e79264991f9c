import { useLayoutEffect } from "react"
import { ownValue } from "../words/ownValue.ts"

// The hooks of this file use layout effects, because keys must work as soon as a screen is visible.

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && target.type === "checkbox")

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[role=dialog]") !== null

/**
 * Returns whether a key event can run a command: Ctrl, Cmd and Alt are not pressed, nobody is typing, and the focus is
 * not in a dialog.
 */
const isCommand = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  !isInDialog(event.target)

/** The longest time between the first and the second key of a shortcut, in milliseconds. */
const SEQUENCE_MS = 1_000

/** Runs the command of a key that is pressed after the key `first`. */
export const useSequence = (first: string, commands: Readonly<Record<string, () => void>>): void => {
  useLayoutEffect(() => {
    let began = -Infinity
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event)) return
      const run = event.timeStamp - began < SEQUENCE_MS ? ownValue(commands, event.key) : undefined
      began = event.key === first ? event.timeStamp : -Infinity
      if (run === undefined) return
      // This listener must run before the listeners for single keys, because they must not receive the second key.
      event.stopImmediatePropagation()
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKey, { capture: true })
    return () => document.removeEventListener("keydown", onKey, { capture: true })
  }, [first, commands])
}

/** Runs the command of a single key, unless somebody is typing or the focus is in a dialog. */
export const useKeys = (commands: Readonly<Record<string, () => void>>): void => {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const run = ownValue(commands, event.key)
      if (run === undefined || !isCommand(event)) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [commands])
}

/** Runs a command when Ctrl or Cmd is pressed together with a key, even while somebody is typing. */
export const useChord = (key: string, run: () => void): void => {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      run()
    }
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [key, run])
}
