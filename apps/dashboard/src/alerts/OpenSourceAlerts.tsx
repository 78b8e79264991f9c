import { Link } from "wouter"
import { Card } from "../ui/Card.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./SourceAlerts.module.css"
import { SourceAlertMark } from "./SourceAlertMark.tsx"
import { SourceAlertLink, SourceAlertNote } from "./SourceAlertRows.tsx"
import { useSourceIncidents } from "./sourceQueries.ts"
import { sourcesWords } from "./sourcesWords.ts"

/** The largest number of alerts on the overview. The list of incidents shows all of them. */
const SHOWN = 5

/** Shows the newest open alerts of other tools on the overview. Shows nothing if there are none. */
const OpenSourceAlerts = () => {
  const { format } = useLanguage()
  const words = useScreenWords(sourcesWords)
  const { data, hasNextPage } = useSourceIncidents("open")
  const open = data?.pages.flat() ?? []
  if (open.length === 0) return null
  const count = format.number(open.length)
  return (
    <div className={css["card"]}>
      <Card
        title={words.open}
        action={<Link href="/incidents">{hasNextPage ? words.allMany(count) : words.all(count)}</Link>}
      >
        <ul className={css["short"]}>
          {open.slice(0, SHOWN).map((incident) => (
            <li key={incident.id}>
              <SourceAlertMark incident={incident} />
              <SourceAlertLink incident={incident} />
              <SourceAlertNote incident={incident} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

export default OpenSourceAlerts
