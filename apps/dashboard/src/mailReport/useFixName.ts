import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { ComponentName } from "./gains.ts"
import { mailWords } from "./mailWords.ts"

export const useFixName = () => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  return ({ component, key }: { readonly component: ComponentName; readonly key: string }): string =>
    text.findings[key] ??
    (key === component ? text.component(words.domain.components[component]) : key.replaceAll("_", " "))
}
