import { notify } from "./notify.ts"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"

/**
 * Returns whether the browser lets pages write to the clipboard. Browsers do not offer the clipboard over plain HTTP.
 */
const canCopy = (): boolean => navigator.clipboard !== undefined

/**
 * Shows a button that copies a text. Shows nothing if the clipboard is unavailable, because people can select the text
 * on the screen instead.
 */
export const Copy = ({ label, text }: { readonly text: string; readonly label?: string }) => {
  const { words } = useLanguage()
  if (!canCopy()) return null
  return (
    <Button
      aria-label={label}
      onClick={() => void navigator.clipboard.writeText(text).then(() => notify(words.domain.copied))}
    >
      {words.domain.copy}
    </Button>
  )
}
