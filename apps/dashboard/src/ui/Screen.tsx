import type { ReactNode } from "react"
import { useLanguage } from "../words/language.ts"
import css from "./Screen.module.css"

export const Screen = ({
  actions,
  children,
  note,
  noteClass = css["soft"],
  title
}: {
  readonly title: string
  readonly note?: ReactNode
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
