import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { App } from "./App.tsx"
import { applyTheme } from "./shell/theme.ts"
import "./style.css"
import { LanguageProvider, loadLanguage } from "./words/language.ts"

applyTheme()
const language = await loadLanguage()
document.documentElement.lang = language.words.language
const place = document.getElementById("app")
if (place !== null) {
  createRoot(place).render(
    <StrictMode>
      <LanguageProvider value={language}>
        <App />
      </LanguageProvider>
    </StrictMode>
  )
}
