import { lazy, Suspense } from "react"
import { useLanguage } from "../words/language.ts"

/** There are so many German notes that only German screens load them. */
const GermanNote = lazy(() => import("./GermanNote.tsx"))

/**
 * Shows a note of the import in the viewer's language. `isName`: the text is a name that the import gave to an object
 * without one.
 */
export const Note = ({ isName = false, text }: { readonly isName?: boolean; readonly text: string }) => {
  const { words } = useLanguage()
  if (words.language !== "de") return <bdi>{text}</bdi>
  return (
    <Suspense fallback={null}>
      <GermanNote isName={isName} text={text} />
    </Suspense>
  )
}
