import { germanNote } from "./notes/germanNote.ts"

/** Shows a note of the import in German. Marks a note without a translation as English, unless it is a name. */
const GermanNote = ({ isName, text }: { readonly isName: boolean; readonly text: string }) => {
  const german = germanNote(text)
  if (german === null && isName) return <bdi>{text}</bdi>
  return <bdi lang={german === null ? "en" : "de"}>{german ?? text}</bdi>
}

export default GermanNote
