import type { ReactNode } from "react"
import { useLanguage } from "../words/language.ts"
import css from "./Screen.module.css"

/** Shows a screen with its title, a note beside it, and actions on the right. */
export const Screen = ({
  actions,
  children,
  note,
  noteClass = css["soft"],
  title
}: {
  readonly title: string
  readonly note?: ReactNode
  /** The CSS class of the note. */
  readonly noteClass?: string | undefined
  readonly actions?: ReactNode
  readonly children: ReactNode
}) => {
  const { words } = useLanguage()
  return (
    <>
      <title>{`${title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{title}</h1>
        {note === undefined ? null : <p className={noteClass}>{note}</p>}
        {actions === undefined ? null : <span className={css["actions"]}>{actions}</span>}
      </header>
      {children}
    </>
  )
}

/** Replaces an empty list. Explains the purpose of the list and how to fill it. */
export const Nothing = ({
  children,
  hint,
  title
}: {
  readonly title: string
  readonly hint: string
  readonly children?: ReactNode
}) => (
  <div className={css["none"]}>
    <h2>{title}</h2>
    <p>{hint}</p>
    {children}
  </div>
)
