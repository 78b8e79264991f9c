import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { Fix } from "./mailFilters.ts"
import { mailWords } from "./mailWords.ts"

/** The name of a fix: what was found, or else the component. */
export const useFixName = () => {
  const { words } = useLanguage()
  const text = useScreenWords(mailWords)
  return ({ component, key }: Pick<Fix, "component" | "key">): string =>
    text.findings[key] ??
    (key === component ? text.component(words.domain.components[component]) : key.replaceAll("_", " "))
}
