import type { ImportSource } from "@mon/import"
import { useLocation } from "wouter"
import { Button } from "../ui/Button.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { askImporter } from "./askImporter.ts"
import { carryFiles } from "./carriedFiles.ts"
import type { ChosenFile } from "./importMessages.ts"
import { importWords } from "./importWords.ts"

/** A file of another tool that a person gave to a screen that cannot use it. */
export interface ForeignFile {
  readonly source: ImportSource
  readonly file: ChosenFile
}

/** Returns a file with the tool that wrote it. Null: the tool is unknown, or the detection failed. */
export const foreignFile = async (file: ChosenFile): Promise<ForeignFile | null> => {
  const answer = await askImporter({ kind: "detect", files: [file] })
  return answer.kind === "detected" && answer.source !== null ? { source: answer.source, file } : null
}

export const ForeignOffer = ({ foreign: { file, source } }: { readonly foreign: ForeignFile }) => {
  const words = useScreenWords(importWords)
  const [, navigate] = useLocation()
  const take = () => {
    carryFiles([file])
    navigate("/import")
  }
  return (
    <div className={css["notice"]} role="alert">
      <p>{words.foreign(words.source(source))}</p>
      <Button onClick={take}>{words.importIt}</Button>
    </div>
  )
}
