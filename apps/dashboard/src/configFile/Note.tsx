import { lazy, Suspense } from "react"
import { useLanguage } from "../words/language.ts"

/** The German sentences are many, and only German screens load them. */
const GermanNote = lazy(() => import("./GermanNote.tsx"))

/** What the import says, or a name that it gives to what has none, in the viewer's language. */
export const Note = ({ isName = false, text }: { readonly isName?: boolean; readonly text: string }) => {
  const { words } = useLanguage()
  if (words.language !== "de") return <bdi>{text}</bdi>
  return (
    <Suspense fallback={null}>
      <GermanNote isName={isName} text={text} />
    </Suspense>
  )
}
