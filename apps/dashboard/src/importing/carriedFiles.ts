import type { ChosenFile } from "./importMessages.ts"

let carried: ReadonlyArray<ChosenFile> = []

/** Stores files that another screen has recognized, for the import. The files stay in the memory of this window. */
export const carryFiles = (files: ReadonlyArray<ChosenFile>): void => {
  carried = files
}

/** Returns the stored files and removes them. */
export const carriedFiles = (): ReadonlyArray<ChosenFile> => {
  const files = carried
  carried = []
  return files
}
