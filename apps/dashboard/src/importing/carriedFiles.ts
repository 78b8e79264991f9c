import type { ChosenFile } from "./importMessages.ts"

let carried: ReadonlyArray<ChosenFile> = []

/** Keeps files for the import, which another screen recognised. They stay in this window. */
export const carryFiles = (files: ReadonlyArray<ChosenFile>): void => {
  carried = files
}

/** The files that another screen recognised, once. */
export const carriedFiles = (): ReadonlyArray<ChosenFile> => {
  const files = carried
  carried = []
  return files
}
