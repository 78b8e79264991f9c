import { useDomainIncidents } from "../api/queries.ts"
import css from "../ui/Screen.module.css"
import { useNow } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { flappingOf } from "./flapping.ts"

const MINUTE_MS = 60_000

/** Says that a domain changes its state too often, and what becomes of its alerts. */
export const FlappingNotice = ({ id }: { readonly id: string }) => {
  const { words } = useLanguage()
  const now = useNow(MINUTE_MS)
  const changes = flappingOf(useDomainIncidents(id).data ?? [], now).get(id)
  if (changes === undefined) return null
  return (
    <p className={css["notice"]} role="status">
      {words.domain.flapping(changes)}
    </p>
  )
}
