import type { PageMonitor } from "@mon/model"
import type { ReactNode } from "react"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Page.module.css"
import { pagesWords } from "./pagesWords.ts"

export const ComparedText = ({ children, page }: { readonly page: PageMonitor; readonly children?: ReactNode }) => {
  const text = useScreenWords(pagesWords)
  const { exclude, ignoreLines, include } = page
  return (
    <ul className={css["compared"]}>
      <li>{include.length === 0 ? text.comparedText : text.comparedParts(include.join(", "))}</li>
      {exclude.length === 0 ? null : <li>{text.comparedWithout(exclude.join(", "))}</li>}
      {ignoreLines.length === 0 ? null : <li>{text.comparedLines(ignoreLines.length)}</li>}
      {children}
    </ul>
  )
}
