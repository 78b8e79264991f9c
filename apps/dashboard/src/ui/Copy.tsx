import { notify } from "./notify.ts"
import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"

/** Whether the browser lets pages write to the clipboard. Over plain HTTP it does not. */
const canCopy = (): boolean => navigator.clipboard !== undefined

/** A button that copies a text. Without a clipboard there is none: the text is on the screen and can be selected. */
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
