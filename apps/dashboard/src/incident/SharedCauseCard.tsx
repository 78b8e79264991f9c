import type { SharedCause } from "@mon/model"
import { Link } from "wouter"
import { Card } from "../ui/Card.tsx"
import { IncidentMark } from "../ui/StateMark.tsx"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Incident.module.css"
import { sharedCauseDe } from "./sharedCause.de.ts"
import { sharedCauseEn } from "./sharedCause.en.ts"

const sharedCauseWords = { en: sharedCauseEn, de: sharedCauseDe } as const

export const SharedCauseCard = ({ cause }: { readonly cause: SharedCause | null }) => {
  const texts = useScreenWords(sharedCauseWords)
  if (cause === null || cause.others === 0) return null
  const { incidents, kind, others, value } = cause
  const rest = others - incidents.length
  return (
    <Card title={texts.together}>
      <p>
        <bdi>{texts.togetherWith(others, texts.places[kind](value))}</bdi>
      </p>
      <ul className={css["together"]}>
        {incidents.map(({ domainName, id, status }) => (
          <li key={id}>
            <IncidentMark incident={{ status }} />
            <Link href={`/incidents/${id}`}>
              <bdi>{domainName}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {rest === 0 ? null : <p className={css["soft"]}>{texts.moreTogether(rest)}</p>}
    </Card>
  )
}
