import { written } from "../../words/checkMessages.de.ts"
import { de } from "../../words/catalogue.de.ts"
import { refusalText } from "../../words/refusal.ts"
import { patternsOf, type SentencePair } from "../../words/sentencePairs.ts"
import { channelNotes, channelPairs } from "./channelNotes.ts"
import { fileNotes, filePairs } from "./fileNotes.ts"
import { notePairs } from "./notePairs.ts"
import { patternNotes } from "./patternNotes.ts"

/** Translates the part that a note quotes: another note, a rule of a field, or the rest of a sentence about one. */
const inside = (text: string): string =>
  germanNote(text) ?? written(text, patternNotes) ?? written(text, de.refusals.rest) ?? refusalText(text, de)

/** Returns how many characters of a sentence are fixed. A fixed beginning counts more than all others. */
const precision = ([english]: SentencePair): number =>
  english.replaceAll(/\{(?:note)?\}/gu, "").length + (english.startsWith("{") ? 0 : 1_000)

/** The pairs of all notes. The first that fits counts, so the most precise come first. */
const pairs = [...notePairs, ...channelPairs, ...filePairs].toSorted((one, other) => precision(other) - precision(one))

const patterns = [...patternsOf(pairs, inside), ...channelNotes(inside), ...fileNotes(inside, de.form.labels)]

/** Returns a note of the import in German; null for a sentence that nobody has translated. */
export const germanNote = (note: string): string | null => written(note, patterns)
