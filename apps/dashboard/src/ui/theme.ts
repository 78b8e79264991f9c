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

export const nextTheme = (): Theme => {
  const next = themes[(themes.indexOf(currentTheme()) + 1) % themes.length] ?? "system"
  localStorage.setItem(CHOICE, next)
  applyTheme()
  return next
}
