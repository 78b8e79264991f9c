const CHOICE = "mon.theme"

const themes = ["system", "light", "dark"] as const
/** The colour scheme of the pages. `system` follows the device. */
export type Theme = (typeof themes)[number]

export const currentTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(CHOICE)) ?? "system"

export const applyTheme = (): void => {
  const theme = currentTheme()
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

/** Switches to the next theme, applies it and stores the choice. */
export const nextTheme = (): Theme => {
  const next = themes[(themes.indexOf(currentTheme()) + 1) % themes.length] ?? "system"
  localStorage.setItem(CHOICE, next)
  applyTheme()
  return next
}
