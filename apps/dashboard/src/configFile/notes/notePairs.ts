import type { SentencePair } from "../../words/sentencePairs.ts"
import { changedetectionNotes } from "./changedetectionNotes.ts"
import { documentNotes } from "./documentNotes.ts"
import { gatusNotes } from "./gatusNotes.ts"
import { heartbeatNotes } from "./heartbeatNotes.ts"
import { kumaNotes } from "./kumaNotes.ts"
import { listNotes } from "./listNotes.ts"
import { prometheusNotes } from "./prometheusNotes.ts"
import { readingNotes } from "./readingNotes.ts"
import { requestNotes } from "./requestNotes.ts"
import { serviceNotes } from "./serviceNotes.ts"
import { sharedNotes } from "./sharedNotes.ts"

/**
 * All notes of the import except the notes about channels and about faults in files, with their German translations.
 */
export const notePairs: ReadonlyArray<SentencePair> = [
  ...sharedNotes,
  ...documentNotes,
  ...readingNotes,
  ...listNotes,
  ...changedetectionNotes,
  ...gatusNotes,
  ...heartbeatNotes,
  ...kumaNotes,
  ...prometheusNotes,
  ...requestNotes,
  ...serviceNotes
]
