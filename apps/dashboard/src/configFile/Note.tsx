import { lazy, Suspense } from "react"
import { useLanguage } from "../words/language.ts"

/** The German sentences are many, and only German screens load them. */
const GermanNote = lazy(() => import("./GermanNote.tsx"))

/** Shows a sentence of the import, or its name for an object that has none, in the viewer's language. */
export const Note = ({ isName = false, text }: { readonly isName?: boolean; readonly text: string }) => {
  const { words } = useLanguage()
  if (words.language !== "de") return <bdi>{text}</bdi>
  return (
    <Suspense fallback={null}>
      <GermanNote isName={isName} text={text} />
    </Suspense>
  )
}
