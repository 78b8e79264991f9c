import { written } from "../../words/checkMessagesDe.ts"
import { de } from "../../words/de.ts"
import { refusalText } from "../../words/refusal.ts"
import { patternsOf } from "../../words/sentencePairs.ts"
import { notePairs } from "./notePairs.ts"

/** What others than the importers say in a note: a rule of a field, or the rest of a sentence about one. */
const inside = (text: string): string => germanNote(text) ?? written(text, de.refusals.rest) ?? refusalText(text, de)

const patterns = patternsOf(notePairs, inside)

/** What the import says, in German; null for a sentence that nobody has translated. */
export const germanNote = (note: string): string | null => written(note, patterns)
