import { written } from "../../words/checkMessages.de.ts"
import { de } from "../../words/catalogue.de.ts"
import { refusalText } from "../../words/refusal.ts"
import { patternsOf, type SentencePair } from "../../words/sentencePairs.ts"
import { channelNotes, channelPairs } from "./channelNotes.ts"
import { fileNotes, filePairs } from "./fileNotes.ts"
import { notePairs } from "./notePairs.ts"
import { patternNotes } from "./patternNotes.ts"

/** Translates a text inside a note: another note, a rule of a field, or the rest of a sentence. */
const inside = (text: string): string =>
  germanNote(text) ?? written(text, patternNotes) ?? written(text, de.refusals.rest) ?? refusalText(text, de)

/**
 * Returns the precision of a pair: the number of characters outside its placeholders. A pair that begins with fixed
 * text is more precise than every pair that begins with a placeholder.
 */
const precision = ([english]: SentencePair): number =>
  english.replaceAll(/\{(?:note)?\}/gu, "").length + (english.startsWith("{") ? 0 : 1_000)

/** The pairs of all notes, most precise first, because the first match is used. */
const pairs = [...notePairs, ...channelPairs, ...filePairs].toSorted((one, other) => precision(other) - precision(one))

const patterns = [...patternsOf(pairs, inside), ...channelNotes(inside), ...fileNotes(inside, de.form.labels)]

export const germanNote = (note: string): string | null => written(note, patterns)
