import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { readFirst } from "./api/queries.ts"
import { App } from "./App.tsx"
import { sayArrival } from "./shell/arrival.ts"
import { keepFocus } from "./shell/keepFocus.ts"
import { applyTheme } from "./ui/theme.ts"
import "./style.css"
import { startLiveEvents } from "./api/liveEvents.ts"
import { chosenElsewhere, type Language, LanguageProvider, loadLanguage } from "./words/language.ts"

/**
 * The longest time for which the first rendering waits for its data, in milliseconds. Most responses arrive before the
 * scripts have loaded.
 */
const PATIENCE_MS = 100

const start = async (place: HTMLElement): Promise<void> => {
  const root = createRoot(place)
  const render = (language: Language) => {
    document.documentElement.lang = language.words.language
    root.render(
      <StrictMode>
        <LanguageProvider value={language}>
          <App />
        </LanguageProvider>
      </StrictMode>
    )
  }
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  const answers = Promise.race([readFirst(), patience])
  const language = await loadLanguage()
  await answers
  sayArrival(language.words)
  render(language)
  keepFocus()
  startLiveEvents()
  // The person may have chosen another language in another browser. If the request fails, the current language stays.
  const other = await chosenElsewhere(language).catch(() => null)
  if (other !== null) render(other)
}

applyTheme()
const place = document.getElementById("app")
// `start` is not awaited, because the screens import this file and would have to wait for the service's response.
if (place !== null) void start(place)
