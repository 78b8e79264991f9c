import { useMonitors } from "../api/queries.ts"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"

/** Says that a domain changes its state too often, and what becomes of its alerts. */
export const FlappingNotice = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const changes = useMonitors().data?.find((monitor) => monitor.id === id)?.flapping ?? null
  if (changes === null) return null
  return (
    <p className={css["notice"]} role="status">
      {words.domain.flapping(changes)}
    </p>
  )
}
