const FOCUSABLE = "input:not([type=hidden]), textarea, select, button"

/** Moves the focus to the control of a field; to its first control if its value has parts. */
export const focusField = (name: string): void => {
  const control = document.getElementsByName(name)[0]
  if (!(control instanceof HTMLInputElement) || control.type !== "hidden") return control?.focus()
  control.parentElement?.querySelector<HTMLElement>(FOCUSABLE)?.focus()
}
