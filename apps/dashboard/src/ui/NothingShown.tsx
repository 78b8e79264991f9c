import { useLanguage } from "../words/language.ts"
import { Button } from "./Button.tsx"
import css from "./NothingShown.module.css"

export const NothingShown = ({
  hint,
  onClear,
  title
}: {
  readonly title: string
  readonly hint: string
  readonly onClear: () => void
}) => {
  const { words } = useLanguage()
  return (
    <div className={css["nothing"]} role="status">
      <h2>{title}</h2>
      <p>{hint}</p>
      <Button onClick={onClear}>{words.domains.clear}</Button>
    </div>
  )
}
