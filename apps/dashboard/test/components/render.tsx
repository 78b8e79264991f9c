import { QueryClientProvider } from "@tanstack/react-query"
import { act, type ReactNode } from "react"
import { createRoot, type Root } from "react-dom/client"
import { Router } from "wouter"
import { memoryLocation } from "wouter/memory-location"
import { page } from "vitest/browser"
import { queryClient } from "../../src/api/queries.ts"
import { messageQueue } from "../../src/ui/notify.ts"
import "../../src/style.css"
import { de } from "../../src/words/catalogue.de.ts"
import { en } from "../../src/words/catalogue.en.ts"
import { makeFormat } from "../../src/words/format.ts"
import { LanguageProvider } from "../../src/words/language.ts"

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let count = 0
const opened: Array<{ readonly root: Root; readonly place: HTMLElement }> = []

/** Removes the rendered components, the cached data and the waiting messages of a test. */
export const clear = async (): Promise<void> => {
  for (const { place, root } of opened.splice(0)) {
    await act(() => root.unmount())
    place.remove()
  }
  queryClient.clear()
  messageQueue.drain()
}

/** Renders components as the dashboard does, with texts, a cache, and a location in memory. */
export const render = async (node: ReactNode, language: "en" | "de" = "en", path = "/") => {
  const place = document.createElement("div")
  count += 1
  const name = `place-${count}`
  place.dataset["testid"] = name
  document.body.append(place)
  const root = createRoot(place)
  opened.push({ root, place })
  const location = memoryLocation({ path, record: true })
  const value = {
    words: language === "de" ? de : en,
    format: makeFormat(language === "de" ? "de" : "en-GB", "Europe/Oslo")
  }
  const draw = (shown: ReactNode) =>
    act(() =>
      root.render(
        <LanguageProvider value={value}>
          <QueryClientProvider client={queryClient}>
            <Router hook={location.hook} searchHook={location.searchHook}>
              {shown}
            </Router>
          </QueryClientProvider>
        </LanguageProvider>
      )
    )
  await draw(node)
  return { screen: page.getByTestId(name), redraw: draw, history: location.history }
}
