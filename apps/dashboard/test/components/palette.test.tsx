import { beforeEach, describe, expect, it, vi } from "vitest"
import { userEvent } from "vitest/browser"
import { keys, queryClient } from "../../src/api/queries.ts"
import { Palette } from "../../src/shell/Palette.tsx"
import { render } from "./render.tsx"

const list = {
  fields: ["id", "kind", "name", "url", "state", "access", "tags"],
  tags: [],
  rows: [
    ["d1", "domain", "Fjord Hotel", "https://fjord.example", "down", "write", []],
    ["d2", "domain", "Bakken Legal", "https://bakken.example", "up", "read", []],
    ["h1", "heartbeat", "Nightly backup", null, "up", "write", []]
  ]
}

const open = async (language: "en" | "de" = "en") => {
  const onClose = vi.fn<() => void>()
  const onShortcuts = vi.fn<() => void>()
  const onPauseAlerts = vi.fn<() => void>()
  const { history, screen } = await render(
    <Palette onClose={onClose} onShortcuts={onShortcuts} onPauseAlerts={onPauseAlerts} />,
    language
  )
  return { history, screen, onClose, onPauseAlerts, onShortcuts, options: () => screen.getByRole("option").elements() }
}

describe("the palette", () => {
  beforeEach(() => {
    queryClient.setQueryData(keys.monitors, list)
    queryClient.setQueryData(["account"], { role: "owner", email: "ann@example.com", planExpiresAt: null })
    queryClient.setQueryData(["status"], { notificationsPausedAt: null })
    queryClient.setQueryData(keys.incidents, [])
  })

  it("finds a monitor by a part of its name, and Enter opens it", async () => {
    const { history, onClose, screen } = await open()
    await expect.element(screen.getByRole("combobox")).toHaveFocus()
    await userEvent.keyboard("fjord")
    await expect.element(screen.getByRole("option").first()).toHaveTextContent("Fjord Hotelfjord.example")
    await userEvent.keyboard("{Enter}")
    expect(history.at(-1)).toBe("/domains/d1")
    expect(onClose).toHaveBeenCalledOnce()
  })

  it("offers to pause only what the viewer may change", async () => {
    const { screen } = await open()
    await userEvent.keyboard("pause")
    await expect.element(screen.getByRole("option", { name: "Pause Fjord Hotel" })).toBeVisible()
    await expect.element(screen.getByRole("option", { name: "Pause all alerts ..." })).toBeVisible()
    await expect.element(screen.getByRole("option", { name: "Pause Bakken Legal" })).not.toBeInTheDocument()
  })

  it("pauses monitors of all kinds", async () => {
    const { screen } = await open()
    await userEvent.keyboard("pause nightly")
    await expect.element(screen.getByRole("option", { name: "Pause Nightly backup" })).toBeVisible()
  })

  it("asks before it pauses all alerts", async () => {
    const { onClose, onPauseAlerts, screen } = await open()
    await userEvent.keyboard("pause all")
    await screen.getByRole("option", { name: "Pause all alerts ..." }).click()
    expect(onClose).toHaveBeenCalledOnce()
    expect(onPauseAlerts).toHaveBeenCalledOnce()
  })

  it.each<["en" | "de", string, string, string]>([
    ["en", "time zone", "Time zone", "/settings"],
    ["en", "timezone", "Time zone", "/settings"],
    ["en", "language", "Language", "/settings"],
    ["en", "dark", "Colours", "/settings"],
    ["en", "2fa", "Two-factor sign-in", "/settings/security"],
    ["de", "zeitzone", "Zeitzone", "/settings"],
    ["de", "sprache", "Sprache", "/settings"],
    ["de", "passwort", "Passwort ändern", "/settings"]
  ])("finds settings by the words that people use (%s): %s", async (language, typed, label, path) => {
    const { history, screen } = await open(language)
    await userEvent.keyboard(typed)
    await expect
      .element(screen.getByRole("option").first())
      .toHaveTextContent(`${label}${language === "de" ? "Einstellung" : "Setting"}`)
    await userEvent.keyboard("{Enter}")
    expect(history.at(-1)).toBe(path)
  })

  it.each<["en" | "de", string, string]>([
    ["en", "sign out", "Sign out"],
    ["en", "log out", "Sign out"],
    ["de", "abmelden", "Abmelden"],
    ["en", "disposable", "Check for disposable addresses"],
    ["de", "wegwerf", "Auf Wegwerfadressen prüfen"],
    ["en", "deutsch", "Auf Deutsch"]
  ])("finds what ends the session, and tools (%s): %s", async (language, typed, label) => {
    const { screen } = await open(language)
    await userEvent.keyboard(typed)
    await expect.element(screen.getByRole("option", { name: label }).first()).toBeVisible()
  })

  it("shows nothing that has only the letters of what is typed beside what has the word", async () => {
    const { options, screen } = await open()
    await userEvent.keyboard("report")
    await expect.element(screen.getByRole("option").first()).toHaveTextContent("Reports")
    expect(options().filter((option) => option.textContent.includes("of maintenance on"))).toEqual([])
  })

  it("moves with the arrow keys, round from the first to the last, and says to screen readers where it is", async () => {
    const { options, screen } = await open()
    const chosen = () => options().findIndex((option) => option.getAttribute("aria-selected") === "true")
    await userEvent.keyboard("{ArrowUp}")
    expect(chosen()).toBe(options().length - 1)
    await userEvent.keyboard("{ArrowDown}{ArrowDown}")
    expect(chosen()).toBe(1)
    await expect.element(screen.getByRole("combobox")).toHaveAttribute("aria-activedescendant", options()[1]?.id ?? "")
  })

  it("says that nothing matches, and Enter then does nothing", async () => {
    const { history, onClose, screen } = await open()
    await userEvent.keyboard("zzzz")
    await expect.element(screen.getByRole("status")).toHaveTextContent("Nothing matches.")
    await userEvent.keyboard("{Enter}")
    expect(onClose).not.toHaveBeenCalled()
    expect(history).toEqual(["/"])
  })

  it("leads to the list of keys", async () => {
    const { onShortcuts, screen } = await open("de")
    await screen.getByRole("option", { name: "Tastenkürzel" }).click()
    expect(onShortcuts).toHaveBeenCalledOnce()
  })
})
