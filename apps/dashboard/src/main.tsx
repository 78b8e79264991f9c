import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { sayArrival } from "./shell/arrival.ts"
import { applyTheme } from "./shell/theme.ts"
import "./style.css"
import { startLiveEvents } from "./live/liveEvents.ts"
import { chosenElsewhere, type Language, LanguageProvider, loadLanguage } from "./words/language.ts"

applyTheme()
const place = document.getElementById("app")
if (place !== null) {
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
  const language = await loadLanguage()
  sayArrival(language.words)
  render(language)
  startLiveEvents()
  // The person may have chosen another language in another browser. Without an answer, the language stays.
  const other = await chosenElsewhere(language).catch(() => null)
  if (other !== null) render(other)
}
