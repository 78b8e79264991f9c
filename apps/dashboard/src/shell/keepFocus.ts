const HEADINGS = "h1, h2, h3"
const CONTROLS = "input:not([type=hidden], :disabled), textarea:enabled, select:enabled, button:enabled"

/**
 * Finds the element in a part of the screen that should get the focus after the focused element was removed: the last
 * control of a fieldset, the heading of a section, or the section itself.
 */
const placeIn = (part: Element): HTMLElement | null => {
  if (part.matches("fieldset")) return [...part.querySelectorAll<HTMLElement>(CONTROLS)].at(-1) ?? null
  if (!part.matches("section, main")) return null
  const heading = part.querySelector<HTMLElement>("h1") ?? part.querySelector<HTMLElement>(HEADINGS)
  return heading ?? (part instanceof HTMLElement ? part : null)
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const focus = (place: HTMLElement): void => {
  if (place.matches(HEADINGS)) place.tabIndex = -1
  place.focus({ preventScroll: true })
}

const partsOf = (element: Element): ReadonlyArray<Element> => {
  const parts = [element]
  for (let part = element.parentElement; part !== null; part = part.parentElement) parts.push(part)
  return parts
}

const isMoved = (element: Element, { addedNodes }: MutationRecord): boolean =>
  [...addedNodes].some((node) => node.contains(element))

/**
 * Keeps the focus on the screen. If an action removes a button, the part of the screen around the button gets the
 * focus. If an action only disables or moves the button, the button gets the focus back. Returns a function that stops
 * this behaviour.
 */
export const keepFocus = (): (() => void) => {
  let used: Element | null = null
  let path: ReadonlyArray<Element> = []
  const remember = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    used = target
    if (target.closest("main") !== null) path = partsOf(target)
  }
  const repair = () => {
    if (!isLost() || used === null || used.isConnected) return
    const [last] = path
    if (last instanceof HTMLElement && last.isConnected) last.focus({ preventScroll: true })
    if (!isLost()) return
    // If a key opened the element, its position on the screen was never recorded.
    const parts = path.length === 0 ? [...document.querySelectorAll("main")] : path.filter((part) => part.isConnected)
    const place = parts.map(placeIn).find((found) => found !== null)
    if (place !== undefined) focus(place)
  }
  const observer = new MutationObserver((records) => {
    if (!isLost() || used === null) return
    if (!used.isConnected) return void setTimeout(repair) // A closing dialog returns the focus by itself first.
    const button = used
    const isBack = records.some((record) => record.target === button || isMoved(button, record))
    if (isBack && button instanceof HTMLElement && !button.matches(":disabled")) button.focus({ preventScroll: true })
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] })
  document.addEventListener("focusin", remember)
  document.addEventListener("pointerdown", remember)
  return () => {
    observer.disconnect()
    document.removeEventListener("focusin", remember)
    document.removeEventListener("pointerdown", remember)
  }
}
